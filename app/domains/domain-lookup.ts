import type { Price } from "#app/platform/money.ts";
import type { ParsedName } from "./domain-name.ts";
import { findTldPrice } from "./tld-prices.ts";

type NameParts = {
  /** The ASCII name, as providers expect it: "xn--…" for an international name. */
  domain: string;
  /** The name for display; in ASCII if it could be confused with another name. */
  display: string;
  /** The ending without a leading dot: "co.ke". */
  tld: string;
};
/** `price` is for the first year, `renewalPrice` for each year after. */
type Prices = { price: Price; renewalPrice: Price };

/**
 * The result of a domain search (docs/product/domains.md, "Domain search"). "unknown": the lookup failed; a failure is never
 * "taken". "by-hand": a person registers the name. `isUnused`: true if a DNS lookup found no use of the name; false if that
 * lookup failed. `papers`: the documents that the registry requires. "too-many": our own rate limit was reached.
 */
export type DomainLookup = NameParts &
  (
    | ({ kind: "available" } & Prices)
    | { kind: "taken" }
    | { kind: "not-sold" }
    | ({ kind: "by-hand"; isUnused: boolean; papers?: string } & Prices)
    | { kind: "unknown"; message: string }
    | { kind: "too-many"; retryAfterSeconds: number }
  );

/** Returns the parts of a name that every lookup result has. */
export function lookedUpName({ domain, display, tld }: ParsedName): NameParts {
  return { domain, display, tld };
}

/** Returns the result for a name that a person registers, before any lookup: "not-sold" if we do not list its ending. */
export function manualLookup(name: ParsedName): DomainLookup {
  const listed = findTldPrice(name.tld);
  if (!listed) return { ...lookedUpName(name), kind: "not-sold" };
  const { price, renewalPrice, papers } = listed;
  return { ...lookedUpName(name), kind: "by-hand", isUnused: false, price, renewalPrice, ...(papers && { papers }) };
}

/** Returns whether browsers show a name in ASCII because it could be confused with another (look-alike.ts). */
export function isConfusable({ domain, display }: { domain: string; display: string }): boolean {
  return display === domain && domain.includes("xn--");
}
