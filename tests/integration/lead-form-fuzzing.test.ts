import { expect, test } from "vitest";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import { newBrowser } from "./browser.ts";
import { anyForm, fuzzForm, ODD_VALUES, valueAmong } from "./fuzz-form.ts";
import { database, newToken, SCHOOL } from "./lead-forms.ts";
import { renderPage } from "./render-page.ts";

const VALUES = [
  ...Object.values(SCHOOL),
  ...["headteacher", "other", "Parent", "cbc", "500+", "on"],
  ...["njeri@example.co.ke", "1<njeri@example.co.ke>", "+254 (0) 712 345678"],
];

let turn = 0;
/** Returns the proofs of a form, by the widget path and the no-JavaScript path in turns, and a response to its challenge. */
const proofsOf = (form: string) => ({
  email: `njeri-${crypto.randomUUID()}@example.co.ke`,
  website_2: "",
  challenge: "sum",
  answer: "7",
  ...(turn++ % 2 ? { turnstileToken: newToken() } : { stamp: makeStamp(form, 10_000) }),
});

const fuzz = (path: string, base: () => Record<string, string>, names: readonly string[]) =>
  fuzzForm({
    path,
    forms: anyForm(base, names, valueAmong(VALUES)),
    redirects: /^\/(stride|contact|newsletter)$/,
    reset: () => database.query("truncate school_interest, newsletter_pending, submissions cascade"),
  });

test("any form that registers a school gets a page", async () => {
  const names = [...Object.keys(SCHOOL), "role", "email", "wants_news", "website_2", "challenge", "answer"];
  const statuses = await fuzz("/stride", () => ({ ...SCHOOL, ...proofsOf("school-interest") }), names);
  expect(statuses).toEqual(expect.arrayContaining(["303", "400"]));
});

test.each(["/newsletter", "/contact?newsletter"])("any form that subscribes at %s gets a page", async (path) => {
  const names = ["email", "firstName", "lastName", "website_2", "challenge", "answer"];
  const statuses = await fuzz(path, () => ({ firstName: "Njeri", ...proofsOf("newsletter") }), names);
  expect(statuses).toEqual(expect.arrayContaining(["303", "400"]));
});

test.each(["/stride/confirm", "/newsletter/confirm", "/newsletter/unsubscribe", "/copies/confirm", "/copies/stop"])(
  "any form and any link of %s gets a page that shows the token as text",
  async (path) => {
    expect(await fuzz(path, () => ({ token: "x".repeat(43) }), ["token"])).toEqual(["400"]);
    for (const token of [...VALUES, ...ODD_VALUES]) {
      const { status, html } = await renderPage(newBrowser(), `${path}?${new URLSearchParams({ token })}`);
      expect(status).toBe(200);
      expect(html).not.toContain("<i id=hostile");
    }
  },
);
