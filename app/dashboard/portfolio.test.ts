import { expect, test } from "vitest";
import { filterDomains, labelsOf, listedDomain, type OwnedDomain } from "#app/domains/owned-domain.ts";
import { dueNames } from "#app/orders/renewals.ts";
import { ownedDomain } from "../../tests/owned-domain.ts";
import { expiriesByMonth, portfolioOf } from "./portfolio.ts";

const NOW = new Date("2026-11-21T09:00:00Z");

function owned(name: string, daysLeft: number, more: Partial<OwnedDomain> = {}) {
  const expiryDate = new Date(NOW.getTime() + daysLeft * 86_400_000).toISOString();
  return ownedDomain(name, expiryDate, more);
}

const all = [
  owned("expired.co.ke", -4),
  owned("today.com", 0, { sslStatus: "expired" }),
  owned("edge.co.ke", 30),
  owned("after.co.ke", 31, { zoneId: null, sslStatus: null }),
  owned("held.dev", 200, { status: "suspended" }),
  owned("far.example", 800),
];
const domains = all.map((domain) => listedDomain(domain, NOW));

test("the dashboard's figures count every domain once", () => {
  const parts = { due: dueNames(all, [], NOW), hasPadlock: ({ sslStatus }: OwnedDomain) => sslStatus === "active" };
  expect(portfolioOf(all, parts, NOW)).toEqual({
    ...{ all: 6, active: 4, expired: 1, other: 1, withPadlock: 4, withDns: 5, unpriced: 1 },
    due: { ksh: 3 * 1500 + 3288, by: "22 Dec 2026" },
    endings: [
      { ending: ".co.ke", count: 3 },
      { ending: ".com", count: 1 },
      { ending: ".dev", count: 1 },
      { ending: ".example", count: 1 },
    ],
    yearly: { ksh: 3 * 1500 + 3288 + 3288, usdCents: 3 * 1154 + 2529 + 2529 },
  });
});

test("the dashboard's figures are zero without domains", () => {
  const none = { all: 0, endings: [], yearly: { ksh: 0, usdCents: 0 } };
  expect(portfolioOf([], { due: [], hasPadlock: () => false }, NOW)).toMatchObject(none);
});

test("the expiries by month cover twelve months from the current one, by urgency", () => {
  const months = expiriesByMonth(all, NOW);
  expect(months.map(({ name }) => name).join(" ")).toBe("Nov Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct");
  expect(months.filter(({ expired, soon, later }) => expired + soon + later > 0)).toEqual([
    { name: "Nov", ksh: 1500 + 3288, expired: 1, soon: 1, later: 0 },
    { name: "Dec", ksh: 3000, expired: 0, soon: 1, later: 1 },
    { name: "Jun", ksh: 3288, expired: 0, soon: 0, later: 1 },
  ]);
});

test("the current month, in Nairobi, comes first and has the domains that expired long ago", () => {
  const [november] = expiriesByMonth([owned("old.co.ke", -400)], NOW);
  expect(november).toEqual({ name: "Nov", ksh: 1500, expired: 1, soon: 0, later: 0 });
  expect(expiriesByMonth([], new Date("2026-11-30T21:00:00Z"))[0]?.name).toBe("Dec");
});

test.each([
  ["", 6],
  ["  CO.KE ", 3],
  ["zzz", 0],
])("the filter %j keeps %i domains", (typed, count) => {
  expect(filterDomains(domains, typed)).toHaveLength(count);
});

test.each([
  [owned("a.co.ke", -1), "bad expired"],
  [owned("a.co.ke", -1, { status: "suspended" }), "bad expired"],
  [owned("a.co.ke", 3, { status: "suspended" }), "bad suspended, warn ends in 3 days"],
  [owned("a.co.ke", 30), "ok active, warn ends in 30 days"],
  [owned("a.co.ke", 31), "ok active"],
])("labels show the status, and the expiry when it is near (%#)", (domain, expected) => {
  const labels = labelsOf(listedDomain(domain, NOW));
  expect(labels.map(({ kind, word }) => `${kind} ${word}`).join(", ")).toBe(expected);
});
