import { Form } from "@remix-run/react";
import { useState } from "react";
import { filterQuery, pageOf, type RecordFilter, type RecordPage } from "#app/model/dns/listed-record.ts";
import { shortTtl, TTL_PRESETS } from "#app/model/dns/ttl.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { usePops } from "#app/ui/forms/use-pops.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { RecordPages } from "./record-pages.tsx";
import { RecordSearch } from "./record-search.tsx";
import { RecordTable } from "./record-table.tsx";

type RecordListProps = RecordPage & {
  /** False: there are more than could be read. */
  isComplete: boolean;
  /** The address of the DNS page. */
  path: string;
  zone: string;
  filter: RecordFilter;
  /** On a phone the boxes to tick come when one asks for them. */
  isPicking: boolean;
  /** The form of one record stands above: the list is for looking only. */
  isBesideForm: boolean;
};

/** What can stand in front of a zone's name: what was looked for may be the name of a record that is to be made. */
const NAME = /^[a-z0-9_*][a-z0-9_.-]{0,62}$/i;

/** A page of a zone's records, with a form to narrow them: where the page has all of them it answers as one types. */
export function RecordList({ isComplete, path, zone, filter, isPicking, isBesideForm, ...given }: RecordListProps) {
  // Another filter in the address takes the place of what was typed, and so does the same one that somebody went back to.
  const place = `${usePops()} ${filterQuery(filter)}`;
  const [typed, setTyped] = useState({ place, filter });
  const asked = typed.place === place ? typed.filter : filter;
  const isWhole = given.records.length === given.total;
  const list = isWhole ? pageOf(given.records, asked) : given;
  // What was typed goes along with another order, as far as the list has followed it.
  const followed = isWhole ? asked : filter;
  if (given.total === 0) {
    return (
      <Empty title="No DNS records found">
        <p>A website needs an A record; mail needs an MX record.</p>
        <ButtonLink to={`${path}/add`}>Add record</ButtonLink>
      </Empty>
    );
  }
  const wanted = asked.text.trim();
  return (
    <section
      aria-labelledby="records-title"
      tabIndex={-1}
      // Where the focus goes when the form is sent without loading the page.
      data-arrival={filterQuery(filter) === "" ? undefined : ""}
    >
      <div className="tools">
        <h2 id="records-title" aria-live="polite">
          {list.found === list.total ? countOf(list.total) : `${list.found} of ${countOf(list.total)}`}
        </h2>
        {!isBesideForm && (
          <>
            {(isPicking || list.found > 0) && (
              <Link className="phone-only" to={path + withSelect(filterQuery(followed), !isPicking)} preventScrollReset>
                {isPicking ? "Done" : "Select"}
              </Link>
            )}
            <ButtonLink to={`${path}/add`} preventScrollReset>
              Add record
            </ButtonLink>
          </>
        )}
        <RecordSearch
          key={place}
          path={path}
          filter={filter}
          types={list.types}
          isWhole={isWhole}
          onChange={(wanted) => setTyped({ place, filter: wanted })}
        />
      </div>
      {!isComplete && (
        <Banner kind="warn" title="These may not be all of them">
          <p>The list changed while we were reading it, or is longer than we can show.</p>
        </Banner>
      )}
      {list.found > 0 ? (
        <Form method="post" action={`${path}/selection`} className={isPicking ? "picking" : undefined}>
          <RecordTable records={list.records} filter={followed} {...{ path, zone, isWhole, isBesideForm }} />
          {!isBesideForm && <WithTicked />}
        </Form>
      ) : (
        <Empty title="No records match.">
          <p>We looked for “{wanted || asked.type}” in names, values and notes.</p>
          <p className="actions">
            <ButtonLink to={path} preventScrollReset>
              Show all {list.total}
            </ButtonLink>
            {NAME.test(wanted) && (
              <ButtonLink kind="alt" to={`${path}/add?${new URLSearchParams({ name: wanted })}`}>
                Add {wanted}.{zone}
              </ButtonLink>
            )}
          </p>
        </Empty>
      )}
      {list.pages > 1 && <RecordPages {...list} path={path} filter={filter} />}
    </section>
  );
}

/** What can be done with all records that are ticked: both lead to a page that shows it before anything is changed. */
function WithTicked() {
  return (
    <fieldset className="ticked">
      <legend className="visually-hidden">With the ticked records</legend>
      <label>
        <b>Ticked records: TTL</b>{" "}
        <select name="ttl" className="input" defaultValue="3600">
          {TTL_PRESETS.map((ttl) => (
            <option key={ttl} value={ttl}>
              {shortTtl(ttl)}
            </option>
          ))}
        </select>
      </label>
      <Button kind="alt" name="intent" value="ttl">
        Set TTL
      </Button>
      <Button kind="alt" name="intent" value="delete">
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
