import { expect, test } from "vitest";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import type { Order } from "#app/orders/order.ts";
import { ownedDomain } from "../../tests/owned-domain.ts";
import type { ActionItem } from "./action-item.ts";
import { actionItemsOf } from "./action-items.ts";
import { actionItemsWords } from "./action-items-words.ts";

const NOW = new Date("2026-11-21T09:00:00Z");
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();

function owned(name: string, daysLeft: number, more: Partial<OwnedDomain> = {}): OwnedDomain {
  return ownedDomain(name, inDays(daysLeft), more);
}

function order(kind: Order["kind"], domain: string, status: Order["status"], daysAgo = 0): Order {
  const [createdAt, updatedAt] = [inDays(-daysAgo), inDays(-daysAgo)];
  return {
    id: `${kind} ${domain}`,
    kind,
    domain,
    status,
    createdAt,
    updatedAt,
    priceKsh: 1500,
    reason: null,
    ...{ takenAt: null, priceNamedAt: null, refundDueKsh: 0, refundedAt: null },
  };
}

const lineOf = ({ tone, names, word, action }: ActionItem) => `${tone} ${names.join()} ${word} → ${action.kind}`;
const lines = (domains: OwnedDomain[], ...orders: Order[]) => actionItemsOf(domains, orders, NOW).toDo.map(lineOf);
const underWay = (domains: OwnedDomain[], ...orders: Order[]) =>
  actionItemsOf(domains, orders, NOW).underWay.map(lineOf);

test("each problem has an item, the worst first, and a domain without problems has none", () => {
  expect(
    lines([
      owned("old.co.ke", -4, { sslStatus: null, zoneId: null }),
      owned("today.com", 0, { sslStatus: "expired" }),
      owned("edge.co.ke", 30),
      owned("fine.co.ke", 31),
      owned("bare.co.ke", 90, { sslStatus: null }),
      owned("held.dev", 200, { status: "suspended", sslStatus: null }),
      owned("new.ke", 300, { zoneId: null, sslStatus: null }),
      owned("open.co.ke", 400, { sslStatus: "expired" }),
    ]),
  ).toEqual([
    ...["bad old.co.ke expired 4 days ago → renew", "bad today.com ends today → renew"],
    ...["bad held.dev suspended → help", "warn edge.co.ke ends in 30 days → renew"],
    ...["neutral new.ke no DNS → dns", "neutral bare.co.ke,open.co.ke no SSL → ssl"],
  ]);
});

test("reports broken mail only if its domain has no worse problem", () => {
  const domains = [owned("old.co.ke", -1), owned("mail.co.ke", 90, { zoneId: "broken" }), owned("fine.co.ke", 91)];
  const mailTroubleOf = (zoneId: string) => (zoneId === "broken" ? "There are two SPF texts" : undefined);
  const [expired, mail, ...more] = actionItemsOf(domains, [], NOW, { mailTroubleOf }).toDo;
  expect(expired).toMatchObject({ names: ["old.co.ke"], action: { kind: "renew" } });
  expect(mail).toMatchObject({ names: ["mail.co.ke"], word: "mail does not work", action: { kind: "mail" } });
  expect(mail?.reason).toBe("Mail may not arrive. We know why.");
  expect(more).toEqual([]);
});

test("a renewal has a price if its ending is in the price list", () => {
  const { toDo } = actionItemsOf([owned("old.co.ke", -1), owned("old.example", -1)], [], NOW);
  expect(toDo.map(({ action }) => action)).toEqual([
    { kind: "renew", ksh: 1500 },
    { kind: "renew", ksh: undefined },
  ]);
});

test("a renewal that waits for us is under way, and its domain has nothing to do", () => {
  const domains = [owned("old.co.ke", -1), owned("soon.co.ke", 3), owned("bare.co.ke", 90, { sslStatus: null })];
  const open = [
    order("renew", "old.co.ke", "requested"),
    order("renew", "soon.co.ke", "processing"),
    order("certificate", "bare.co.ke", "requested"),
  ];
  expect(lines(domains, ...open)).toEqual([]);
  expect(underWay(domains, ...open)).toEqual([
    ...["neutral old.co.ke expired, renewal ordered → orders", "neutral soon.co.ke renewal ordered → orders"],
    "neutral bare.co.ke SSL ordered → orders",
  ]);
  expect(lines(domains, order("renew", "old.co.ke", "done", 30), order("hosting", "soon.co.ke", "requested"))).toEqual([
    ...["bad old.co.ke expired yesterday → renew", "warn soon.co.ke ends in 3 days → renew"],
    "neutral bare.co.ke no SSL → ssl",
  ]);
});

test("a paid order of a new name is under way before the name is the customer's", () => {
  const bill = { id: "b", isPaid: true, paidKsh: 1942, missingKsh: 0 };
  const paid = { ...order("register", "new.com", "processing"), bill };
  expect(underWay([], paid, order("transfer", "old.com", "requested"), order("register", "won.com", "done"))).toEqual([
    ...["neutral new.com ordered → orders", "neutral old.com transfer ordered → orders"],
  ]);
  const unpaid = { ...paid, bill: { ...bill, isPaid: false, paidKsh: 0, missingKsh: 1942 } };
  expect(underWay([], unpaid)).toEqual([]);
  expect(lines([], unpaid)).toEqual(["warn new.com not paid yet → pay"]);
});

