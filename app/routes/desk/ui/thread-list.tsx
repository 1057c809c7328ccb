import { THREAD_FILTERS, THREADS_PER_PAGE, type ThreadFilter } from "#app/contact/thread.ts";
import type { ThreadList as List } from "#app/contact/thread-list.server.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { DeskEmpty } from "./desk-empty.tsx";
import { DeskHead } from "./desk-head.tsx";
import { Pager } from "./pager.tsx";
import { PaneRows, PaneSearch } from "./panes.tsx";

const NOTHING = {
  open: "Every message is answered",
  answered: "No answered messages",
  closed: "No closed messages",
  notices: "No notices",
};

const pathOf = (state: string, words: string) =>
  `/desk/messages?${new URLSearchParams({ state, ...(words && { q: words }) })}`;

type ThreadListProps = { list: List; current: string; headingAs?: "h1" | "h2" };

/** A list of messages with its filters. `current`: the id of the message that is open beside it. */
export function ThreadList({ list, current, headingAs = "h2" }: ThreadListProps) {
  const { filter, words, isFirst, rows, range, previous, next, failure } = list;
  const label = THREAD_FILTERS[filter].label;
  return (
    <>
      <DeskHead title="Messages" as={headingAs}>
        <a href="/desk/messages/answers">Saved answers</a>
      </DeskHead>
      <nav className="parts pane-parts" aria-label="Which messages">
        {Object.entries(THREAD_FILTERS).map(([state, { label }]) => (
          <a key={state} href={pathOf(state, words)} aria-current={state === filter ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <PaneSearch action="/desk/messages" label="Name, subject, address or domain" q={words}>
        <input type="hidden" name="state" value={filter} />
      </PaneSearch>
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
    </>
  );
}
