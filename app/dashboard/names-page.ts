import { filterDomains, type ListedDomain, listedDomain, type OwnedDomain } from "#app/domains/owned-domain.ts";
import { type PageKey, pageKeyText, readPageKey } from "#app/platform/text/page-key.ts";

/** Names on a page of the dashboard. */
export const NAMES_A_PAGE = 50;

/** The list of a customer's names. `isWhole`: all of them are here, so that the browser filters them while somebody types. */
export type NamesPage = {
  names: ListedDomain[];
  isWhole: boolean;
  filter: string;
  all: number;
  /** How many fit the filter, and how many of these come before this page. */
  found: number;
  before: number;
  previous: string | null;
  next: string | null;
};

/**
 * Returns the page of the names that fit the filter `q` of a URL, from the row after the key `after`. Takes all names of the
 * customer, sorted by expiry date and then by name. Source: docs/product/dashboard.md, "Dashboard".
 */
export function namesPage(owned: readonly OwnedDomain[], params: URLSearchParams, now: Date): NamesPage {
  const filter = params.get("q") ?? "";
  const isWhole = owned.length <= NAMES_A_PAGE;
  const found = isWhole ? owned : filterDomains(owned, filter);
  const before = isWhole ? 0 : firstAfter(found, readPageKey(params.get("after"), "text"));
  const page = found.slice(before, before + NAMES_A_PAGE);
  const path = (last: OwnedDomain | undefined) =>
    `/dashboard?${new URLSearchParams({ ...(filter && { q: filter }), ...(last && { after: pageKeyText(keyOf(last)) }) })}`;
  return {
    names: page.map((domain) => listedDomain(domain, now)),
    isWhole,
    filter,
    all: owned.length,
    found: found.length,
    before,
    previous: before > 0 ? path(found[before - NAMES_A_PAGE - 1]) : null,
    next: before + page.length < found.length ? path(page.at(-1)) : null,
  };
}

const keyOf = ({ expiryDate, name }: OwnedDomain): PageKey => ({ at: expiryDate, key: name });

function firstAfter(sorted: readonly OwnedDomain[], after: PageKey | undefined): number {
  if (!after) return 0;
  const at = Date.parse(after.at);
  const isLater = ({ expiryDate, name }: OwnedDomain) =>
    Date.parse(expiryDate) > at || (Date.parse(expiryDate) === at && name > after.key);
  const first = sorted.findIndex(isLater);
  // After the last name: the last page, because names may have gone since the link was made.
  return first === -1 ? Math.max(0, sorted.length - NAMES_A_PAGE) : first;
}
