import { describe, expect, test } from "vitest";
import { type DeskOrder, offeredForms, wordsAfter } from "./desk-order.ts";
import { orderView } from "./desk-view.server.ts";

const NOW = new Date("2026-11-24T09:00:00Z");
const ORDER: DeskOrder = {
  ...{ id: "3f2a91bc-0000-4000-8000-000000000000", kind: "transfer", domain: "njeri.ke", priceKsh: 1500, reason: null },
  ...{ status: "requested", createdAt: NOW.toISOString(), updatedAt: NOW.toISOString(), takenAt: null },
  ...{ priceNamedAt: null, refundDueKsh: 0, refundedAt: null, userId: "", takenBy: null, takenName: null },
  ...{
    payload: {},
    hasCode: false,
    hasBill: false,
    paidAt: null,
    paymentCode: null,
    payerPhone: null,
    isCancelled: false,
    service: null,
    otherOrders: [],
    messages: [],
    isAbandoned: false,
    abandonedAt: null,
    reopensUntil: null,
    customer: null,
    owned: null,
    trail: [],
    notes: [],
  },
};

describe("the form that sends the bill of an order", () => {
  test.each<[boolean, string, Partial<DeskOrder>, boolean]>([
    [true, "requested", {}, true],
    [true, "the reader’s", { status: "processing", takenBy: "me" }, true],
    [false, "somebody else’s", { status: "processing", takenBy: "other" }, true],
    [false, "the site’s", { status: "processing", isAbandoned: true }, true],
    [false, "without a price", { priceKsh: 0 }, true],
    [false, "on a bill", { hasBill: true }, true],
    [false, "done", { status: "done", takenBy: "me" }, true],
    [false, "failed", { status: "failed", takenBy: "me" }, true],
    [false, "of a site without payments", {}, false],
  ])("is offered: %s, for one that is %s", (isOffered, _which, order, takesPayments) => {
    expect(offeredForms({ ...ORDER, ...order }, "me", takesPayments).accept).toBe(isOffered);
  });

  test("makes the customer read that it is not paid, as a named price does where the site takes payments", () => {
    const unpaid = "Not paid yet. We begin when it is paid.";
    expect(wordsAfter(ORDER, "accept", NOW, true)).toBe(unpaid);
    expect(wordsAfter({ ...ORDER, status: "processing", takenAt: ORDER.createdAt }, "accept", NOW, true)).toBe(unpaid);
    expect(wordsAfter({ ...ORDER, priceKsh: 0 }, "price", NOW, true)).toBe(unpaid);
    expect(wordsAfter({ ...ORDER, priceKsh: 0 }, "price", NOW, false)).toContain("We have e-mailed you the price.");
  });
});

test("an order that fails after payment is paid back, and one that nobody paid is not", () => {
  const bill = { id: "", isPaid: true, paidKsh: 1500, missingKsh: 0 };
  expect(wordsAfter({ ...ORDER, bill }, "failed", NOW, true)).toContain("We pay you back KSh\u00a01,500.");
  expect(wordsAfter({ ...ORDER, bill: { ...bill, isPaid: false, paidKsh: 0 } }, "failed", NOW, true)).toContain(
    "Nothing was charged.",
  );
});

test.each([
  ["2026-11-24T09:00:00Z", "You can take it from 12:09."],
  ["2026-11-24T20:55:00Z", "You can take it from 00:04 tomorrow."],
  ["2026-11-24T21:05:00Z", "You can take it from 00:14."],
])("an order that the site began a minute before %s says from when it can be taken: %s", (now, words) => {
  const abandonedAt = new Date(Date.parse(now) + 9 * 60_000).toISOString();
  const view = orderView({ ...ORDER, status: "processing", abandonedAt }, "me", new Date(now), true);
  expect(view.waits).toContain(words);
});

describe("an order at the desk", () => {
  const OWN = "+254712345678";
  const OTHER = "+254733000111";
  test.each<[string | null, string | null, string[]]>([
    [null, null, ["Not given"]],
    [OWN, null, ["0712 345678"]],
    [OWN, OWN, ["0712 345678"]],
    [null, OTHER, ["0733 000111", "paid from this phone"]],
    [OWN, OTHER, ["0712 345678", "0733 000111", "paid from this phone"]],
  ])("shows the customer's phone %s and the paying phone %s", (own, payerPhone, expected) => {
    const customer = { email: "njeri@example.co.ke", name: null, phone: own };
    const { facts } = orderView({ ...ORDER, customer, payerPhone }, "me", NOW, true);
    expect(facts.find(({ label }) => label === "Phone")?.parts.map(({ value }) => value)).toEqual(expected);
  });

  test("that the customer cancelled names the customer, not the reader", () => {
    const cancelled: DeskOrder = { ...ORDER, status: "failed", reason: "You cancelled it", isCancelled: true };
    const { tag, state, waits, more } = orderView(cancelled, "me", NOW, true);
    expect([tag.words, state, waits]).toEqual([
      "Cancelled",
      expect.stringContaining("Cancelled by the customer, "),
      "The customer cancelled it. Nothing is left to do.",
    ]);
    expect(more).toContainEqual({ label: "Why not", parts: [{ value: "The customer cancelled it" }] });
  });
});
