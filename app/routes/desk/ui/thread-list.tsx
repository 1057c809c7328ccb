import { THREAD_FILTERS, THREADS_PER_PAGE, type ThreadFilter } from "#app/contact/thread.ts";
import type { ThreadList as List } from "#app/contact/thread-list.server.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { DeskEmpty } from "./desk-empty.tsx";
import { Pager } from "./pager.tsx";
import { PaneRows } from "./panes.tsx";

const NOTHING = {
  open: "Every message is answered",
  answered: "No answered messages",
  closed: "No closed messages",
  notices: "No notices",
};

const pathOf = (state: string, words: string) =>
  `/desk/messages?${new URLSearchParams({ state, ...(words && { q: words }) })}`;

/** A list of messages with its filters. `current`: the id of the message that is open beside it. */
export function ThreadList({ list, current }: { list: List; current: string }) {
  const { filter, words, isFirst, rows, range, previous, next, failure } = list;
  const label = THREAD_FILTERS[filter].label;
  return (
    <>
      <nav className="parts pane-parts" aria-label="Which messages">
        {Object.entries(THREAD_FILTERS).map(([state, { label }]) => (
          <a key={state} href={pathOf(state, words)} aria-current={state === filter ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <form action="/desk/messages" className="pane-search">
        <input type="hidden" name="state" value={filter} />
        <input
          className="input"
          type="search"
          name="q"
          defaultValue={words}
          aria-label="Name, subject, address or domain"
          placeholder="Name, subject, address"
        />
        <button type="submit" className="button button-alt">
          Find
        </button>
      </form>
      {rows === null && <ReadFailure title={failure} retryHref={pathOf(filter, words)} />}
      {rows?.length === 0 && (
        <DeskEmpty
          title={words ? "No message has these words" : isFirst ? NOTHING[filter] : "No message is on this page"}
        >
          <p>
            {words || !isFirst ? (
              <a href={pathOf(filter as ThreadFilter, "")}>Show all</a>
            ) : (
              "New messages come from the contact form."
            )}
          </p>
        </DeskEmpty>
      )}
      {rows !== null && rows.length > 0 && (
        <PaneRows
          heading={`${label}, ${filter === "open" ? "oldest" : "newest"} first`}
          {...(range && { note: range })}
          rows={rows}
          current={current}
        >
          <Pager previous={previous} next={next} size={THREADS_PER_PAGE} />
        </PaneRows>
      )}
      <p className="pane-fold">
        <a className="inline-flex min-h-touch items-center" href="/desk/messages/answers">
          Saved answers
        </a>
      </p>
    </>
  );
}
