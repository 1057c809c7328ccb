import { Form } from "@remix-run/react";
import { useState } from "react";
import { filterQuery, PAGE_SIZE, pageOf, type RecordFilter, type RecordPage } from "#app/dns/listed-record.ts";
import { shortTtl, TTL_PRESETS } from "#app/dns/ttl.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { useFlash } from "#app/ui/feedback/flash-area.tsx";
import { CsrfToken } from "#app/ui/forms/csrf-token.tsx";
import { useHistoryNavigations } from "#app/ui/forms/use-history-navigations.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { RecordSearch } from "./record-search.tsx";
import { RecordTable } from "./record-table.tsx";

type RecordListProps = RecordPage & {
  /** False if there are more records than could be read. */
  isComplete: boolean;
  /** The address of the DNS page. */
  path: string;
  zone: string;
  filter: RecordFilter;
  /** The parameters `select`: with one, a phone shows the checkboxes. The records with these ids are ticked. */
  selected: readonly string[];
  /** Whether the form of a record is shown above the list: then the list is read-only. */
  isReadOnly: boolean;
};

/** A text that can be a record's name: an empty search result offers to add it. */
const NAME = /^[a-z0-9_*][a-z0-9_.-]{0,62}$/i;

/** A page of a zone's records with a filter. If the page has all records, the list is filtered as the user types. */
export function RecordList({ isComplete, path, zone, filter, selected, isReadOnly, ...given }: RecordListProps) {
  const isSelecting = selected.length > 0;
  const { banner, toast } = useFlash();
  // A filter in the URL replaces the typed one, also when the user goes back to the same URL.
  const place = `${useHistoryNavigations()} ${filterQuery(filter)}`;
  const [typed, setTyped] = useState({ place, filter });
  const current = typed.place === place ? typed.filter : filter;
  const hasAllRecords = given.records.length === given.total;
  const list = hasAllRecords ? pageOf(given.records, current) : given;
  // Links that sort keep the typed filter, as far as the list shows it.
  const shownFilter = hasAllRecords ? current : filter;
  if (given.total === 0) {
    return (
      <Empty title="No DNS records found">
        <p>A website needs an A record; mail needs an MX record.</p>
        <ButtonLink to={`${path}/add`}>Add record</ButtonLink>
      </Empty>
    );
  }
  const changed = (banner ?? toast)?.record;
  const searchText = current.text.trim();
  return (
    <section
      aria-labelledby="records-title"
      tabIndex={-1}
      // Takes the focus after a client-side navigation to a filter.
      data-arrival={filterQuery(filter) === "" ? undefined : ""}
    >
      <div className="tools">
        <h2 id="records-title" aria-live="polite">
          {list.found === list.total ? countOf(list.total) : `${list.found} of ${countOf(list.total)}`}
        </h2>
        {!isReadOnly && (
          <>
            {(isSelecting || list.found > 0) && (
              <Link
                className="phone-only"
                to={path + withSelect(filterQuery(shownFilter), !isSelecting)}
                preventScrollReset
              >
                {isSelecting ? "Done" : "Select"}
              </Link>
            )}
            <ButtonLink {...(list.found === 0 && { kind: "alt" })} to={`${path}/add`} preventScrollReset>
              Add record
            </ButtonLink>
          </>
        )}
        <RecordSearch
          key={place}
          path={path}
          filter={filter}
          types={list.types}
          hasAllRecords={hasAllRecords}
          onChange={(changed) => setTyped({ place, filter: changed })}
        />
      </div>
      {!isComplete && (
        <Banner kind="warn" title="These may not be all of them">
          <p>The list changed while we were reading it, or is longer than we can show.</p>
        </Banner>
      )}
      {list.found > 0 ? (
        <Form
          method="post"
          action={`${path}/selection${filterQuery(shownFilter)}`}
          className={isSelecting ? "records-form picking" : "records-form"}
        >
          <CsrfToken />
          <RecordTable
            records={list.records}
            filter={shownFilter}
            {...{ path, zone, hasAllRecords, isReadOnly, changed, selected }}
          />
          {!isReadOnly && <TickedActions />}
        </Form>
      ) : (
        <Empty title="No records match.">
          <p>We looked for “{searchText || current.type}” in names, values and notes.</p>
          <p className="actions">
            <ButtonLink to={path} preventScrollReset>
              Show all {list.total}
            </ButtonLink>
            {NAME.test(searchText) && (
              <ButtonLink kind="alt" to={`${path}/add?${new URLSearchParams({ name: searchText })}`}>
                Add {searchText}.{zone}
              </ButtonLink>
            )}
          </p>
        </Empty>
      )}
      {list.pages > 1 && <RecordPages {...list} path={path} filter={filter} />}
    </section>
  );
}

/** The actions for all ticked records. Each leads to a page that shows the changes before they are made. */
function TickedActions() {
  return (
    <fieldset className="ticked">
      <legend className="visually-hidden">With the selected records</legend>
      {/* The style sheet counts the ticked boxes, so that the number needs no scripts. */}
      <b>selected</b>
      <select name="ttl" className="input" aria-label="TTL" defaultValue="3600">
        {TTL_PRESETS.map((ttl) => (
          <option key={ttl} value={ttl}>
            {shortTtl(ttl)}
          </option>
        ))}
      </select>
      <Button kind="alt" name="intent" value="ttl">
        Set TTL
      </Button>
      <Button kind="alt" className="text-bad" name="intent" value="delete">
        Delete
      </Button>
      <span className="quiet">You see every change before it is made.</span>
    </fieldset>
  );
}

function countOf(count: number): string {
  return count === 1 ? "1 record" : `${count} records`;
}

function withSelect(query: string, isOn: boolean): string {
  return isOn ? `${query || "?"}${query && "&"}select=1` : query;
}

type RecordPagesProps = Pick<RecordPage, "found" | "page" | "pages"> & { path: string; filter: RecordFilter };

/** Links to the pages of a long list. Each is loaded as a document. */
function RecordPages({ found, page, pages, path, filter }: RecordPagesProps) {
  const to = (other: number) => path + filterQuery({ ...filter, page: other });
  const first = (page - 1) * PAGE_SIZE + 1;
  return (
    <nav className="tools pt-3" aria-label="Pages of records">
      <p>
        {first} to {Math.min(found, page * PAGE_SIZE)} of {found}
      </p>
      {Array.from({ length: pages }, (_, index) => index + 1).map((other) =>
        other === page ? (
          <b key={other} className="button" aria-current="page">
            {other}
          </b>
        ) : (
          <a key={other} className="button button-alt" href={to(other)} aria-label={`Page ${other}`}>
            {other}
          </a>
        ),
      )}
      {page < pages && (
        <a className="button button-alt" href={to(page + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  );
}
