import { NAMES_A_PAGE, type NameFilter, nameListPath } from "#app/orders/name-forms.ts";
import type { NameListView } from "#app/orders/name-view.server.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { DeskEmpty } from "./desk-empty.tsx";
import { DeskHead } from "./desk-head.tsx";
import { Pager } from "./pager.tsx";
import { PaneRows, PaneSearch } from "./panes.tsx";

type NameListProps = {
  filter: NameFilter;
  list: NameListView | null;
  failure: string;
  current: string;
  headingAs?: "h1" | "h2";
};

/** The names of all customers with their search. `current`: the name that is open beside them. */
export function NameList({ filter, list, failure, current, headingAs = "h2" }: NameListProps) {
  return (
    <>
      <DeskHead title="Names" as={headingAs} />
      <PaneSearch action="/desk/names" label="A name or a part of it" q={filter.q} />
      {list === null && <ReadFailure title={failure} retryHref={nameListPath(filter)} />}
      {list?.rows.length === 0 && (
        <DeskEmpty title={filter.q === "" && !filter.place ? "No name yet" : "No name is like that"}>
          <p>{filter.place ? <a href="/desk/names">The first page</a> : "Names that are ordered appear here."}</p>
        </DeskEmpty>
      )}
      {list !== null && list.rows.length > 0 && (
        <PaneRows heading="By their last day" note={list.range} rows={list.rows} current={current}>
          <Pager previous={list.previous} next={list.next} size={NAMES_A_PAGE} />
        </PaneRows>
      )}
    </>
  );
}
