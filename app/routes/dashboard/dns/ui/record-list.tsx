import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import { filterRecords, type ListedRecord, type RecordFilter, SORTS } from "#app/model/dns/listed-record.ts";
import { TTL_PRESETS, ttlWords } from "#app/model/dns/ttl.ts";
import { LONGEST_TYPED } from "#app/model/longest-url.ts";
import { AS_TYPED } from "#app/ui/forms/as-typed.ts";
import { Button, ButtonLink } from "#app/ui/marks/button.tsx";
import { Link } from "#app/ui/marks/link.tsx";
import { Empty } from "#app/ui/messages/empty.tsx";
import { Notice } from "#app/ui/messages/notice.tsx";
import { CopyButton } from "./copy-button.tsx";
import { RecordFacts } from "./record-facts.tsx";

type RecordListProps = {
  records: readonly ListedRecord[];
  /** False: there are more than could be read. */
  isComplete: boolean;
  /** The address of the DNS page. */
  path: string;
  filter: RecordFilter;
  /** Not beside the form of one record. */
  canSelect: boolean;
};

/** More of them make a cheap phone slow. */
const MOST_SHOWN = 300;

const SORT_WORDS = { name: "Name", type: "Type", content: "Value", ttl: "TTL" } satisfies Record<
  (typeof SORTS)[number],
  string
>;

/** All records of a zone, with a form to narrow and order them: it answers as one types, and without scripts by a press. */
export function RecordList({ records, isComplete, path, filter, canSelect }: RecordListProps) {
  const [asked, setAsked] = useState(filter);
  const { text, type, sort, isWhole } = filter;
  // Another filter in the address takes the place of what was typed.
  useEffect(() => setAsked({ text, type, sort, isWhole }), [text, type, sort, isWhole]);
  if (records.length === 0) {
    return (
      <Empty title="No DNS records found">
        <p>A website needs an A record; mail needs an MX record.</p>
        <ButtonLink to={`${path}/add`}>Add record</ButtonLink>
      </Empty>
    );
  }
  const found = filterRecords(records, asked);
  const shown = isWhole ? found : found.slice(0, MOST_SHOWN);
  const isNarrowed = text !== "" || type !== "" || sort !== "name";
  return (
    <section
      className="flow"
      aria-labelledby="records-title"
      tabIndex={-1}
      // Where the focus goes when the form is sent without loading the page.
      data-arrival={isNarrowed ? "" : undefined}
    >
      <h2 id="records-title" aria-live="polite">
        {found.length === records.length ? countOf(records) : `${found.length} of ${countOf(records)}`}
      </h2>
      {!isComplete && (
        <Notice kind="warn" title="These may not be all of them">
          <p>The list changed while it was read, or is longer than we can show.</p>
        </Notice>
      )}
      <FilterForm
        key={`${text} ${type} ${sort}`}
        path={path}
        filter={filter}
        types={[...new Set(records.map((record) => record.type))].sort()}
        onChange={setAsked}
      />
      {shown.length > 0 ? (
        <Form method="post" action={`${path}/selection`} className="records">
          <ul className="records">
            {shown.map((record) => (
              <Row key={record.id} record={record} path={path} hasBox={canSelect} />
            ))}
          </ul>
          {shown.length < found.length && (
            <p>
              These are the first {MOST_SHOWN}. Find the others by their name or value, or{" "}
              <Link
                to={`${path}?${new URLSearchParams({ q: asked.text, type: asked.type, sort: asked.sort, whole: "1" })}`}
              >
                show all {found.length}
              </Link>
              .
            </p>
          )}
          {canSelect && <WithSelected />}
        </Form>
      ) : (
        <Empty title="No records match.">
          <ButtonLink kind="alt" to={path} preventScrollReset>
            Show all
          </ButtonLink>
        </Empty>
      )}
    </section>
  );
}

function Row({ record, path, hasBox }: { record: ListedRecord; path: string; hasBox: boolean }) {
  const { id, type, name, content, isOurs } = record;
  const which = `${type} record ${name}`;
  return (
    <li className="record">
      <RecordFacts record={record} />
      <div className="record-actions">
        {isOurs && (
          <>
            <ButtonLink kind="alt" to={`${path}/${id}/edit`} aria-label={`Edit ${which}`}>
              Edit
            </ButtonLink>
            <Link className="danger" to={`${path}/${id}/delete`} aria-label={`Delete ${which}`}>
              Delete
            </Link>
          </>
        )}
        {!isOurs && <span className="quiet">Shown only</span>}
        {isOurs && (
          <Link to={`${path}/add?copy=${id}`} aria-label={`Duplicate ${which}`}>
            Duplicate
          </Link>
        )}
        <CopyButton text={content} label={`Copy the value of ${which}`} />
        {isOurs && hasBox && (
          <label className="pick">
            <input type="checkbox" name="record" value={id} aria-label={`Select ${which}`} />
          </label>
        )}
      </div>
    </li>
  );
}

/** What can be done with all records that are ticked: both lead to a page that shows it before anything is changed. */
function WithSelected() {
  return (
    <fieldset className="with-selected">
      <legend>With the selected records</legend>
      <label>
        <span>TTL</span>
        <select name="ttl" className="input" defaultValue="3600">
          {TTL_PRESETS.map((ttl) => (
            <option key={ttl} value={ttl}>
              {ttlWords(ttl)}
            </option>
          ))}
        </select>
      </label>
      <Button kind="alt" name="intent" value="ttl">
        Change TTL
      </Button>
      <Button kind="alt" name="intent" value="delete">
        Delete
      </Button>
    </fieldset>
  );
}

type FilterFormProps = {
  path: string;
  filter: RecordFilter;
  types: readonly string[];
  onChange: (filter: RecordFilter) => void;
};

function FilterForm({ path, filter, types, onChange }: FilterFormProps) {
  const read = (form: HTMLFormElement): RecordFilter => {
    const fields = new FormData(form);
    const sort = SORTS.find((known) => known === fields.get("sort")) ?? "name";
    return { ...filter, text: String(fields.get("q") ?? ""), type: String(fields.get("type") ?? ""), sort };
  };
  return (
    <Form
      method="get"
      action={path}
      preventScrollReset
      className="record-filter"
      onInput={(event) => onChange(read(event.currentTarget))}
    >
      <label>
        <span>Find</span>
        <input
          name="q"
          type="search"
          className="input"
          defaultValue={filter.text}
          {...AS_TYPED}
          enterKeyHint="search"
          maxLength={LONGEST_TYPED}
        />
      </label>
      <label>
        <span>Type</span>
        <select name="type" className="input" defaultValue={filter.type}>
          <option value="">All</option>
          {types.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      </label>
      <label>
        <span>Sort by</span>
        <select name="sort" className="input" defaultValue={filter.sort}>
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_WORDS[sort]}
            </option>
          ))}
        </select>
      </label>
      <Button kind="alt">Show</Button>
    </Form>
  );
}

function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? "1 record" : `${length} records`;
}
