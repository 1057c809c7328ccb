import { expect, test } from "vitest";
import type { Order } from "./order.ts";
import type { OwnedDomain } from "./owned-domain.ts";
import { fieldsOf, namePicked, renewalSchema, sumOf } from "./renewal-form.ts";
import { dueNames, MAX_RENEWALS, renewalPage, renewalStanding } from "./renewals.ts";

const NOW = new Date("2026-11-22T09:00:00+03:00");
const DAY_MS = 24 * 3600_000;
const at = (days: number) => new Date(NOW.getTime() + days * DAY_MS).toISOString();
const owned = (name: string, daysLeft: number): OwnedDomain => {
  return { id: name, name, status: "active", expiryDate: at(daysLeft), zoneId: null, sslStatus: null };
};
const ordered = (domain: string, status: Order["status"], daysAgo = 0, kind: Order["kind"] = "renew"): Order => {
  const changed = at(-daysAgo);
  return { id: domain, kind, domain, priceKsh: 1500, status, reason: null, createdAt: changed, updatedAt: changed };
};
const stateOf = (name: string, daysLeft: number, ...orders: Order[]) =>
  dueNames([owned(name, daysLeft)], orders, NOW).map(({ state }) => state)[0];

test.each([
  ["duka.co.ke", 61, undefined],
  ["duka.co.ke", 60, "offered"],
  ["duka.co.ke", 0, "offered"],
  ["duka.co.ke", -80, "offered"],
  ["duka.co.ke", -81, "late"],
  ["duka.com", -30, "offered"],
  ["duka.com", -31, "late"],
] as const)("%s with %d days left is %s", (name, days, state) => {
  expect(stateOf(name, days)).toBe(state);
});

test.each([
  [ordered("duka.co.ke", "requested", 50), "ordered"],
  [ordered("duka.co.ke", "processing", 50), "ordered"],
  [ordered("duka.co.ke", "done", 29), "ordered"],
  [ordered("duka.co.ke", "done", 30), "offered"],
  [ordered("duka.co.ke", "failed"), "offered"],
  [ordered("duka.co.ke", "requested", 0, "certificate"), "offered"],
  [ordered("other.co.ke", "requested"), "offered"],
] as const)("a domain with the order %o is %s", (order, state) => {
  expect(stateOf("duka.co.ke", 5, order)).toBe(state);
});

test("an open order of any age blocks another; after seven days it leads to the agency", () => {
  const standing = (daysAgo: number, status: Order["status"] = "requested") =>
    renewalStanding(owned("duka.co.ke", 5), [ordered("duka.co.ke", status, daysAgo)], NOW);
  expect(standing(6)).toMatchObject({ state: "ordered", needsHelp: false });
  expect(standing(7)).toEqual({
    state: "ordered",
    needsHelp: true,
    text: "You ordered it on 15 Nov 2026, and it is not done yet. Please ask us.",
  });
  expect(standing(365, "processing")).toMatchObject({ state: "ordered", needsHelp: true });
  expect(standing(29, "done")).toMatchObject({ state: "ordered", needsHelp: false });
  const renewed = renewalStanding(owned("duka.co.ke", 370), [ordered("duka.co.ke", "done", 2)], NOW);
  expect(renewed.state, "its expiry date was moved").toBe("offered");
});

test("an offer has a price for each number of years, unless its ending is not listed", () => {
  const [listed, unlisted] = dueNames([owned("duka.co.ke", 5), owned("duka.nowhere", 6)], [], NOW);
  expect(listed).toMatchObject({ ends: "ends in 5 days, 27 Nov 2026", price: 1500 });
  expect(listed).toHaveProperty("choices.1", expect.objectContaining({ value: "2" }));
  expect(listed).toHaveProperty("choices.1.price.ksh", 3000);
  expect(unlisted).toMatchObject({ price: 0, choices: { length: 10 } });
});

const many = Array.from({ length: MAX_RENEWALS + 3 }, (_, index) => owned(`duka-${index}.co.ke`, index));

test("one page offers the most urgent domains, up to the maximum", () => {
  const { offered, more, others } = renewalPage(dueNames([...many, owned("late.co.ke", -90)], [], NOW));
  expect(offered.map(({ name }) => name)).toEqual(many.slice(0, MAX_RENEWALS).map(({ name }) => name));
  expect([more, others.length]).toEqual([3, 1]);
});

test.each(["duka.co.ke", "mama-mboga.co.ke", "xn--caf-dma.com", "dh-d.h-h.ke"])(
  "the field names of %s are plain and can be read back",
  (name) => {
    const { pick, years, shown } = fieldsOf(name);
    for (const field of [pick, years, shown]) expect(field).toMatch(/^[a-z][a-z0-9_]*$/);
    expect([namePicked(pick), namePicked(years), namePicked(shown)]).toEqual([name, undefined, undefined]);
  },
);

const due = dueNames([...many, owned("duka.nowhere", 1)], [], NOW);
const { offered } = renewalPage(due);
const [first, second, last] = ["duka-0.co.ke", "duka-1.co.ke", "duka-22.co.ke"].map(fieldsOf) as [
  ReturnType<typeof fieldsOf>,
  ReturnType<typeof fieldsOf>,
  ReturnType<typeof fieldsOf>,
];
const read = (fields: Record<string, unknown>) => {
  const { success, data, error } = renewalSchema(due, offered).safeParse(fields);
  return success ? data : error.issues.map(({ path, message }) => [path.join(), message]);
};
const SENT = {
  [first.pick]: "on",
  [first.years]: "2",
  [first.shown]: "1500",
  [second.years]: "5",
  [second.shown]: "1500",
};

test("reads the ticked domains with their years and current price", () => {
  expect(read(SENT)).toEqual({ renewals: [{ name: "duka-0.co.ke", years: 2, priceKsh: 3000 }] });
});

test("reports a problem at the field of its domain", () => {
  expect(read({ ...SENT, [second.pick]: "on", [second.years]: "6" })).toEqual([
    [second.years, "Choose how many years, from 1 to 5."],
  ]);
  expect(read({ ...SENT, [first.shown]: ["1500", "1500"] })).toEqual([
    [first.pick, expect.stringContaining("changed")],
  ]);
  expect(read({ ...SENT, [last.pick]: "on" })).toEqual([[last.pick, "It comes with the next press."]]);
});

test.each([undefined, null, "x", {}, { [first.pick]: "off" }])("rejects %o, which selects nothing", (sent) => {
  expect(read(sent as never)).toEqual([["", "Tick at least one name."]]);
});

test("the sum is that of all domains for a year, or of the ticked ones", () => {
  const three = renewalPage(
    dueNames([owned("a.co.ke", 1), owned("b.co.ke", 2), owned("b.nowhere", 3)], [], NOW),
  ).offered;
  expect(sumOf(three, undefined)).toEqual({ names: 3, ksh: 3000, unpriced: 1 });
  const form = new Map([
    [fieldsOf("a.co.ke").pick, "on"],
    [fieldsOf("a.co.ke").years, "3"],
    [fieldsOf("b.co.ke").years, "5"],
  ]);
  expect(sumOf(three, form)).toEqual({ names: 1, ksh: 4500, unpriced: 0 });
});
