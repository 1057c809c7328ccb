import { expect, test } from "vitest";
import { orderFailureWords } from "./order-failure.ts";

test.each([
  [{ fields: [{ path: "authCode", message: "x" }] }, "The transfer code is not valid"],
  [{ fields: [{ path: "body.period", message: "x" }] }, "The name cannot be had for so many years"],
  [{ code: "UNAVAILABLE_DOMAIN" }, "The name is not free any more"],
  [{ code: "INVALID_PAYMENT_INFO" }, "Please ask us for the reason"],
  [{ fields: [{ path: "contactAdmin.phone", message: "x" }], code: "INVALID_BODY" }, "Please ask us for the reason"],
  [{}, "Please ask us for the reason"],
])("the refusal %j is said in our words", (refused, words) => {
  expect(orderFailureWords(refused)).toBe(words);
});
