import { useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import { type Age, ageClass } from "#app/desk/age.ts";
import type { WaitingCounts } from "#app/desk/work.ts";
import { Icon } from "#app/ui/primitives/icons.tsx";

type PanesProps = {
  /** What a phone shows: the list or the item. A wide screen shows both. */
  shows: "list" | "item";
  /** The address and the words of the link from an item back to its list. */
  back: { href: string; label: string };
  list: ReactNode;
  /** Null if the list is empty. */
  item: ReactNode | null;
  side: ReactNode;
};

/** A list and one of its items: side by side on a wide screen, and two pages on a phone. */
export function Panes({ shows, back, list, item, side }: PanesProps) {
  return (
    <div className={`panes shows-${shows}`}>
      <div className="pane-list">{list}</div>
      {item === null ? (
        <NothingOpen />
      ) : (
        <div className="pane-right">
          <div className="pane-item flow">
            {shows === "item" && (
              <p className="pane-back">
                <a className="inline-flex min-h-touch items-center gap-2" href={back.href}>
                  <Icon name="arrow" />
                  {back.label}
                </a>
              </p>
            )}
            {item}
          </div>
          {side && (
            <aside className="pane-side" aria-label="More of this customer">
              {side}
            </aside>
          )}
        </div>
      )}
    </div>
  );
}

const AREAS = [
  ["orders", "Orders", "/desk/orders"],
  ["messages", "Messages", "/desk/messages"],
  ["payments", "Payments", "/desk/payments"],
  ["mails", "Failed mails", "/desk/mails"],
] as const;

/** Beside a list without an open item, on a wide screen: what waits in the other areas. */
function NothingOpen() {
  const counts = useMatches()
    .map(({ data }) => (data as { counts?: WaitingCounts } | undefined)?.counts)
    .find((one) => one !== undefined);
  const waiting = AREAS.filter(([area]) => (counts?.[area] ?? 0) > 0);
  return (
    <aside className="pane-right" aria-label="What waits elsewhere">
      <div className="pane-item flow">
        <h2 className="pane-title">Nothing is open here</h2>
        <p>{waiting.length === 0 ? "Nothing waits for you elsewhere." : "Elsewhere something waits for you."}</p>
        {waiting.length > 0 && (
          <dl className="desk-facts">
            {waiting.map(([area, label, path]) => (
              <div key={area}>
                <dt>{label}</dt>
                <dd>
                  <a href={path}>{counts?.[area]} to do</a>
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p>
          <a className="inline-flex min-h-touch items-center" href="/desk">
            The whole work list
          </a>
        </p>
      </div>
    </aside>
  );
}

type PaneHeaderProps = {
  tag: { kind: "ok" | "warn" | "bad" | "neutral"; words: string };
  /** Beside the tag: how old the item is. */
  note?: string;
  title: string;
  headingAs: "h1" | "h2";
  /** A button at the end of the line of the tag. */
  children?: ReactNode;
};

/** The head of an item: its state and its title, which a stranger may have typed. */
export function PaneHeader({ tag, note, title, headingAs: Heading, children }: PaneHeaderProps) {
  return (
    <header>
      <div className="flex flex-wrap items-center gap-2">
        <span className={`desk-tag is-${tag.kind}`}>{tag.words}</span>
        {note && <span className="quiet flex-1">{note}</span>}
        {children}
      </div>
      <Heading className="pane-title stranger" dir="auto" translate="no">
        {title}
      </Heading>
    </header>
  );
}

type PaneSearchProps = { action: string; label: string; placeholder?: string; q: string; children?: ReactNode };

/** The search above a list, on one line. A long `label` needs a shorter placeholder. `children`: hidden fields. */
export function PaneSearch({ action, label, placeholder = label, q, children }: PaneSearchProps) {
  return (
    <form action={action} className="pane-search">
      {children}
      <input className="input" type="search" name="q" {...{ "aria-label": label, placeholder }} defaultValue={q} />
      <button type="submit" className="button button-alt">
        Find
      </button>
    </form>
  );
}

/**
 * A row of a list. `words`: one or two short sentences below the title, which a stranger may have typed. `box`: a checkbox before
 * it.
 */
export type PaneRow = { id: string; href: string; title: string; words: ReactNode; age: Age; box?: ReactNode };

type PaneRowsProps = {
  heading: string;
  /** Which rows of how many. Without it, the page has all rows. */
  note?: string;
  rows: readonly PaneRow[];
  current: string;
  children?: ReactNode;
};

/** A part of a list under its heading. `current`: the id of the row whose item is open. `children`: links to more rows. */
export function PaneRows({ heading, note, rows, current, children }: PaneRowsProps) {
  return (
    <section>
      <h2 className="pane-heading">
        {heading} <span className="font-normal">{note ?? rows.length}</span>
      </h2>
      <ul className="pane-rows">
        {rows.map(({ id, href, title, words, age, box }) => (
          <li key={id} className={box ? "flex [&>a]:min-w-0 [&>a]:flex-1" : undefined}>
            {box}
            <a href={href} className={ageClass(age)} aria-current={id === current ? "true" : undefined} data-row>
              <b dir="auto" translate="no">
                {title}
              </b>
              <span className="pane-age">{age.words}</span>
              <span className="pane-words">{words}</span>
            </a>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}

/** A row of the right-hand column. `price` is "" for messages and for orders without a price. */
export type SideRow = { href: string; title: string; price: string; words: string };

/** Lists the customer's other orders or messages in the right-hand column, with a text for an empty list. */
export function SideRows({ heading, rows }: { heading: string; rows: readonly SideRow[] }) {
  return (
    <section>
      <h2>{heading}</h2>
      {rows.length === 0 && <p className="quiet">None.</p>}
      <ul hidden={rows.length === 0}>
        {rows.map(({ href, title, price, words }) => (
          <li key={href}>
            <a href={href}>
              <b dir="auto">{title}</b>
              <span>{price}</span>
              <small>{words}</small>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
