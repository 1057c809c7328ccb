import {
  SERVICE_KIND_WORDS,
  SERVICE_VIEWS,
  SERVICES_A_PAGE,
  type ServiceFilter,
  serviceListPath,
} from "#app/services/desk-list.ts";
import type { ServiceListView } from "#app/services/desk-view.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { DeskEmpty } from "./desk-empty.tsx";
import { DeskHead } from "./desk-head.tsx";
import { Pager } from "./pager.tsx";
import { type PaneRow, PaneRows } from "./panes.tsx";
import { Writers } from "./writers.tsx";

type ServiceListProps = {
  filter: ServiceFilter;
  list: ServiceListView | null;
  failure: string;
  current: string;
  headingAs?: "h1" | "h2";
};

/** The services of all customers with their filter. `current`: the id of the service that is open beside them. */
export function ServiceList({ filter, list, failure, current, headingAs = "h2" }: ServiceListProps) {
  const first = serviceListPath({ ...filter, place: undefined });
  const isAll = filter.state === "current" && filter.q === "" && filter.kind === "";
  return (
    <>
      <DeskHead title="Services" as={headingAs}>
        <ServiceFilterForm filter={filter} />
      </DeskHead>
      {list === null && <ReadFailure title={failure} retryHref={serviceListPath(filter)} />}
      {list?.rows.length === 0 && (
        <DeskEmpty title={isAll && !filter.place ? "No service yet" : "No service is like that"}>
          <p>
            {filter.place ? (
              <a href={first}>The first page</a>
            ) : (
              "Hosting, mailboxes and certificates that are ordered appear here."
            )}
          </p>
        </DeskEmpty>
      )}
      {list !== null && (
        <>
          <Part heading="To do, oldest first" rows={list.rows.filter(({ isWaiting }) => isWaiting)} current={current} />
          <Part
            heading="The others, by last day"
            rows={list.rows.filter(({ isWaiting }) => !isWaiting)}
            current={current}
          />
          <Pager previous={list.previous} next={list.next} size={SERVICES_A_PAGE} />
          {(list.previous || list.next) && <p className="pane-fold quiet">{list.range}</p>}
        </>
      )}
    </>
  );
}

function Part(part: { heading: string; rows: readonly PaneRow[]; current: string }) {
  return part.rows.length === 0 ? null : <PaneRows {...part} />;
}

const STATES = Object.entries(SERVICE_VIEWS).map(([value, { label }]) => ({ value, label }));
const KINDS = [
  { value: "", label: "All kinds" },
  ...Object.entries(SERVICE_KIND_WORDS).map(([value, label]) => ({ value, label })),
];

/** Chooses which services are listed. It stays folded, because the first screen belongs to the list. */
function ServiceFilterForm({ filter }: { filter: ServiceFilter }) {
  const { state, kind, q } = filter;
  return (
    <details className="desk-fold">
      <summary>Find</summary>
      <form action="/desk/services" className="form pt-3">
        <Field id="q" name="q" label="Name or service number" defaultValue={q} maxLength={253} isOptional />
        <SelectField id="state" name="state" label="State" options={STATES} defaultValue={state} />
        <SelectField id="kind" name="kind" label="Kind" options={KINDS} defaultValue={kind} />
        <Button kind="alt">Show</Button>
      </form>
      <Writers>
        <p>
          <a
            className="inline-flex min-h-touch items-center"
            href={serviceListPath({ ...filter, place: undefined }, "/desk/services.csv")}
          >
            These services as CSV
          </a>
        </p>
      </Writers>
    </details>
  );
}
