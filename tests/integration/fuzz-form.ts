import fc from "fast-check";
import { expect } from "vitest";
import { resetMocks } from "#mocks/handlers.ts";
import { anyCharacter } from "../arbitraries.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { renderPage } from "./render-page.ts";

const isLong = process.env.LONG === "1";
export const HOSTILE = '"><i id=hostile>';
/** Values for any field of any form: markup, control characters, long and odd texts. */
export const ODD_VALUES = [
  HOSTILE,
  "</script><i id=hostile>",
  "</textarea><i id=hostile>",
  "\0",
  "\r\nSet-Cookie: a=b",
  "\u202e\ufeff",
  "x".repeat(5000),
  "\u{1f600}".repeat(300),
  "__proto__",
];
const ODD_NAMES = [
  "backAgain",
  "draft",
  "intent",
  "shownType",
  "unsure",
  "expectedVersion",
  "once",
  "from",
  "token",
  "stamp",
].concat(["turnstileToken", "__intent__", "a[0]", "__proto__"]);

type Fields = [name: string, value: string][];

/** Returns any field value: one of a form's own values or an odd one, seldom a random text. */
export const valueAmong = (values: readonly string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...values, ...ODD_VALUES) },
    { weight: 1, arbitrary: fc.string({ maxLength: 300 }) },
    { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 50 }) },
  );

/** Returns forms with some of these fields, some of them odd, missing or repeated. About half are nearly valid. */
export function anyForm(
  base: () => Record<string, string>,
  names: readonly string[],
  value: fc.Arbitrary<string>,
): fc.Arbitrary<Fields> {
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_NAMES) },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
  );
  const changes = fc.array(fc.tuple(name, value), { maxLength: 5 });
  return fc.tuple(fc.boolean(), fc.boolean(), changes).map(([isNearlyValid, isRepeated, changed]): Fields => {
    if (!isNearlyValid) return changed;
    const replaced = isRepeated ? [] : changed.map(([changedName]) => changedName);
    return [...Object.entries(base()).filter(([baseName]) => !replaced.includes(baseName)), ...changed];
  });
}

type Fuzzing = {
  path: string | (() => string) | fc.Arbitrary<string>;
  forms: fc.Arbitrary<Fields>;
  /** Where a redirect may lead. */
  redirects: RegExp;
  browser?: () => Browser;
  /** Undoes what the last submission did. */
  reset: () => Promise<unknown>;
};

/**
 * Submits 40 forms to an address, or 10,000 with LONG=1. Each response must be a page that shows the input as text, or a
 * redirect, and no server error except 503. Returns the statuses that occurred.
 */
export async function fuzzForm({ path, forms, redirects, browser = newBrowser, reset }: Fuzzing) {
  const counts: Record<number, number> = {};
  const paths =
    typeof path === "string" ? fc.constant(path) : typeof path === "function" ? fc.constant(null).map(path) : path;
  const property = fc.asyncProperty(paths, forms, async (address, fields) => {
    resetMocks();
    const { status, to, html } = await renderPage(browser(), address, fields);
    counts[status] = (counts[status] ?? 0) + 1;
    expect(status === 200 || (status >= 300 && status < 500) || status === 503).toBe(true);
    if (to !== null) expect(to).toMatch(redirects);
    else expect(html).toContain("</html>");
    expect(html).not.toMatch(/<i id=hostile|\n\s+at \w+ \(|node_modules/);
    await reset();
  });
  await fc.assert(property, { numRuns: isLong ? 10_000 : 40, seed: 20_261_121, endOnFailure: true });
  if (isLong) console.log(typeof path === "string" ? path : "", counts);
  return Object.keys(counts);
}
