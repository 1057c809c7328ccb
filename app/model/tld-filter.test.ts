import { expect, test } from "vitest";
import { filterTldPrices, readTldFilter } from "./tld-filter.ts";
import { TLD_PRICES } from "./tld-prices.ts";

const endings = (filter: string) => filterTldPrices(TLD_PRICES, filter).map(({ tld }) => tld);

test.each(["or", ".or", " ..OR "])("the filter %j ignores leading dots and case", (filter) => {
  expect(endings(filter)).toEqual(["or.ke", "org", "store"]);
});

test("finds an ending of two parts, and finds all Kenyan endings by .ke", () => {
  expect(endings("co.ke")).toEqual(["co.ke"]);
  expect(filterTldPrices(TLD_PRICES, ".ke")).toEqual(TLD_PRICES.filter(({ isByHand }) => isByHand));
});

test.each(["", "  ", "."])("the filter %j keeps all endings", (filter) => {
  expect(filterTldPrices(TLD_PRICES, filter)).toEqual(TLD_PRICES);
});

test.each(["xyz", "co_ke", "<script>", "k e", "a".repeat(5000)])("the filter %j matches no ending", (filter) => {
  expect(filterTldPrices(TLD_PRICES, filter)).toEqual([]);
});

test("trims a filter and cuts it at 30 characters", () => {
  expect(readTldFilter(null)).toBe("");
  expect(readTldFilter("  .ke ")).toBe(".ke");
  expect(readTldFilter("🍅".repeat(40))).toBe("🍅".repeat(30));
});
