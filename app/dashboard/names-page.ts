import { filterDomains, type OwnedDomain } from "#app/domains/owned-domain.ts";
import { type PageKey, pageKeyText, readPageKey } from "#app/platform/text/page-key.ts";

/** Names on a page of the dashboard. */
export const NAMES_A_PAGE = 50;

export type NameSort = "end" | "name";

/** A page of a customer's names. `isWhole`: all of them are here, so that the browser filters and sorts them itself. */
export type NamesPage = {
  names: OwnedDomain[];
  isWhole: boolean;
  filter: string;
  sort: NameSort;
  all: number;
  /** How many fit the filter, and how many of these come before this page. */
  found: number;
  before: number;
  /** `after` of the links to the previous and the next page: "" for the first page, null for a page that does not exist. */
  previous: string | null;
  next: string | null;
  /** The ticked names, and those of them that are not on this page. */
  picks: string[];
  picked: OwnedDomain[];
};

/**
 * Returns the page of the names that fit the filter `q` of a URL in its order `sort`, from the row after the key `after`, and
 * the names that are ticked (`pick`). Takes all names of the customer, sorted by expiry date and then by name. Source:
 * docs/product/dashboard.md, "Dashboard".
 */
export function namesPage(owned: readonly OwnedDomain[], params: URLSearchParams): NamesPage {
  const filter = params.get("q") ?? "";
  const sort = readSort(params);
  const isWhole = owned.length <= NAMES_A_PAGE;
  const sorted = sort === "end" ? owned : [...owned].sort((one, other) => (one.name < other.name ? -1 : 1));
  const found = isWhole ? sorted : filterDomains(sorted, filter);
  const before = isWhole ? 0 : firstAfter(found, sort, readPageKey(params.get("after"), "text"));
  const names = found.slice(before, before + NAMES_A_PAGE);
  const keyOf = (last: OwnedDomain | undefined) =>
    last ? pageKeyText({ at: last.expiryDate, key: last.name } satisfies PageKey) : "";
  const picks = new Set(params.getAll("pick"));
  const ticked = picks.size === 0 ? [] : owned.filter(({ name }) => picks.has(name));
  return {
    names,
    isWhole,
    filter,
    sort,
    all: owned.length,
    found: found.length,
    before,
    previous: before > 0 ? keyOf(found[before - NAMES_A_PAGE - 1]) : null,
    next: before + names.length < found.length ? keyOf(names.at(-1)) : null,
    picks: ticked.map(({ name }) => name),
    picked: ticked.filter((domain) => !names.includes(domain)),
  };
}

/** Returns the order of a URL. The last value counts: a button is sent after the field that keeps the present order. */
export function readSort(params: URLSearchParams): NameSort {
  return params.getAll("sort").at(-1) === "name" ? "name" : "end";
}

function firstAfter(sorted: readonly OwnedDomain[], sort: NameSort, after: PageKey | undefined): number {
  if (!after) return 0;
  const at = Date.parse(after.at);
  const isLater = ({ expiryDate, name }: OwnedDomain) =>
    sort === "name" || Date.parse(expiryDate) === at ? name > after.key : Date.parse(expiryDate) > at;
  const first = sorted.findIndex(isLater);
  // After the last name: the last page, because names may have gone since the link was made.
  return first === -1 ? Math.max(0, sorted.length - NAMES_A_PAGE) : first;
}
