import { expect, test } from "vitest";
import { filterTldPrices, readTldFilter } from "./tld-filter.ts";
import { TLD_PRICES } from "./tld-prices.ts";

const endings = (filter: string) => filterTldPrices(TLD_PRICES, filter).map(({ tld }) => tld);

const ALL = TLD_PRICES.map(({ tld }) => tld);

test.each([
  ...["or", ".or", " ..OR "].map((filter) => [filter, ["or.ke", "org", "store"]] as const),
  ["co.ke", ["co.ke"]] as const,
  [".ke", ALL.filter((tld) => /(^|\.)ke$/.test(tld))] as const,
  ...["", "  ", "."].map((filter) => [filter, ALL] as const),
  ...["xyz", "co_ke", "<script>", "k e", "a".repeat(5000)].map((filter) => [filter, []] as const),
])("the filter %j keeps %j", (filter, expected) => {
  expect(endings(filter)).toEqual(expected);
});

test("trims a filter and cuts it at 30 characters", () => {
  expect(readTldFilter(null)).toBe("");
  expect(readTldFilter("  .ke ")).toBe(".ke");
  expect(readTldFilter("🍅".repeat(40))).toBe("🍅".repeat(30));
});
