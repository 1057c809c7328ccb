import type { BrowserContext, Locator, Page } from "@playwright/test";
// The fixtures that testers copy: what the product's own tests cannot do by them, nobody can.
import { test as base, expect, type Person, type Fixtures as Workbench } from "../../docs/recipes/testing/fixtures.ts";

export { call, codeOf, newAddress, untilPaid } from "../../docs/recipes/testing/fixtures.ts";
export { expect, type Person };

type Fixtures = {
  /** Whether this project runs scripts. */
  hasScripts: boolean;
  /** Uncaught errors, policy violations and console errors of the page; a test that expects some removes them. */
  consoleErrors: string[];
  /** Whether the test needs a browser with an empty cache, or installs a fake clock, which stays in its context. */
  isFirstVisit: boolean;
};

/** Shared by the tests of a worker: warming a browser up for a page takes a third of a test's time. */
type Shared = { shared: { context?: BrowserContext; home?: Page } };

/** Chromium logs a failed form submission as an error, because its status is 4xx or 5xx. */
const EXPECTED_ERROR = /Failed to load resource: the server responded with a status of (400|403|404|409|413|429|503)/;

export const test = base.extend<Fixtures, Shared>({
  isFirstVisit: [false, { option: true }],
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const shared: Shared["shared"] = {};
      await use(shared);
      await shared.context?.close();
    },
    { scope: "worker" },
  ],
  /**
   * Each test has a new page in a context that is cleaned after it. A second page stays open and keeps the renderer process.
   */
  context: async ({ browser, shared, isFirstVisit, extraHTTPHeaders }, use) => {
    if (isFirstVisit) {
      const own = await browser.newContext();
      await use(own);
      return own.close();
    }
    shared.context ??= await browser.newContext();
    shared.home ??= await shared.context.newPage();
    const { context, home } = shared;
    if (home.url() === "about:blank") await home.goto("/robots.txt");
    await context.setExtraHTTPHeaders(extraHTTPHeaders ?? {});
    await use(context);
    for (const page of context.pages()) if (page !== home) await page.close();
    await context.unrouteAll();
    await context.setOffline(false);
    await context.clearCookies();
    await home.evaluate(() => localStorage.clear());
  },
  page: async ({ context, viewport }, use) => {
    const page = await context.newPage();
    if (viewport && page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport);
    await use(page);
  },
  hasScripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(`pageerror: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error" && !EXPECTED_ERROR.test(message.text())) errors.push(message.text());
      });
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** The sandbox's fake providers, which are at the workbench's port. */
export const PROVIDERS = process.env.WORKBENCH ?? "";

export type Customer = Workbench["customer"];
export type Outbox = Workbench["outbox"];
type Mail = { links: { href: string }[] };

/** Returns the first link of a mail that has this part; "" for none. */
export function linkIn({ links }: Mail, part: string): string {
  return links.find(({ href }) => href.includes(part))?.href ?? "";
}

/** Returns an e-mail address that no other test uses. Its local part may be one of the sandbox's magic words. */
export function newEmail(word = "njeri"): string {
  return word === "njeri"
    ? `njeri.${crypto.randomUUID()}@example.co.ke`
    : `${word}@${crypto.randomUUID()}.example.co.ke`;
}

/** Holds all requests for these URLs, so that a test can look at the pending state. Returns a function that releases them. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Waits until React has hydrated the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
}

/** Focuses a form field, which starts hydration, and waits until React has hydrated the page. */
export async function hydrateFrom(field: Locator): Promise<void> {
  await field.focus();
  await hydrated(field.page());
}

/** Makes the page go back in the history right after its next `pushState`, before anything is rendered. */
export async function goBackAtNextStep(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { pushState } = history;
    history.pushState = (...step) => {
      history.pushState = pushState;
      history.pushState(...step);
      history.back();
    };
  });
}

/** Opens a page as on a second visit, when its scripts load as soon as the page is idle. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto("/contact");
  await hydrateFrom(page.getByLabel("Your name"));
  await page.goto(path);
  await hydrated(page);
}
