import { expect, test } from "vitest";
import { filterDomains, labelsOf, listedDomain, type OwnedDomain } from "#app/domains/owned-domain.ts";
import type { Order } from "#app/orders/order.ts";
import { dueNames } from "#app/orders/renewals.ts";
import type { Service } from "#app/services/service.ts";
import { ownedDomain } from "../../tests/owned-domain.ts";
import { portfolioOf, renewalsOf, yearAhead } from "./portfolio.ts";

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
    ...{ all: 6, active: 4, expired: 1, other: 1, withPadlock: 4, withDns: 5 },
    due: { ksh: 3 * 1500 + 3288, by: "due by 22 Dec 2026", isOrdered: false },
    endings: [
      { ending: ".co.ke", count: 3 },
      { ending: ".com", count: 1 },
      { ending: ".dev", count: 1 },
      { ending: ".example", count: 1 },
    ],
  });
});

test("the dashboard's figures are zero without domains", () => {
  const none = { all: 0, endings: [], due: { ksh: 0, by: "" } };
  expect(portfolioOf([], { due: [], hasPadlock: () => false }, NOW)).toMatchObject(none);
});

test("a due name that is ordered is not due again", () => {
  const due = [{ name: "a.co.ke", display: "a.co.ke", ends: "in 12 days", state: "ordered" as const }];
  expect(portfolioOf([], { due, hasPadlock: () => false }, NOW).due).toEqual({ ksh: 0, by: "", isOrdered: true });
});

test("the expiries by month cover twelve months from the current one, by urgency", () => {
  const { months, ksh, unpriced } = yearAhead(renewalsOf(all, [], [], NOW), NOW);
  expect([ksh, unpriced]).toEqual([3 * 1500 + 3288 + 3288, 0]);
  expect(months.map(({ name }) => name).join(" ")).toBe("Nov Dec Jan Feb Mar Apr May Jun Jul Aug Sep Oct");
  expect(months.filter(({ expired, soon, later }) => expired + soon + later > 0)).toEqual([
    { name: "Nov", ksh: 1500 + 3288, expired: 1, soon: 1, later: 0 },
    { name: "Dec", ksh: 3000, expired: 0, soon: 1, later: 1 },
    { name: "Jun", ksh: 3288, expired: 0, soon: 0, later: 1 },
  ]);
});

test("the current month, in Nairobi, comes first and has the domains that expired long ago", () => {
  const [november] = yearAhead(renewalsOf([owned("old.co.ke", -400)], [], [], NOW), NOW).months;
  expect(november).toEqual({ name: "Nov", ksh: 1500, expired: 1, soon: 0, later: 0 });
  expect(yearAhead([], new Date("2026-11-30T21:00:00Z")).months[0]?.name).toBe("Dec");
});

test("the year has the services that are to be renewed, and says how many have no price", () => {
  const service = (id: string, ends: string, more: Partial<Service> = {}) =>
    ({
      ...{ id, kind: "hosting", plan: "starter", seats: null, state: "active", endsOn: ends, willEnd: false },
      ...{ renewKsh: null, nextPlan: null, nextSeats: null },
      ...more,
    }) as Service;
  const services = [
    service("a", "2026-12-10"),
    service("b", "2027-01-10", { kind: "mail", plan: "microsoft-365", seats: 2 }),
    service("c", "2026-11-10", { state: "suspended" }),
    service("d", "2026-09-10", { state: "suspended" }),
    service("e", "2027-02-10", { willEnd: true }),
    service("f", "2027-03-10"),
  ];
  const paid = { kind: "extend", status: "requested", serviceId: "f", bill: { isPaid: true } } as Order;
  const { months, ksh, unpriced } = yearAhead(renewalsOf([], services, [paid], NOW), NOW);
  expect([ksh, unpriced]).toEqual([2 * 6228, 1]);
  expect(months.filter((month) => month.ksh > 0).map(({ name }) => name)).toEqual(["Nov", "Dec"]);
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
