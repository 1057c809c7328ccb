import { expect, test } from "vitest";
import { ORDER_KINDS, ORDER_STATES } from "#app/domains/order-kinds.ts";
import { agencyWords, orderFailureWords } from "./order-outcome.ts";
import { orderedWords, refusedWords, stateBadge, stateWords, WISHES } from "./order-words.ts";

test("only a completed order is called done and mentions a bill", () => {
  for (const kind of ORDER_KINDS) {
    for (const outcome of [{ kind: "review" }, { kind: "elsewhere" }, { kind: "unknown", why: "lost" }] as const) {
      const { title, text } = orderedWords(kind, outcome);
      expect(`${title} ${text}`).not.toMatch(/is renewed|is registered|is ordered|under way|bill/);
    }
    expect(orderedWords(kind, { kind: "done" }).text).toContain("We e-mail you the bill.");
  }
});

test("every state of every order kind has a sentence", () => {
  for (const kind of ORDER_KINDS) {
    for (const status of ORDER_STATES) {
      expect(stateWords({ kind, status, reason: null })).toMatch(/^[A-Z].*\.$/);
    }
  }
});

test("an order with an open bill asks for the payment, whoever has it and however it got its price", () => {
  const bill = { id: "", isPaid: false, paidKsh: 0, missingKsh: 1500 };
  for (const status of ["requested", "processing"] as const) {
    for (const at of [null, "2026-11-24T09:00:00Z"]) {
      const order = { kind: "transfer" as const, status, reason: null, takenAt: at, priceNamedAt: at };
      expect(stateWords({ ...order, bill })).toBe("Not paid yet. We begin when it is paid.");
      expect(stateWords({ ...order, bill: { ...bill, isPaid: true } })).not.toMatch(/Not paid|Answer that e-mail/);
    }
  }
});

test("a failed order shows the reason once, and says that nothing was charged", () => {
  const words = "The code is not valid. Nothing was charged.";
  for (const reason of ["The code is not valid", "The code is not valid."]) {
    expect(refusedWords(reason)).toBe(words);
    expect(stateWords({ kind: "transfer", status: "failed", reason })).toBe(words);
  }
  expect(stateWords({ kind: "transfer", status: "failed", reason: null })).toBe(
    "It could not be done. Nothing was charged.",
  );
  const bill = { id: "", isPaid: false, paidKsh: 0, missingKsh: 1500 };
  expect(stateWords({ kind: "transfer", status: "failed", reason: null, bill })).toContain("Nothing was charged.");
  const partPaid = { ...bill, paidKsh: 500, missingKsh: 1000 };
  expect(stateWords({ kind: "transfer", status: "failed", reason: null, bill: partPaid })).toBe(
    "It could not be done. What you have paid for it comes back to you.",
  );
});

test("the agency reads reasons and remaining work, which the customer does not read", () => {
  expect(agencyWords({ kind: "review" })).toMatchObject({ text: "Nothing has been asked of a provider yet." });
  expect(agencyWords({ kind: "review", why: "too dear" }).text).toContain("too dear");
  expect(agencyWords({ kind: "done", left: "install it" })).toMatchObject({ label: "done, look at it" });
  expect(agencyWords({ kind: "unknown", why: "lost" }).text).toContain("It is not repeated.");
  const customer = [
    orderedWords("register", { kind: "done", left: "add the name" }),
    orderedWords("register", { kind: "review", why: "too dear" }),
  ];
  expect(JSON.stringify(customer)).not.toMatch(/add the name|too dear/);
});

test.each([
  [
    { fields: [{ path: "authCode", message: "x" }] },
    "The transfer code is wrong. Ask your current provider for a new one",
  ],
  [{ fields: [{ path: "body.period", message: "x" }] }, "You can’t order this name for so many years"],
  [{ code: "UNAVAILABLE_DOMAIN" }, "Somebody else has this name now"],
  [
    { fields: [{ path: "contactAdmin.phone", message: "x" }], code: "INVALID_BODY" },
    "It could not be done. Please ask us why",
  ],
  [{}, "It could not be done. Please ask us why"],
])("the provider's failure %j becomes our own words", (failure, words) => {
  expect(orderFailureWords(failure)).toBe(words);
});

test.each([
  ["To pay", { status: "requested", bill: { isPaid: false } }],
  ["To pay", { status: "done", bill: { isPaid: false } }],
  ["Checking payment", { status: "requested", bill: { isPaid: false, isOnItsWay: true } }],
  ["Under way", { status: "requested", bill: { isPaid: true } }],
  ["Being checked", { status: "requested" }],
  ["Price sent", { status: "requested", priceNamedAt: "2026-12-01T00:00:00Z" }],
  ["Done", { status: "done", takenAt: "2026-12-01T00:00:00Z", bill: { isPaid: true } }],
  // The provider has taken it, and nobody has seen the hosting yet.
  ["Under way", { status: "done", takenAt: null, bill: { isPaid: true } }],
  ["Cancelled", { status: "failed", reason: WISHES.told }],
  ["Not done", { status: "failed", reason: "The registry refused it" }],
])("the badge %s of an order says how it is", (word, more) => {
  const order = { kind: "hosting", reason: null, ...more } as Parameters<typeof stateBadge>[0];
  expect(stateBadge(order).word).toBe(word);
  expect(stateBadge(order, 500).word).toBe("Money due back");
});
