import type { Age } from "#app/desk/age.ts";
import { buttonClass } from "#app/ui/primitives/button.tsx";
import { DeskEmpty } from "./desk-empty.tsx";
import { DeskHead } from "./desk-head.tsx";
import { PaneRows } from "./panes.tsx";
import { Writers } from "./writers.tsx";

/** A row of a list. `words` say its state in one short line. */
export type ArticleRow = { id: string; title: string; words: string };
/**
 * A part of a list. `isWhole`: the page has all rows of the part. `next`: the address of the page with further rows. `note`: a
 * sentence below the rows.
 */
export type ListPart = { heading: string; rows: ArticleRow[]; isWhole: boolean; next?: string; note?: string };
type ArticleListProps = {
  title: string;
  path: string;
  newLabel: string;
  parts: ListPart[];
};

/** The words of a row say since when it is as it is. */
const NO_AGE: Age = { words: "", level: "still" };

/** A list of articles, in parts by their state. Each row leads to its page. */
export function ArticleList({ title, path, newLabel, parts }: ArticleListProps) {
  const shown = parts.filter(({ rows }) => rows.length > 0);
  return (
    <div className="page sheet app flow">
      <DeskHead title={title}>
        <Writers>
          <a href={`${path}/new`} className={buttonClass(undefined)}>
            <span>{newLabel}</span>
          </a>
        </Writers>
      </DeskHead>
      {shown.length === 0 && (
        <DeskEmpty title="Nothing is written yet">
          <p>A draft is seen by nobody but you and your colleagues.</p>
        </DeskEmpty>
      )}
      {shown.map(({ heading, rows, isWhole, next, note }) => (
        <PaneRows
          key={heading}
          heading={heading}
          note={isWhole ? String(rows.length) : ""}
          rows={rows.map((row) => ({ ...row, href: `${path}/${encodeURIComponent(row.id)}`, age: NO_AGE }))}
          current=""
        >
          {note !== undefined && <p>{note}</p>}
          {next !== undefined && (
            <p>
              <a className="link" href={next} rel="next">
                More of these
              </a>
            </p>
          )}
        </PaneRows>
      ))}
    </div>
  );
}
