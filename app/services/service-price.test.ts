import fc from "fast-check";
import { expect, test } from "vitest";
import { HOSTING_PLANS } from "#app/domains/hosting-plans.ts";
import { dayOf } from "./service.ts";
import { upgradeOrderOf } from "./service-order.ts";
import { paidTerms, termDays, upgradeDueKsh, yearPriceOf } from "./service-price.ts";

const yearOf = (plan: string, seats: number | null) =>
  yearPriceOf({ kind: seats === null ? "hosting" : "mail", plan, seats })?.ksh ?? 0;
const days = fc.record({ left: fc.integer({ min: 8, max: 364 }), term: fc.constantFrom(365, 366) });

test("any chain of larger plans costs what the direct one costs, give or take a shilling a step", () => {
  const steps = fc.subarray([0, 1, 2, 3], { minLength: 2 });
  fc.assert(
    fc.property(steps, days, (chain, term) => {
      const years = chain.map((at) => yearOf(HOSTING_PLANS[at]?.slug ?? "", null));
      const paid = years
        .slice(1)
        .reduce((sum, year, at) => sum + upgradeDueKsh(year, [{ paidKsh: years[at] ?? 0, ...term }]), 0);
      const direct = upgradeDueKsh(years.at(-1) ?? 0, [{ paidKsh: years[0] ?? 0, ...term }]);
      expect(Math.abs(paid - direct)).toBeLessThanOrEqual(chain.length - 1);
    }),
  );
});

test("any chain of more mailboxes costs what the direct one costs, give or take a shilling a step", () => {
  const chains = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(chains, days, (unsorted, term) => {
      const years = unsorted.sort((one, other) => one - other).map((seats) => yearOf("professional", seats));
      const paid = years
        .slice(1)
        .reduce((sum, year, at) => sum + upgradeDueKsh(year, [{ paidKsh: years[at] ?? 0, ...term }]), 0);
      const direct = upgradeDueKsh(years.at(-1) ?? 0, [{ paidKsh: years[0] ?? 0, ...term }]);
      expect(Math.abs(paid - direct)).toBeLessThanOrEqual(years.length - 1);
    }),
  );
});

test("Starter to Deluxe with 200 of 365 days left costs KSh 5,984, and nothing costs less than KSh 10", () => {
  expect(upgradeDueKsh(17_148, [{ paidKsh: 6_228, left: 200, term: 365 }])).toBe(5984);
  expect(upgradeDueKsh(6_229, [{ paidKsh: 6_228, left: 8, term: 365 }])).toBe(10);
  expect(upgradeDueKsh(6_228, [{ paidKsh: 17_148, left: 200, term: 365 }])).toBe(10);
});

test("a larger plan for a next year that is paid costs the difference of that year, too", () => {
  const paid = { priceKsh: 6_228, nextOn: "2027-12-01", nextKsh: 5_500 };
  const terms = paidTerms(paid, "2028-11-30", dayOf("2027-10-12"));
  expect(terms).toEqual([
    { paidKsh: 6_228, left: 49, term: 365 },
    { paidKsh: 5_500, left: 366, term: 366 },
  ]);
  expect(upgradeDueKsh(17_148, terms)).toBe(Math.ceil((10_920 * 49) / 365) + 11_648);
  // On the last day of the running year nothing of it is left.
  expect(upgradeDueKsh(17_148, paidTerms(paid, "2028-11-30", dayOf("2027-11-30")))).toBe(11_648);
});

test("its order says what it costs without that year, which may be taken away", () => {
  const [nextOn, today] = ["2027-12-01", dayOf("2027-10-12")];
  const service = { id: "1", domain: "mboga.co.ke", kind: "hosting", plan: "starter", seats: null } as const;
  const orderOf = (nextOn: string | null) => {
    const terms = paidTerms({ priceKsh: 6_228, nextOn, nextKsh: 5_500 }, nextOn ? "2028-11-30" : "2027-11-30", today);
    return upgradeOrderOf({ ...service, nextOn }, { plan: "deluxe", seats: null, yearKsh: 17_148 }, terms);
  };
  const alone = orderOf(null);
  expect(orderOf(nextOn).payload).toEqual({ ...alone.payload, nextOn, thisYearKsh: alone.priceKsh });
});

test("a term is a day longer with 29 February in it", () => {
  expect([termDays("2028-02-28"), termDays("2028-02-29"), termDays("2028-12-31"), termDays("2027-03-01")]).toEqual([
    365, 366, 366, 365,
  ]);
});
