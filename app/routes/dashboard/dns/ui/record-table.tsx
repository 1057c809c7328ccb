import { filterQuery, type ListedRecord, type RecordFilter, type RecordSort } from "#app/model/dns/listed-record.ts";
import { shortened } from "#app/model/dns/shortened.ts";
import { shortTtl } from "#app/model/dns/ttl.ts";
import { Link } from "#app/ui/primitives/link.tsx";
import { RowMore } from "#app/ui/primitives/row-more.tsx";
import { AS } from "#app/ui/primitives/table-roles.ts";
import { CopyButton } from "./copy-button.tsx";

type About = {
  /** The address of the DNS page. */
  path: string;
  zone: string;
  /** The form of one record stands above: there is nothing to tick. */
  isBesideForm: boolean;
};
type RecordTableProps = About & {
  records: readonly ListedRecord[];
  filter: RecordFilter;
  /** False: another order is another page of the server's. */
  isWhole: boolean;
};

const SORT_WORDS: Record<RecordSort, string> = { type: "Type", name: "Name", content: "Value", ttl: "TTL" };
const COLUMNS = ["type", "name", "content", "ttl"] as const satisfies RecordSort[];

/** Characters of a value that fit a line; of a longer one the line is opened. */
const ONE_LINE = 46;

/** A zone's records, one on a line: two lines on a phone, where a tap edits and "More" holds the rest. */
export function RecordTable({ records, filter, isWhole, ...about }: RecordTableProps) {
  const to = (sort: RecordSort) => about.path + filterQuery({ ...filter, sort, page: 1 });
  const link = { preventScrollReset: true, reloadDocument: !isWhole };
  return (
    <>
      <table className="list records-list" {...AS.table}>
        <colgroup>
          {["box", "type", "name", "value", "ttl", "proxy", "acts"].map((name) => (
            <col key={name} className={`col-${name}`} />
          ))}
        </colgroup>
        <thead {...AS.group}>
          <tr {...AS.row}>
            <th {...AS.header}>
              <span className="visually-hidden">Select</span>
            </th>
            {COLUMNS.map((sort) => (
              <th key={sort} {...AS.header} aria-sort={sort === filter.sort ? "ascending" : undefined}>
                <Link to={to(sort)} {...link}>
                  {SORT_WORDS[sort]}
                </Link>
                <span className="phone-only">{SORT_WORDS[sort]}</span>
                {sort === filter.sort && " ↓"}
              </th>
            ))}
            <th {...AS.header}>Proxy</th>
            <th {...AS.header}>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody {...AS.group}>
          {records.map((record) => (
            <Row key={record.id} record={record} {...about} />
          ))}
        </tbody>
      </table>
      <p className="quiet phone-only">
        Sorted by {SORT_WORDS[filter.sort]}. Sort by{" "}
        {COLUMNS.filter((sort) => sort !== filter.sort).map((sort) => (
          <Link key={sort} to={to(sort)} {...link}>
            {SORT_WORDS[sort]}
          </Link>
        ))}
      </p>
    </>
  );
}

function Row({ record, path, zone, isBesideForm }: About & { record: ListedRecord }) {
  const { id, type, name, content, ttl, priority, proxied, isOurs } = record;
  // Several records may have one type and name.
  const which = `${type} record ${name}, ${shortened(content)}`;
  const edit = `${path}/${id}/edit`;
  return (
    <tr {...AS.row}>
      <td className="box" {...AS.cell}>
        {isOurs && !isBesideForm && (
          <label>
            <input type="checkbox" name="record" value={id} aria-label={`Select ${which}`} />
          </label>
        )}
      </td>
      <td className="type" {...AS.cell}>
        {type}
      </td>
      <th scope="row" translate="no" {...AS.name}>
        {isOurs ? (
          <Link to={edit} preventScrollReset>
            {name}
          </Link>
        ) : (
          <b>{name}</b>
        )}
        {name === "@" && <small> {zone}</small>}
      </th>
      <td className="content" translate="no" {...AS.cell}>
        {content.length > ONE_LINE ? (
          <details>
            <summary>{content}</summary>
          </details>
        ) : (
          <span>{content}</span>
        )}
        {priority !== undefined && <small>priority {priority}</small>}
      </td>
      <td className="ttl" {...AS.cell}>
        {shortTtl(ttl)}
      </td>
      <td className="proxy" {...AS.cell}>
        {proxied !== undefined && <small className={proxied ? "on" : "off"}>{proxied ? "by CDN" : "direct"}</small>}
      </td>
      <td {...AS.cell}>
        <div className="acts">
          {isOurs ? (
            <Link to={edit} aria-label={`Edit ${which}`} preventScrollReset>
              Edit
            </Link>
          ) : (
            <small>Shown only</small>
          )}
          <More record={record} which={which} path={path} />
        </div>
      </td>
    </tr>
  );
}

function More({ record, which, path }: { record: ListedRecord; which: string; path: string }) {
  const { id, content, comment, isOurs } = record;
  return (
    <RowMore label={`More for ${which}`}>
      {comment !== undefined && <p>{comment}</p>}
      {!isOurs && <p>We show records of this type, and never change them.</p>}
      {isOurs && (
        <Link to={`${path}/add?copy=${id}`} preventScrollReset>
          Make a copy
        </Link>
      )}
      <CopyButton text={content} label={`Copy the value of ${which}`} />
      {isOurs ? (
        <Link to={`${path}/history?record=${id}`}>Its history</Link>
      ) : (
        <Link to={`${path}/live?record=${id}`}>Is it live?</Link>
      )}
      {isOurs && (
        <Link className="text-bad" to={`${path}/${id}/delete`} preventScrollReset>
          Delete
        </Link>
      )}
    </RowMore>
  );
}