test("an overdue renewal, or one that is too late to order, leads to the agency", () => {
  const domains = [owned("old.co.ke", -81), owned("soon.co.ke", 3), owned("paid.co.ke", 4)];
  const orders = [order("renew", "paid.co.ke", "done", 2), order("renew", "soon.co.ke", "requested", 7)];
  expect(lines(domains, ...orders)).toEqual([
    ...["bad old.co.ke expired 81 days ago → help", "bad soon.co.ke renewal ordered → help"],
  ]);
  expect(underWay(domains, ...orders)).toEqual(["neutral paid.co.ke renewal ordered → orders"]);
});

test("a failed order is shown for two weeks, unless it was ordered again", () => {
  const failed = (daysAgo: number) => order("register", "new.com", "failed", daysAgo);
  expect(lines([], failed(13))).toEqual(["bad new.com order failed → orders"]);
  expect(lines([], failed(14))).toEqual([]);
  // The page uses the words as keys.
  expect(lines([], failed(1), order("hosting", "new.com", "failed", 1))).toEqual([
    ...["bad new.com order failed → orders", "bad new.com hosting failed → orders"],
  ]);
  expect(lines([], order("register", "new.com", "requested"), failed(1))).toEqual([]);
});

test.each([
  [0, 0, "Karibu. Start with the name on your shop sign."],
  [0, 8, "Nothing to do."],
  [1, 1, "1 thing to do."],
  [7, 8, "7 things to do."],
])("%i items of %i domains are summed up as %j", (items, domains, words) => {
  expect(actionItemsWords(items, domains)).toBe(words);
});

test("a site without a DNS provider asks nobody to set up DNS", () => {
  expect(actionItemsOf([owned("new.ke", 300, { zoneId: null })], [], NOW, { hasDns: false }).toDo).toEqual([]);
});

test("a domain whose name servers are another company's is told so, as its mail cannot be judged", () => {
  const domains = [owned("away.co.ke", 90, { zoneId: "away" }), owned("fine.co.ke", 91)];
  const isElsewhere = (zoneId: string) => zoneId === "away";
  const { toDo } = actionItemsOf(domains, [], NOW, { isElsewhere, mailTroubleOf: isTroubled });
  expect(toDo.map(lineOf)).toEqual(["warn away.co.ke name servers elsewhere → nameServers"]);
});

const isTroubled = (zoneId: string) => (zoneId === "away" ? "No mail server" : undefined);

test("each unpaid bill is one item, whose button pays all of it", () => {
  const bill = { id: "b1", isPaid: false, paidKsh: 0, missingKsh: 3000 };
  const [one, two] = [order("renew", "old.co.ke", "requested", 90), order("renew", "soon.co.ke", "processing", 90)];
  const domains = [owned("old.co.ke", -1), owned("soon.co.ke", 20), owned("fine.co.ke", 90)];
  const billed = [one, two].map((its) => ({ ...its, bill }));
  const [item, ...more] = actionItemsOf(domains, billed, NOW).toDo;
  expect(item).toMatchObject({ tone: "bad", names: ["old.co.ke", "soon.co.ke"] });
  expect([item?.action, more]).toEqual([{ kind: "pay", bill: "b1", ksh: 3000 }, []]);
  const paid = billed.map((its) => ({ ...its, bill: { ...bill, isPaid: true } }));
  expect(lines(domains, ...paid)).not.toContainEqual(expect.stringContaining("pay"));
});

test("an unpaid order that renews nothing is an item for two weeks", () => {
  const bill = { id: "b1", isPaid: false, paidKsh: 0, missingKsh: 3000 };
  expect(lines([], { ...order("hosting", "new.co.ke", "requested", 13), bill })).toEqual([
    "warn new.co.ke not paid yet → pay",
  ]);
  expect(lines([], { ...order("hosting", "new.co.ke", "requested", 14), bill })).toEqual([]);
  expect(lines([], { ...order("renew", "not-ours.co.ke", "requested", 14), bill })).toEqual([]);
});

test("an unpaid order of something else hides nothing of its domain", () => {
  const bill = { id: "b1", isPaid: false, paidKsh: 0, missingKsh: 3000 };
  expect(lines([owned("old.co.ke", -4)], { ...order("hosting", "old.co.ke", "requested"), bill })).toEqual([
    "bad old.co.ke expired 4 days ago → renew",
    "warn old.co.ke not paid yet → pay",
  ]);
});

test("an expired name says when it stops working, if its registry has a rule", () => {
  const reasonOf = (one: OwnedDomain) => actionItemsOf([one], [], NOW).toDo[0]?.reason;
  expect(reasonOf(owned("old.co.ke", -1))).toBe("Website and mail stop in 14 days.");
  expect(reasonOf(owned("old.co.ke", -14))).toBe("Website and mail stop tomorrow.");
  expect(reasonOf(owned("old.co.ke", -15))).toBe("Website and mail stop today.");
  expect(reasonOf(owned("old.co.ke", -16))).toBe("Website and mail stopped yesterday.");
  expect(reasonOf(owned("old.com", -1))).toBe("Website and mail may stop.");
});
