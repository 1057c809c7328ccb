import { Form } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { namesOf } from "#app/dashboard/action-items-words.ts";
import type { NameRow } from "#app/dashboard/name-rows.ts";
import { NAMES_A_PAGE, type NamesPage } from "#app/dashboard/names-page.ts";
import { filterDomains } from "#app/domains/owned-domain.ts";
import { LONGEST_TYPED } from "#app/platform/http/request-limits.ts";
import { formatKsh } from "#app/platform/money.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { AS_TYPED } from "#app/ui/forms/input-props.ts";
import { useHistoryNavigations } from "#app/ui/forms/use-history-navigations.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { DomainTable } from "./domain-table.tsx";

const ID = "name-to-find";
/** The form's id, for a button outside of it. */
export const NAMES_FORM = "names-form";

/** A page of names with their rows. */
export type NameList = Omit<NamesPage, "names" | "picked"> & { names: NameRow[]; picked: NameRow[] };

/** `sort` and `filter` are of the URL. `isPaidHere`: whether a renewal is paid by M-PESA at once. */
type DomainListProps = { list: NameList; isPaidHere: boolean } & Pick<NamesPage, "filter" | "sort">;

/**
 * A customer's domains in one form: filter, order, pages and ticked names are its fields, so that none loses another. With
 * JavaScript a list of one page is filtered as the user types, and the bar below has the sum of the ticked names.
 */
export function DomainList({ list, filter, sort, isPaidHere }: DomainListProps) {
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const place = `${useHistoryNavigations()} ${filter}`;
  const lastPlace = useRef(place);
  const [typed, setTyped] = useState(filter);
  // Undefined until hydration: only the browser knows what is ticked.
  const [ticked, setTicked] = useState<readonly string[]>();
  useEffect(() => {
    if (!field.current) return;
    // Keeps what was typed before hydration. A new filter in the URL replaces it.
    if (lastPlace.current !== place) field.current.value = filter;
    lastPlace.current = place;
    setTyped(field.current.value);
  }, [place, filter]);
  useEffect(() => setTicked(ticksIn(form.current)), []);
  const { names, picked, picks, isWhole, all, found, before, previous, next } = list;
  const shown = isWhole ? sorted(filterDomains(names, typed), sort) : names;
  const count = isWhole ? shown.length : found;
  const rows = [...names, ...picked];
  const hidden = (ticked ?? picks).filter((one) => !shown.some(({ name }) => name === one));
  const follow = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target === field.current) setTyped(field.current.value);
    else setTicked(ticksIn(form.current));
  };
  return (
    <Form
      ref={form}
      id={NAMES_FORM}
      method="get"
      action="/dashboard"
      preventScrollReset
      reloadDocument={!isWhole}
      onInput={follow}
      className="names-form"
    >
      {/* Enter in the field presses the form's first button, which must not be one of "Sort by". */}
      <button type="submit" hidden />
      <div className="tools">
        <h2 id="your-domains">Your Domains</h2>
        <p role="status" className="quiet">
          {count < all && `${count} of ${namesOf(all)}`}
        </p>
        {all > 1 && (
          <>
            <p className="sort">
              Sort by
              {SORTS.map(([value, label]) => (
                <button key={value} type="submit" name="sort" value={value} aria-current={value === sort || undefined}>
                  {label}
                </button>
              ))}
            </p>
            <div className="find">
              <label htmlFor={ID} className="visually-hidden">
                Find one of your names
              </label>
              <input
                ref={field}
                id={ID}
                name="q"
                className="input"
                defaultValue={filter}
                placeholder="Find a name"
                enterKeyHint="search"
                maxLength={LONGEST_TYPED}
                autoComplete="off"
                {...AS_TYPED}
                // Keeps the focus after a client-side navigation.
                data-arrival={filter === "" ? undefined : ""}
              />
              <Button kind="alt">Find</Button>
            </div>
          </>
        )}
      </div>
      {sort === "name" && <input type="hidden" name="sort" value={sort} />}
      {hidden.map((name) => (
        <input key={name} type="hidden" name="pick" value={name} />
      ))}
      {shown.length > 0 ? (
        <DomainTable domains={shown} ticked={ticked ?? picks} />
      ) : (
        <Empty title={`No domains match “${(isWhole ? typed : list.filter).trim()}”.`}>
          <ButtonLink kind="alt" to="/dashboard" preventScrollReset reloadDocument={!isWhole}>
            Show all
          </ButtonLink>
        </Empty>
      )}
      {!isWhole && shown.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 pt-2">
          <p className="quiet flex-1">
            {before + 1} to {before + names.length} of {found}
          </p>
          {previous !== null && (
            <Button kind="alt" name="after" value={previous}>
              Previous {NAMES_A_PAGE}
            </Button>
          )}
          {next !== null && (
            <Button kind="alt" name="after" value={next}>
              Next {NAMES_A_PAGE}
            </Button>
          )}
        </div>
      )}
      <RenewBar rows={rows} ticked={ticked} isPaidHere={isPaidHere} />
    </Form>
  );
}

const SORTS = [
  ["end", "Ends"],
  ["name", "Name"],
] as const;

function ticksIn(form: HTMLFormElement | null): string[] {
  return new FormData(form ?? undefined).getAll("pick").map(String);
}

function sorted(names: readonly NameRow[], sort: NamesPage["sort"]): NameRow[] {
  const keyOf = ({ name, expiry }: NameRow) => (sort === "name" ? name : `${expiry.iso} ${name}`);
  return [...names].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

type RenewBarProps = { rows: readonly NameRow[]; ticked: readonly string[] | undefined; isPaidHere: boolean };

/** Renews the ticked names together. Without JavaScript their sum is on the next page. */
function RenewBar({ rows, ticked = [], isPaidHere }: RenewBarProps) {
  const prices = rows.flatMap(({ name, renewKsh }) => (ticked.includes(name) ? (renewKsh ?? 0) : []));
  const sum = prices.reduce((total, ksh) => total + ksh, 0);
  return (
    <div className="pick">
      <p role="status">
        {prices.length > 0 && <b>{namesOf(prices.length)} picked. </b>}
        One year each
        {isPaidHere && (
          <>
            , one <span className="whitespace-nowrap">M-PESA</span> payment
          </>
        )}
        .{prices.includes(0) && " Some prices are not in our list: we e-mail you those."}
      </p>
      <Button formAction="/dashboard/orders/renew">
        {sum > 0 ? `Renew ${prices.length}: ${formatKsh(sum)}` : "Renew the ticked names"}
      </Button>
    </div>
  );
}
