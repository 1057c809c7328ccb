import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { expect, test } from "vitest";
import { reloadAfterTrouble } from "./reload-after-trouble.ts";

const PAGE = new URL("http://127.0.0.1/dashboard/domains/duka.co.ke/dns");

function reloadsAfter(actionStatus: number, actionResult: unknown = {}): boolean {
  const args: ShouldRevalidateFunctionArgs = {
    currentUrl: PAGE,
    currentParams: {},
    nextUrl: PAGE,
    nextParams: {},
    formMethod: "POST",
    actionStatus,
    actionResult,
    defaultShouldRevalidate: true,
  };
  return reloadAfterTrouble(args);
}

test.each([
  [303, true],
  [400, false],
  [409, true],
  [429, false],
  [503, true],
])("reloads the zone after a response with status %i: %s", (status, isReloaded) => {
  expect(reloadsAfter(status)).toBe(isReloaded);
});

test("does not reload after a form that reached no server, so that the input stays", () => {
  expect(reloadsAfter(503, { unsent: "This could not be sent." })).toBe(false);
});
