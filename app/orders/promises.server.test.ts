import { expect, test } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { doneWithin } from "./promises.server.ts";

const order = (domain: string, kind: "register" | "transfer" = "register") => ({ kind, domain, priceKsh: 1500 });

test.each([
  ["registered at the provider at once", [order("direct-a.com")], true],
  ["of which one waits for staff", [order("direct-a.com"), order("njeri.com")], false],
  ["registered by hand", [order("direct-a.co.ke")], false],
  ["moved, which takes days", [order("direct-a.com", "transfer")], false],
  ["not ordered", [], false],
])("names that are %s: minutes only if no person is needed", (_, orders, isAtOnce) => {
  expect(doneWithin(orders)).toBe(isAtOnce ? "typically in a few minutes" : env.promises.answerTime);
});
