import { useEffect, useState } from "react";
import { filterQuery, type ListedRecord, type RecordFilter, type RecordSort, rowId } from "#app/dns/listed-record.ts";
import { shortened } from "#app/dns/sentence-part.ts";
import { shortTtl } from "#app/dns/ttl.ts";
import { Icon } from "#app/ui/primitives/icons.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { RowMore, TABLE_ROLES } from "#app/ui/primitives/row-more.tsx";
import { RecordValue } from "./record-value.tsx";

type Common = {
  /** The address of the DNS page. */
  path: string;
  zone: string;
  /** Whether the form of a record is shown above the table: then the table has no checkboxes. */
  isReadOnly: boolean;
  /** The ids of the ticked records. */
  selected: readonly string[];
};
type RecordTableProps = Common & {
  records: readonly ListedRecord[];
  filter: RecordFilter;
  /** Whether the table has all records. If not, sorting loads another document. */
  hasAllRecords: boolean;
  /** The id of the record that was just saved. */
  changed: string | undefined;
};

const SORT_WORDS: Record<RecordSort, string> = { type: "Type", name: "Name", content: "Value", ttl: "TTL" };
const COLUMNS = ["type", "name", "content", "ttl"] as const satisfies RecordSort[];

/** A longer value, such as a key of mail, is shortened to three lines and can be opened. */
const LONG = 130;

/** A zone's records, one in a row; on a phone a tap on the row edits, too. "More" has the other actions. */
export function RecordTable({ records, filter, hasAllRecords, changed, ...common }: RecordTableProps) {
  const to = (sort: RecordSort) => common.path + filterQuery({ ...filter, sort, page: 1 });
  const link = { preventScrollReset: true, reloadDocument: !hasAllRecords };
  return (
    <>
      <p className="quiet phone-only">
        {"Sort: "}
        {COLUMNS.map((sort) =>
          sort === filter.sort ? (
            <b key={sort}>{SORT_WORDS[sort]}</b>
          ) : (
            <Link key={sort} to={to(sort)} {...link}>
              {SORT_WORDS[sort]}
            </Link>
          ),
        )}
      </p>
      <table className="list records-list" {...TABLE_ROLES.table}>
        <colgroup>
          {["box", "type", "name", "value", "ttl", "proxy", "acts"].map((name) => (
            <col key={name} className={`col-${name}`} />
          ))}
        </colgroup>
        <thead {...TABLE_ROLES.group}>
          <tr {...TABLE_ROLES.row}>
            <th {...TABLE_ROLES.header}>
              <span className="visually-hidden">Select</span>
            </th>
            {COLUMNS.map((sort) => (
              <th key={sort} {...TABLE_ROLES.header} aria-sort={sort === filter.sort ? "ascending" : undefined}>
                <Link to={to(sort)} {...link}>
                  {SORT_WORDS[sort]}
                  {sort === filter.sort && <Icon name="arrow" className="ml-1 rotate-90" />}
                </Link>
                <span className="phone-only">{SORT_WORDS[sort]}</span>
              </th>
            ))}
            <th {...TABLE_ROLES.header}>CDN</th>
            <th {...TABLE_ROLES.header}>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.group}>
          {records.map((record) => (
            <Row key={record.id} record={record} isChanged={record.id === changed} {...common} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Row({
  record,
  isChanged,
  path,
  zone,
  isReadOnly,
  selected,
}: Common & { record: ListedRecord; isChanged: boolean }) {
  const { id, type, name, content, ttl, priority, proxied, isEditable } = record;
  // The label has the value too: several records may have the same type and name.
  const which = `${type} record ${name}, ${shortened(content)}`;
  const edit = `${path}/${id}/edit`;
  return (
    <tr {...TABLE_ROLES.row} {...(isChanged && { id: rowId(id), className: "changed" })}>
      <td className="box" {...TABLE_ROLES.cell}>
        {isEditable && !isReadOnly && (
          <label>
            <input
              type="checkbox"
              name="record"
              value={id}
              defaultChecked={selected.includes(id)}
              aria-label={`Select ${which}`}
            />
          </label>
        )}
      </td>
      <td className="type" {...TABLE_ROLES.cell}>
        {type}
      </td>
      <th scope="row" translate="no" {...TABLE_ROLES.name}>
        {isEditable ? (
          <Link to={edit} preventScrollReset {...(isChanged && { "data-arrival": "" })}>
            {name}
          </Link>
        ) : (
          <b>{name}</b>
        )}
        {name === "@" && <small> {zone}</small>}
      </th>
      <td className="content" translate="no" {...TABLE_ROLES.cell}>
        {content.length > LONG ? (
          <details>
            <summary>
              <span>
                <RecordValue text={content} />
              </span>{" "}
              <u>Show all</u>
            </summary>
          </details>
        ) : (
          <span>
            <RecordValue text={content} />
          </span>
        )}{" "}
        {priority !== undefined && <small>priority {priority}</small>}
      </td>
      <td className="ttl" {...TABLE_ROLES.cell}>
        {shortTtl(ttl)}
      </td>
      <td className="proxy" {...TABLE_ROLES.cell}>
        {proxied !== undefined && <small className={proxied ? "on" : "off"}>{proxied ? "CDN on" : "CDN off"}</small>}
      </td>
      <td {...TABLE_ROLES.cell}>
        <div className="acts">
          {isEditable ? (
            <Link to={edit} aria-label={`Edit ${which}`} preventScrollReset>
              Edit
            </Link>
          ) : (
            <small>Shown only</small>
          )}
          <More record={record} which={which} path={path} zone={zone} />
        </div>
      </td>
    </tr>
  );
}

type MoreProps = Pick<Common, "path" | "zone"> & { record: ListedRecord; which: string };

function More({ record, which, path, zone }: MoreProps) {
  const { id, content, comment, isEditable } = record;
  return (
    <RowMore label={`More for ${which}`}>
      {comment !== undefined && <p>{comment}</p>}
      {!isEditable && <p>You can’t change this type here.</p>}
      {!isEditable && <Link to={`/contact?${new URLSearchParams({ domain: zone })}`}>Ask us</Link>}
      {isEditable && (
        <Link to={`${path}/add?copy=${id}`} preventScrollReset>
          Make a copy
        </Link>
      )}
      <CopyButton text={content} label={`Copy the value of ${which}`} />
      {isEditable ? (
        <Link to={`${path}/history?record=${id}`}>Its history</Link>
      ) : (
        <Link to={`${path}/live?record=${id}`}>Is it live?</Link>
      )}
      {isEditable && (
        <Link className="text-bad" to={`${path}/${id}/delete`} preventScrollReset>
          Delete
        </Link>
      )}
    </RowMore>
  );
}

/** How long the button says "Copied". */
const COPIED_MS = 2000;

/** Copies a text. Not rendered without JavaScript, or where the browser does not let pages copy. */
function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<"missing" | "ready" | "copied">("missing");
  useEffect(() => {
    if (navigator.clipboard !== undefined) setState("ready");
  }, []);
  useEffect(() => {
    if (state !== "copied") return;
    const timer = setTimeout(() => setState("ready"), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  if (state === "missing") return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("missing"),
    );
  return (
    <button type="button" aria-label={label} onClick={copy}>
      <span role="status">{state === "copied" ? "Copied" : "Copy the value"}</span>
    </button>
  );
}
