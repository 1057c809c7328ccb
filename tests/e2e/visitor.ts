import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

export { expect };

type Visitor = {
  /** Whether this project runs scripts. */
  isEnhanced: boolean;
  /** An address that no other test counts against. */
  address: string;
  /** Failures of scripts and policy, and console errors; a test that expects one takes it out. */
  complaints: string[];
  /** Whether a browser is wanted that was never here: for what is about a first visit, and for a clock, which a context keeps. */
  isFirstVisit: boolean;
};

/** What the tests of a worker share: to warm a browser up for a page is a third of what a test takes. */
type Shared = { shared: { context?: BrowserContext; home?: Page } };

/** A refused enhanced submit is a 4xx or 5xx to the browser, which says so in its console; that is no fault. */
const EXPECTED_COMPLAINT =
  /Failed to load resource: the server responded with a status of (400|403|404|409|413|429|503)/;

export const test = base.extend<Visitor, Shared>({
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
   * Each test has a page of its own, in a context that forgets what the last one left. A page that stays open meanwhile keeps
   * the process in which the browser draws this site.
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
  isEnhanced: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  address: async ({}, use, testInfo) => use(`198.51.${testInfo.workerIndex % 250}.${testInfo.testId}`),
  extraHTTPHeaders: async ({ address }, use) => use({ "X-Sandbox-Address": address }),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(`pageerror: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error" && !EXPECTED_COMPLAINT.test(message.text())) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

const PORT = Number(process.env.E2E_PORT ?? 4300);
export const SITE = `http://127.0.0.1:${PORT}`;
/** The sandbox's fake providers. */
export const PROVIDERS = `http://127.0.0.1:${PORT + 1}`;
export const OUTBOX = `${PROVIDERS}/outbox.json`;

type Sent = { kind: string; data: Record<string, unknown> };

/** Everything in the outbox that mentions a text, for instance this test's own e-mail address. */
export async function sentWith(page: Page, text: string): Promise<Sent[]> {
  const all: Sent[] = await (await page.request.get(OUTBOX)).json();
  return all.filter((entry) => JSON.stringify(entry).includes(text));
}

/** An address of this test's own; the part before the + may be one of the sandbox's fault words. */
export function ownEmail(word = "njeri"): string {
  return word === "njeri"
    ? `njeri.${crypto.randomUUID()}@example.co.ke`
    : `${word}@${crypto.randomUUID()}.example.co.ke`;
}

/**
 * Holds back what is asked for at these addresses from now on, so that what stands in its place can be looked at for as long
 * as that takes on a busy machine. Gives back what lets it go.
 */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let letGo = () => {};
  const isOver = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route(url, async (route) => {
    await isOver;
    await route.continue();
  });
  return letGo;
}

/** Waits until the page's scripts have taken over, and whatever they listen to has its listeners. */
export async function enhanced(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName("hydrated").length > 0);
}

/** The next step to another address is taken back at once, before anything can have been drawn anew. */
export async function backAtOnce(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { pushState } = history;
    history.pushState = (...step) => {
      history.pushState = pushState;
      history.pushState(...step);
      history.back();
    };
  });
}

/** Opens a page as somebody who has been here before: scripts take it over as soon as it is idle. */
export async function openEnhanced(page: Page, path: string): Promise<void> {
  await page.goto("/contact");
  await page.getByLabel("Your name").focus();
  await enhanced(page);
  await page.goto(path);
  await enhanced(page);
}
