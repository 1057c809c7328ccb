import { describe, expect, test } from "vitest";
import { filterDomains, labelsOf } from "./listed-domain.ts";
import { listedDomain, type OwnedDomain } from "./owned-domain.ts";
import { expiriesByMonth, portfolioOf } from "./portfolio.ts";

const NOW = new Date("2026-11-21T09:00:00Z");

function owned(name: string, daysLeft: number, more: Partial<OwnedDomain> = {}) {
  const expiryDate = new Date(NOW.getTime() + daysLeft * 86_400_000).toISOString();
  return { id: name, name, status: "active", expiryDate, zoneId: "zone", sslStatus: "active", ...more };
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

describe("the dashboard's figures", () => {
  test("count every domain once", () => {
    expect(portfolioOf(all, NOW)).toEqual({
      all: 6,
      active: 4,
      expired: 1,
      other: 1,
      withSsl: 4,
      withDns: 5,
      nextDays: 0,
      endings: [
        { ending: ".co.ke", count: 3 },
        { ending: ".com", count: 1 },
        { ending: ".dev", count: 1 },
        { ending: ".example", count: 1 },
      ],
      yearly: { ksh: 3 * 1500 + 3288 + 3288, usdCents: 3 * 1154 + 2529 + 2529 },
      unpriced: 1,
    });
  });

  test("are zero without domains", () => {
    const empty = portfolioOf([], NOW);
    expect(empty).toMatchObject({ all: 0, endings: [], yearly: { ksh: 0, usdCents: 0 } });
    expect(empty.nextDays).toBeUndefined();
  });
});

describe("the expiries by month", () => {
  const months = expiriesByMonth(domains, NOW);

  test("cover twelve months from the current one, by urgency", () => {
    expect(months.map(({ name }) => name)).toEqual([
      ...["Nov", "Dec", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct"],
    ]);
    expect(months.map(({ expired, soon, later }) => [expired, soon, later]).slice(0, 3)).toEqual([
      [1, 1, 0],
      [0, 1, 1],
      [0, 0, 0],
    ]);
    expect(months.find(({ name }) => name === "Jun")).toEqual({ name: "Jun", expired: 0, soon: 0, later: 1 });
  });

  test("count a domain that expired long ago in the current month", () => {
    const [november] = expiriesByMonth([listedDomain(owned("old.co.ke", -400), NOW)], NOW);
    expect(november).toEqual({ name: "Nov", expired: 1, soon: 0, later: 0 });
  });

  test("begin with the current month in Nairobi", () => {
    expect(expiriesByMonth([], new Date("2026-11-30T21:00:00Z"))[0]?.name).toBe("Dec");
  });
});

test.each([
  ["", 6],
  ["  CO.KE ", 3],
  ["today", 1],
  ["zzz", 0],
])("the filter %j keeps %i domains", (typed, count) => {
  expect(filterDomains(domains, typed)).toHaveLength(count);
});

test.each([
  [owned("a.co.ke", -1), "bad expired"],
  [owned("a.co.ke", -1, { status: "suspended" }), "bad expired"],
  [owned("a.co.ke", 3, { status: "suspended" }), "bad suspended, warn ends in 3 days"],
  [owned("a.co.ke", 0), "ok active, warn ends today"],
  [owned("a.co.ke", 30), "ok active, warn ends in 30 days"],
  [owned("a.co.ke", 31), "ok active"],
])("labels show the status, and the expiry when it is near (%#)", (domain, said) => {
  const labels = labelsOf(listedDomain(domain, NOW));
  expect(labels.map(({ kind, word }) => `${kind} ${word}`).join(", ")).toBe(said);
});
