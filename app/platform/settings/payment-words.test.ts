import { expect, test } from "vitest";
import { type Paying, paymentWords } from "./payment-words.ts";

const BILL = "We e-mail you the M-PESA Pay Bill number.";

test.each<[string, Paying, ReturnType<typeof paymentWords>]>([
  [
    "with the prompt",
    { prompt: true, own: "" },
    {
      sentence: "Pay by M-PESA on your phone, in about a minute, or by Pay Bill.",
      short: "M-PESA, on your phone or by Pay Bill",
      sale: "Pay by M-PESA on your phone, in about a minute.",
      later: "By M-PESA. We e-mail you the bill.",
    },
  ],
  [
    "by Pay Bill only",
    { prompt: false, own: BILL },
    {
      sentence: BILL,
      short: "M-PESA, with a bill by e-mail",
      sale: "Pay nothing now. We send the bill by e-mail.",
      later: "",
    },
  ],
  [
    "without M-PESA",
    { prompt: false, own: " We send you our bank account. " },
    {
      sentence: "We send you our bank account.",
      short: "",
      sale: "Pay nothing now. We send the bill by e-mail.",
      later: "",
    },
  ],
])("%s there is one way to say it", (_what, paying, words) => {
  expect(paymentWords(paying)).toEqual(words);
});

test("a till is not called Pay Bill, and the agency's own sentence replaces ours", () => {
  const till = paymentWords({ prompt: true, byHand: "Buy Goods" });
  expect(Object.values(till).join()).not.toContain("Pay Bill");
  expect(paymentWords({ prompt: true, own: "Pay us on the page." }).sentence).toBe("Pay us on the page.");
});
