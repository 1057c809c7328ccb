import fc from "fast-check";
import { expect, test } from "vitest";
import { HOSTING_PLANS } from "#app/domains/hosting-plans.ts";
import { termDays, upgradeDueKsh, yearPriceOf } from "./service-price.ts";

const yearOf = (plan: string, seats: number | null) =>
  yearPriceOf({ kind: seats === null ? "hosting" : "mail", plan, seats })?.ksh ?? 0;
const days = fc.record({ left: fc.integer({ min: 8, max: 364 }), term: fc.constantFrom(365, 366) });

test("any chain of larger plans costs what the direct one costs, give or take a shilling a step", () => {
  const steps = fc.subarray([0, 1, 2, 3], { minLength: 2 });
  fc.assert(
    fc.property(steps, days, (chain, term) => {
      const years = chain.map((at) => yearOf(HOSTING_PLANS[at]?.slug ?? "", null));
      const paid = years.slice(1).reduce((sum, year, at) => sum + upgradeDueKsh(year, years[at] ?? 0, term), 0);
      const direct = upgradeDueKsh(years.at(-1) ?? 0, years[0] ?? 0, term);
      expect(Math.abs(paid - direct)).toBeLessThanOrEqual(chain.length - 1);
    }),
  );
});

test("any chain of more mailboxes costs what the direct one costs, give or take a shilling a step", () => {
  const chains = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(chains, days, (unsorted, term) => {
      const years = unsorted.sort((one, other) => one - other).map((seats) => yearOf("professional", seats));
      const paid = years.slice(1).reduce((sum, year, at) => sum + upgradeDueKsh(year, years[at] ?? 0, term), 0);
      const direct = upgradeDueKsh(years.at(-1) ?? 0, years[0] ?? 0, term);
      expect(Math.abs(paid - direct)).toBeLessThanOrEqual(years.length - 1);
    }),
  );
});

test("Starter to Deluxe with 200 of 365 days left costs KSh 5,984, and nothing costs less than KSh 10", () => {
  expect(upgradeDueKsh(17_148, 6_228, { left: 200, term: 365 })).toBe(5984);
  expect(upgradeDueKsh(6_229, 6_228, { left: 8, term: 365 })).toBe(10);
  expect(upgradeDueKsh(6_228, 17_148, { left: 200, term: 365 })).toBe(10);
});

test("a term is a day longer with 29 February in it", () => {
  expect([termDays("2028-02-28"), termDays("2028-02-29"), termDays("2028-12-31"), termDays("2027-03-01")]).toEqual([
    365, 366, 366, 365,
  ]);
});
