import { expect, test } from "vitest";
import type { Prompt } from "#app/orders/bill.ts";
import { MOST_LOOKS, payStatus } from "./pay-words.ts";

const NOW = Date.parse("2026-11-24T09:00:00Z");
const status = (state: Prompt["state"], secondsAgo: number, looks = 0) => {
  const askedAt = new Date(NOW - secondsAgo * 1000).toISOString();
  const prompt = { ...{ id: "", billId: "", amountKsh: 1500, phone: "678", checkoutRequestId: null }, state, askedAt };
  return payStatus({
    prompt: { ...prompt, resultCode: null, resultText: null },
    heldKsh: 0,
    heldWays: [],
    hasArrived: false,
    looks,
    now: NOW,
  });
};

test("a payment that M-PESA announced is waited for during a day, then the phone may be asked again", () => {
  expect(status("paid", 86_000)).toMatchObject({ title: "M-PESA says you have paid", mayAsk: false, isOpen: true });
  expect(status("paid", 86_500)).toMatchObject({ title: "No payment came", mayAsk: true });
});

test("only a page that offers the form says that the phone may be asked again", () => {
  const words = /you may ask again/;
  expect(status("unknown", 200)).toMatchObject({ text: expect.stringMatching(words), mayAsk: true });
  expect(status("sent", 60, MOST_LOOKS)).toMatchObject({ text: expect.not.stringMatching(words), mayAsk: false });
});

test("a request on a phone is late after a minute, and open for two", () => {
  expect(status("sent", 59)).toMatchObject({
    text: "Waiting for your phone.",
    isAtPhone: true,
    isLate: false,
  });
  expect(status("sent", 60)).toMatchObject({
    text: "We have not seen it yet. We keep looking.",
    isLate: true,
    mayAsk: false,
  });
  expect(status("sent", 120)).toMatchObject({ title: "We have not heard yet", mayAsk: true });
});
