import type { TldPrice } from "./tld-prices.ts";

/** The longest filter that makes sense, in characters: no ending of ours is longer. */
const FILTER_CHARACTERS = 30;

/** A filter as it was typed or as it came in an address: trimmed, and cut where it cannot match any more. */
export function readTldFilter(typed: string | null): string {
  return [...(typed ?? "").trim()].slice(0, FILTER_CHARACTERS).join("");
}

/**
 * Those of the endings that contain what was typed, in their order; all of them for an empty filter. Capitals and dots in
 * front don't count. Source: docs/product.md, "Price list page".
 */
export function filterTldPrices(prices: readonly TldPrice[], filter: string): TldPrice[] {
  const part = readTldFilter(filter).toLowerCase().replace(/^\.+/, "");
  return prices.filter(({ tld }) => tld.includes(part));
}
