import { beforeAll, expect, test } from "vitest";
import { csrfTokenOf } from "#app/accounts/session-binding.server.ts";
import { currentSessionId } from "#app/accounts/step-cookie.server.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { PAGES } from "../pages.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import { signedIn } from "./demo-customers.ts";
import { renderPage } from "./render-page.ts";
import { staffBrowser } from "./staff.ts";

const VISITS = PAGES.flatMap(({ visits = [] }) => visits);

beforeAll(() => createDemoCustomers(database));

/** Returns the forms of a page that post, as HTML. */
async function formsOf(browser: Browser, path: string): Promise<string[]> {
  const { html } = await renderPage(browser, path);
  return (html.match(/<form\b[\s\S]*?<\/form>/g) ?? []).filter((form) => /^<form\b[^>]*method="post"/.test(form));
}

test("every form that posts has the token of the session, on each page of a customer and of staff", async () => {
  for (const browser of [await signedIn(demoCustomers[0].email), await staffBrowser()]) {
    const token = csrfTokenOf(currentSessionId(browser.requestArgs().request));
    let count = 0;
    for (const path of VISITS) {
      for (const form of await formsOf(browser, path)) {
        expect(form, path).toContain(`name="csrf_token" value="${token}"`);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(50);
  }
});

test("no form of a visitor without a session has a token, because all visitors get the same page", async () => {
  for (const path of VISITS.filter((visit) => !/^\/(?:dashboard|profile|desk)/.test(visit))) {
    for (const form of await formsOf(newBrowser(), path)) expect(form, path).not.toContain("csrf_token");
  }
});
