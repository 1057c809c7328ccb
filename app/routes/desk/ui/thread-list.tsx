import { THREAD_FILTERS, THREADS_PER_PAGE, type ThreadFilter } from "#app/contact/thread.ts";
import type { ThreadList as List } from "#app/contact/thread-list.server.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { DeleteThreadsForm } from "./delete-thread-forms.tsx";
import { DeskEmpty } from "./desk-empty.tsx";
import { DeskHead } from "./desk-head.tsx";
import { Pager } from "./pager.tsx";
import { type PaneRow, PaneRows, PaneSearch } from "./panes.tsx";
import { Writers } from "./writers.tsx";

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
  const { filter, words, isFirst, isSelecting, here, select, rows, range, previous, next, failure } = list;
  const label = THREAD_FILTERS[filter].label;
  const rowsOf = (shown: readonly PaneRow[]) => (
    <PaneRows
      heading={`${label}, ${filter === "open" ? "oldest" : "newest"} first`}
      {...(range && { note: range })}
      rows={shown}
      current={current}
    >
      <Pager previous={previous} next={next} size={THREADS_PER_PAGE} />
    </PaneRows>
  );
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
      <PaneSearch
        action="/desk/messages"
        label="Name, subject, address or domain"
        placeholder="Name or subject"
        q={words}
      >
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
      {rows !== null && rows.length > 0 && !isSelecting && rowsOf(rows)}
      {rows !== null && rows.length > 0 && filter !== "notices" && (
        <Writers instead={isSelecting && rowsOf(rows)}>
          {isSelecting ? (
            <DeleteThreadsForm action={select} back={here}>
              {(ticked) => rowsOf(rows.map((row) => ({ ...row, box: <Box {...row} ticked={ticked} /> })))}
            </DeleteThreadsForm>
          ) : (
            <p className="actions">
              <a className="link" href={select}>
                Delete several
              </a>
            </p>
          )}
        </Writers>
      )}
    </>
  );
}

type BoxProps = { id: string; version: string; title: string; ticked: readonly unknown[] };

/** The box of a message. Its value has the version, so that nobody deletes what was added meanwhile. */
function Box({ id, version, title, ticked }: BoxProps) {
  const value = `${id} ${version}`;
  return (
    <label className="flex items-center border-b border-line px-3">
      <input
        type="checkbox"
        name="thread"
        value={value}
        defaultChecked={ticked.includes(value)}
        className="size-6"
        aria-label={`Tick: ${title}`}
      />
    </label>
  );
}
