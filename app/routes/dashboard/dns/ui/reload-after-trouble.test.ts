import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";
import { expect, test } from "vitest";
import { reloadAfterTrouble } from "./reload-after-trouble.ts";

const PAGE = new URL("http://127.0.0.1/dashboard/domains/duka.co.ke/dns");

function answered(actionStatus: number, actionResult: unknown = {}): boolean {
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
])("after an answer of %i the zone is asked for again: %s", (status, isAsked) => {
  expect(answered(status)).toBe(isAsked);
});

test("a form that met nobody asks for nothing, so that what was typed stays", () => {
  expect(answered(503, { unsent: "This could not be sent." })).toBe(false);
});
