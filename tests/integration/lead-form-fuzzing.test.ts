import fc from "fast-check";
import { expect, test } from "vitest";
import { makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { anyCharacter } from "../arbitraries.ts";
import { newBrowser } from "./browser.ts";
import { database, newToken, SCHOOL } from "./lead-forms.ts";
import { renderPage } from "./render-page.ts";

const isLong = process.env.LONG === "1";
const RUNS = { numRuns: isLong ? 10_000 : 100, seed: 20_261_121, endOnFailure: true };
const HOSTILE = '"><i id=hostile>';

const VALUES = [
  ...Object.values(SCHOOL),
  "headteacher",
  "other",
  "Parent",
  "cbc",
  "500+",
  "on",
  "njeri@example.co.ke",
  "1<njeri@example.co.ke>",
  "+254 (0) 712 345678",
  HOSTILE,
  "</script><i id=hostile>",
  "</textarea><i id=hostile>",
  "\0",
  "\r\nBcc: b@example.co.ke",
  "\u202e\ufeff",
  "x".repeat(5000),
  "\u{1f600}".repeat(120),
  "__proto__",
];
const value = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 1, arbitrary: fc.string({ maxLength: 300 }) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 50 }) },
  { weight: 1, arbitrary: fc.emailAddress() },
);
const ODD_NAMES = ["backAgain", "draft", "__intent__", "a[0]", "__proto__", "token", "turnstileToken", "stamp"];

type Pairs = [name: string, value: string][];

/** A form with some of these fields, some of them odd, missing or there twice; about half are nearly right. */
function bodies(base: () => Record<string, string>, names: readonly string[]): fc.Arbitrary<Pairs> {
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_NAMES) },
    { weight: 1, arbitrary: fc.string({ maxLength: 20 }) },
  );
  const changes = fc.array(fc.tuple(name, value), { maxLength: 4 });
  return fc.tuple(fc.boolean(), fc.boolean(), changes).map(([isNearlyRight, isTwice, changed]): Pairs => {
    if (!isNearlyRight) return changed;
    const rest = isTwice ? [] : changed.map(([changedName]) => changedName);
    return [...Object.entries(base()).filter(([baseName]) => !rest.includes(baseName)), ...changed];
  });
}

/** Sends forms to an address; every reply is a page or a redirect, and shows what was typed as text alone. */
async function bombard(path: string, forms: fc.Arbitrary<Pairs>) {
  const told: Record<number, number> = {};
  const property = fc.asyncProperty(forms, async (fields) => {
    const { status, to, html } = await renderPage(newBrowser(), path, fields);
    told[status] = (told[status] ?? 0) + 1;
    expect([303, 400, 429]).toContain(status);
    if (to !== null) expect(["/stride", "/contact", "/newsletter"]).toContain(to);
    else expect(html).toContain("</html>");
    expect(html).not.toMatch(/<i id=hostile|\n\s+at \w+ \(|node_modules/);
    resetMocks();
    await database.query("truncate school_interest, newsletter_pending, submissions");
  });
  await fc.assert(property, RUNS);
  if (isLong) console.log(path, told);
  return Object.keys(told);
}

let turn = 0;

/** What both forms have: a door, and the answer to a question that a flood of forms leads to. */
const person = (form: string) => ({
  email: `njeri-${crypto.randomUUID()}@example.co.ke`,
  website_2: "",
  question: "sum",
  answer: "7",
  ...(turn++ % 2 ? { turnstileToken: newToken() } : { stamp: makeStamp(form, 10_000) }),
});

test("whatever is sent to register a school gets a page", async () => {
  const names = [...Object.keys(SCHOOL), "role", "email", "wants_news", "website_2", "question", "answer"];
  const told = await bombard(
    "/stride",
    bodies(() => ({ ...SCHOOL, ...person("school-interest") }), names),
  );
  expect(told).toEqual(expect.arrayContaining(["303", "400"]));
});

test.each(["/newsletter", "/contact?newsletter"])("whatever is sent to subscribe at %s gets a page", async (path) => {
  const names = ["email", "firstName", "lastName", "website_2", "question", "answer"];
  const told = await bombard(
    path,
    bodies(() => ({ firstName: "Njeri", ...person("newsletter") }), names),
  );
  expect(told).toEqual(expect.arrayContaining(["303", "400"]));
});

test.each(["/stride/confirm", "/newsletter/confirm", "/newsletter/unsubscribe"])(
  "whatever is sent to %s, and whatever its link says, gets a page that shows it as text",
  async (path) => {
    const told = await bombard(
      path,
      bodies(() => ({ token: "x".repeat(43) }), ["token"]),
    );
    expect(told).toEqual(["400"]);
    for (const token of VALUES) {
      const { status, html } = await renderPage(newBrowser(), `${path}?${new URLSearchParams({ token })}`);
      expect(status).toBe(200);
      expect(html).not.toContain("<i id=hostile");
    }
  },
);
