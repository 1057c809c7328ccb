import { NAMES_A_PAGE, type NameFilter, nameListPath } from "#app/orders/name-forms.ts";
import type { NameListView } from "#app/orders/name-view.server.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { Field } from "#app/ui/forms/field.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { DeskEmpty } from "./desk-empty.tsx";
import { Pager } from "./pager.tsx";
import { PaneRows } from "./panes.tsx";

type NameListProps = { filter: NameFilter; list: NameListView | null; failure: string; current: string };

/** The names of all customers with their search. `current`: the name that is open beside them. */
export function NameList({ filter, list, failure, current }: NameListProps) {
  return (
    <>
      <form action="/desk/names" className="form p-4">
        <Field id="q" name="q" label="A name or a part of it" defaultValue={filter.q} maxLength={253} />
        <Button kind="alt">Find</Button>
      </form>
      {list === null && <ReadFailure title={failure} retryHref={nameListPath(filter)} />}
      {list?.rows.length === 0 && (
        <DeskEmpty title={filter.q === "" && !filter.place ? "No name yet" : "No name is like that"}>
          <p>{filter.place ? <a href="/desk/names">The first page</a> : "Names that are ordered appear here."}</p>
        </DeskEmpty>
      )}
      {list !== null && list.rows.length > 0 && (
        <PaneRows heading="Names" note={list.range} rows={list.rows} current={current}>
          <Pager previous={list.previous} next={list.next} size={NAMES_A_PAGE} />
        </PaneRows>
      )}
    </>
  );
}
