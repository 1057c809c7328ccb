import { expect, test } from "vitest";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { ownedDomain } from "../../tests/owned-domain.ts";
import type { Order } from "./order.ts";
import { dueNames, MAX_RENEWALS, renewalPage, renewalStanding } from "./renewals.ts";
import { fieldsOf, namePicked, severalSchema, sumOf } from "./several-form.ts";

const NOW = new Date("2026-11-22T09:00:00+03:00");
const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();
const owned = (name: string, daysLeft: number): OwnedDomain => {
  return ownedDomain(name, at(daysLeft), { zoneId: null, sslStatus: null });
};
const ordered = (domain: string, status: Order["status"], daysAgo = 0, kind: Order["kind"] = "renew"): Order => {
  const changed = at(-daysAgo);
  return {
    id: domain,
    kind,
    domain,
    priceKsh: 1500,
    status,
    reason: null,
    createdAt: changed,
    updatedAt: changed,
    ...{ takenAt: null, priceNamedAt: null, refundDueKsh: 0, refundedAt: null },
  };
};
const due = (...domains: OwnedDomain[]) => dueNames(domains, [], NOW);

test.each([
  ["duka.co.ke", 61, undefined],
  ["duka.co.ke", 60, "offered"],
  ["duka.co.ke", -80, "offered"],
  ["duka.co.ke", -81, "late"],
  ["duka.com", -30, "offered"],
  ["duka.com", -31, "late"],
] as const)("%s with %d days left is %s", (name, days, state) => {
  expect(due(owned(name, days))[0]?.state).toBe(state);
});

test.each([
  [ordered("duka.co.ke", "requested", 6), { state: "ordered", needsHelp: false }],
  [ordered("duka.co.ke", "requested", 7), { state: "ordered", needsHelp: true }],
  [ordered("duka.co.ke", "processing", 365), { state: "ordered", needsHelp: true }],
  [ordered("duka.co.ke", "done", 29), { state: "ordered", needsHelp: false }],
  [ordered("duka.co.ke", "done", 30), { state: "offered" }],
  [ordered("duka.co.ke", "failed"), { state: "offered" }],
  [ordered("duka.co.ke", "requested", 0, "certificate"), { state: "offered" }],
  [ordered("other.co.ke", "requested"), { state: "offered" }],
] as const)("a domain that ends in 5 days and has the order %o has the standing %o", (order, standing) => {
  const domain = owned("duka.co.ke", 5);
  expect(renewalStanding(domain, [order], NOW)).toMatchObject(standing);
  expect(dueNames([domain], [order], NOW)).toMatchObject([{ state: standing.state }]);
});

test("says since when an order is open, and offers another year once the last day has moved", () => {
  const words = "You ordered it on 15 Nov 2026, and it is not done yet. Please ask us.";
  const open = ordered("duka.co.ke", "requested", 7);
  expect(renewalStanding(owned("duka.co.ke", 5), [open], NOW)).toHaveProperty("text", words);
  const done = ordered("duka.co.ke", "done", 2);
  expect(renewalStanding(owned("duka.co.ke", 370), [done], NOW).state).toBe("offered");
});

test("an offer has a price for each number of years, unless its ending is not listed", () => {
  const [listed, unlisted] = due(owned("duka.co.ke", 5), owned("duka.nowhere", 6));
  expect(listed).toMatchObject({ ends: "ends in 5 days, 27 Nov 2026", price: 1500 });
  expect(listed).toHaveProperty("choices.1.value", "2");
  expect(listed).toHaveProperty("choices.1.price.ksh", 3000);
  expect(unlisted).toMatchObject({ price: 0, choices: { length: 9 } });
});

const many = Array.from({ length: MAX_RENEWALS + 3 }, (_, index) => owned(`duka-${index}.co.ke`, index));

test("one page offers the most urgent domains, up to the maximum", () => {
  const { offered, more, others } = renewalPage(due(...many, owned("late.co.ke", -90)));
  expect(offered.map(({ name }) => name)).toEqual(many.slice(0, MAX_RENEWALS).map(({ name }) => name));
  expect([more, others.length]).toEqual([3, 1]);
});

test.each(["mama-mboga.co.ke", "xn--caf-dma.com", "dh-d.h-h.ke"])(
  "the field names of %s are plain and can be read back",
  (name) => {
    const { pick, years, priceField } = fieldsOf(name);
    for (const field of [pick, years, priceField]) expect(field).toMatch(/^[a-z][a-z0-9_]*$/);
    expect([namePicked(pick), namePicked(years), namePicked(priceField)]).toEqual([name, undefined, undefined]);
  },
);

const all = due(...many, owned("duka.nowhere", 1));
const [first, second, last] = [fieldsOf("duka-0.co.ke"), fieldsOf("duka-1.co.ke"), fieldsOf("duka-22.co.ke")];
const read = (fields: unknown) => {
  const { success, data, error } = severalSchema(all, renewalPage(all).offered).safeParse(fields);
  return success ? data : error.issues.map(({ path, message }) => [path.join(), message]);
};
const SENT = {
  ...{ [first.pick]: "on", [first.years]: "2", [first.priceField]: "1500" },
  ...{ [second.years]: "5", [second.priceField]: "1500" },
};

test("reads the ticked domains with their years and current price", () => {
  expect(read(SENT)).toEqual({ names: [{ name: "duka-0.co.ke", years: 2, priceKsh: 3000 }] });
});

test.each([
  [{ [second.pick]: "on", [second.years]: "6" }, second.years, "Choose how many years, from 1 to 5."],
  [{ [first.priceField]: ["1500", "1500"] }, first.pick, "changed"],
  [{ [last.pick]: "on" }, last.pick, "It comes with the next press."],
])("the sent fields with %j have a problem at %s: %s", (fields, field, words) => {
  expect(read({ ...SENT, ...fields })).toEqual([[field, expect.stringContaining(words)]]);
});

test.each([undefined, null, "x", {}, { [first.pick]: "off" }])("rejects %o, which selects nothing", (sent) => {
  expect(read(sent)).toEqual([["", "Tick at least one name."]]);
});

test("the sum is that of the ticked domains for their years", () => {
  const { offered } = renewalPage(due(owned("a.co.ke", 1), owned("b.co.ke", 2), owned("b.nowhere", 3)));
  const [a, b, unpriced] = [fieldsOf("a.co.ke"), fieldsOf("b.co.ke"), fieldsOf("b.nowhere")];
  const form = new Map([
    [a.pick, "on"],
    [a.years, "3"],
    [b.years, "5"],
    [unpriced.pick, "on"],
    [unpriced.years, "1"],
  ]);
  expect(sumOf(offered, form)).toEqual({ names: ["a.co.ke", "b.nowhere"], ksh: 4500, laterKsh: 0, unpriced: 1 });
});
