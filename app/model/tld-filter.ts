import type { TldPrice } from "./tld-prices.ts";

/** The longest filter, in characters: no ending is longer. */
const FILTER_CHARACTERS = 30;

/** Returns a typed filter, or one from the URL, trimmed and cut to the maximum length. */
export function readTldFilter(typed: string | null): string {
  return [...(typed ?? "").trim()].slice(0, FILTER_CHARACTERS).join("");
}

/**
 * Returns the endings that contain the filter, in order; all for an empty filter. Case and leading dots are ignored. Source:
 * docs/product.md, "Price list page".
 */
export function filterTldPrices(prices: readonly TldPrice[], filter: string): TldPrice[] {
  const part = readTldFilter(filter).toLowerCase().replace(/^\.+/, "");
  return prices.filter(({ tld }) => tld.includes(part));
}
