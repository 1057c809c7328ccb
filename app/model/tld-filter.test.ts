import { expect, test } from "vitest";
import { filterTldPrices, readTldFilter } from "./tld-filter.ts";
import { TLD_PRICES } from "./tld-prices.ts";

const endings = (filter: string) => filterTldPrices(TLD_PRICES, filter).map(({ tld }) => tld);

test.each(["or", ".or", " ..OR "])("the filter %j finds what contains it, dot and capitals aside", (filter) => {
  expect(endings(filter)).toEqual(["or.ke", "org", "store"]);
});

test("the filter finds an ending of two parts, and .ke finds all Kenyan ones and no other", () => {
  expect(endings("co.ke")).toEqual(["co.ke"]);
  expect(filterTldPrices(TLD_PRICES, ".ke")).toEqual(TLD_PRICES.filter(({ isByHand }) => isByHand));
});

test.each(["", "  ", "."])("the filter %j leaves all of them", (filter) => {
  expect(filterTldPrices(TLD_PRICES, filter)).toEqual(TLD_PRICES);
});

test.each(["xyz", "co_ke", "<script>", "k e", "a".repeat(5000)])("no ending matches %j", (filter) => {
  expect(filterTldPrices(TLD_PRICES, filter)).toEqual([]);
});

test("a filter is trimmed and cut at 30 characters, never inside one", () => {
  expect(readTldFilter(null)).toBe("");
  expect(readTldFilter("  .ke ")).toBe(".ke");
  expect(readTldFilter("🍅".repeat(40))).toBe("🍅".repeat(30));
});
