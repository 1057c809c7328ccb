import type { ParsedName } from "./domain-name.ts";
import type { Price } from "./money.ts";
import { findTldPrice } from "./tld-prices.ts";

type Asked = {
  /** The name in ASCII, as providers want it: "xn--…" for an international one. */
  domain: string;
  /** The same name as a person reads it; in ASCII when it could be taken for another. */
  display: string;
  /** Its ending, without a dot in front: "co.ke". */
  tld: string;
};
/** `price` is for the first year, `renewalPrice` for each year after. */
type Prices = { price: Price; renewalPrice: Price };

/**
 * What a search says about a name (docs/product.md, "Domain search"). Something that went wrong is "unknown", never
 * "taken". "by-hand" is a name that a person registers; with `isUnused` the internet knows of nobody who uses it, without
 * that could not be looked up; `papers` is what the registry wants to see. "too-many" is our own rate limit.
 */
export type DomainLookup = Asked &
  (
    | ({ kind: "available" } & Prices)
    | { kind: "taken" }
    | { kind: "not-sold" }
    | ({ kind: "by-hand"; isUnused: boolean; papers?: string } & Prices)
    | { kind: "unknown"; message: string }
    | { kind: "too-many"; retryAfterSeconds: number }
  );

/** What every answer says of the name that was asked about. */
export function nameAsked({ domain, display, tld }: ParsedName): Asked {
  return { domain, display, tld };
}

/** The answer for a name that a person registers, before anything is known of it: not sold, if we do not list its ending. */
export function manualLookup(name: ParsedName): DomainLookup {
  const listed = findTldPrice(name.tld);
  if (!listed) return { ...nameAsked(name), kind: "not-sold" };
  const { price, renewalPrice, papers } = listed;
  return { ...nameAsked(name), kind: "by-hand", isUnused: false, price, renewalPrice, ...(papers && { papers }) };
}
