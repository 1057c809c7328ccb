import { REQUESTS_A_PAGE, type RequestFilter, requestListPath } from "#app/requests/desk-forms.ts";
import type { RequestListView } from "#app/requests/desk-view.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { DeskEmpty } from "./desk-empty.tsx";
import { DeskHead } from "./desk-head.tsx";
import { Pager } from "./pager.tsx";
import { PaneRows } from "./panes.tsx";

type RequestListProps = {
  filter: RequestFilter;
  list: RequestListView | null;
  failure: string;
  current: string;
  headingAs?: "h1" | "h2";
};

/** The requests about names. `current`: the id of the one that is open beside them. */
export function RequestList({ filter, list, failure, current, headingAs = "h2" }: RequestListProps) {
  const isOpen = filter.view === "open";
  const other = requestListPath({ view: isOpen ? "all" : "open", place: undefined });
  return (
    <>
      <DeskHead title="Name requests" as={headingAs} />
      {list === null && <ReadFailure title={failure} retryHref={requestListPath(filter)} />}
      {list?.rows.length === 0 && (
        <DeskEmpty title={isOpen ? "No request waits for you" : "No request yet"}>
          <p>What customers ask about their names appears here a day later.</p>
        </DeskEmpty>
      )}
      {list !== null && list.rows.length > 0 && (
        <PaneRows
          heading={isOpen ? "Open, oldest first" : "All, newest first"}
          note={list.range}
          rows={list.rows}
          current={current}
        >
          <Pager previous={list.previous} next={list.next} size={REQUESTS_A_PAGE} />
        </PaneRows>
      )}
      <p className="px-4">
        <a className="inline-flex min-h-touch items-center" href={other}>
          {isOpen ? "All requests" : "Open requests"}
        </a>
      </p>
    </>
  );
}
