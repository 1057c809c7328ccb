import type { Page, Route } from "@playwright/test";
import { expect, holdRequests, hydrated, outboxEntries, test } from "./fixtures.ts";
import { fillContactForm, pressSendMessage } from "./forms.ts";

/** Pairs of the scripts' delay and the time from the last keystroke to the click, in milliseconds. */
const MOMENTS = [
  [0, 0],
  [60, 0],
  [250, 0],
  [250, 120],
  [0, 600],
];
const DELAYS = [0, 20, 50, 80, 120, 200, 400, 800];
const WAITS = [0, 30, 60, 100, 150, 250, 500, 1000];
const ALL_MOMENTS = DELAYS.flatMap((delay) => WAITS.map((wait) => [delay, wait]));

const PAGES = ["/", "/domains", "/contact", "/login", "/stride"];

function scriptRequests(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script" || request.url().includes("/assets/")) seen.push(request.url());
  });
  return seen;
}

/** Returns a function that reads the page's policy violations. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    document.addEventListener("securitypolicyviolation", (event) =>
      seen.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return () => page.evaluate(() => (window as unknown as { violations: string[] }).violations);
}

test.describe("a first visit", () => {
  test.use({ isFirstVisit: true });

  test("a page requests only itself and its icon before a form is used", async ({ page }) => {
    const seen: string[] = [];
    page.on("request", (request) => seen.push(new URL(request.url()).pathname));
    for (const path of PAGES) {
      seen.length = 0;
      await page.goto(path, { waitUntil: "networkidle" });
      await page.mouse.move(50, 300);
      await page.mouse.wheel(0, 400);
      await page.locator("footer").click({ position: { x: 2, y: 60 } });
      expect(seen.filter((url) => url !== path && !url.startsWith("/favicon"))).toEqual([]);
    }
  });
});

for (const path of PAGES) {
  test(`${path} hydrates under its own policy and keeps input and focus`, async ({ page }) => {
    const violations = await watchPolicy(page);
    const scripts = scriptRequests(page);
    await page.goto(path);
    // The delay makes typing happen before, during and after hydration.
    await page.route("**/assets/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await route.continue();
    });
    const field = page
      .locator("main form input:not([type=hidden]):not([tabindex='-1'])")
      .filter({ visible: true })
      .first();
    await field.focus();
    await field.pressSequentially("njeri-shop.com", { delay: 60 });
    await hydrated(page);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("njeri-shop.com");
    expect(scripts.length).toBeGreaterThan(0);
    expect(await violations()).toEqual([]);
  });
}

test("text typed into a prefilled message survives hydration with the cursor position", async ({ page }) => {
  await page.goto("/contact?domain=mamanjeri.com");
  await page.route("**/assets/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const message = page.getByLabel("Message");
  await message.focus();
  await message.press("Control+Home");
  await message.pressSequentially("Habari. ", { delay: 40 });
  await hydrated(page);
  await message.pressSequentially("Please. ");
  await expect(message).toHaveValue("Habari. Please. Hello, I am interested in the domain mamanjeri.com.");
});

test("following an anchor in a rejected form keeps its errors", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await page.goto("/contact");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await page.evaluate(() => {
    const module = document.getElementById("page-module");
    const script = document.createElement("script");
    script.type = "module";
    script.textContent = module?.textContent ?? "";
    document.body.append(script);
  });
  await hydrated(page);
  await page.evaluate(() => {
    location.hash = "main";
  });
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
});

test("a later visit hydrates when the page is idle", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Which name do you want?").focus();
  await hydrated(page);
  await page.goto("/contact");
  await hydrated(page);
});

for (const [what, settings] of [
  ["Save-Data", { saveData: true, effectiveType: "4g" }],
  ["2g", { saveData: false, effectiveType: "2g" }],
  ["slow 2g", { saveData: false, effectiveType: "slow-2g" }],
  ["3g", { saveData: false, effectiveType: "3g" }],
] as const) {
  test(`with ${what} no script is requested, and the form works`, async ({ page }) => {
    await page.addInitScript((connection) => {
      Object.defineProperty(navigator, "connection", { value: connection });
    }, settings);
    const scripts = scriptRequests(page);
    const email = await fillContactForm(page);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Message sent successfully")).toBeVisible();
    expect(await outboxEntries(page, email)).toHaveLength(1);
    expect(scripts).toEqual([]);
  });
}

for (const [what, fail, part] of [
  ["never arrives", (route: Route) => route.abort(), 0],
  ["breaks off half-way", (route: Route) => breakOff(route), 1],
] as const) {
  test(`if one script file ${what}, links and forms still work`, async ({ page, consoleErrors }) => {
    // Each file fails in one of the two ways; with LONG=1 in both.
    const files = new Set<string>();
    page.on("request", (request) => {
      if (request.url().includes("/assets/")) files.add(new URL(request.url()).pathname);
    });
    await fillContactForm(page);
    await hydrated(page);
    expect(files.size).toBeGreaterThan(4);
    await page.evaluate(() => localStorage.clear());
    for (const broken of [...files].sort().filter((_, index) => process.env.LONG === "1" || index % 2 === part)) {
      await page.route(`**${broken}`, fail);
      const email = await fillContactForm(page);
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(page.getByText("Message sent successfully")).toBeVisible();
      expect(await outboxEntries(page, email), broken).toHaveLength(1);
      await page.getByRole("link", { name: "Mtandao" }).first().click();
      await expect(page).toHaveURL("/");
      await page.unroute(`**${broken}`);
    }
    consoleErrors.splice(0);
  });
}

/** Sends the first half of a file, cut after a whole function if there is one, so that it runs but lacks its exports. */
async function breakOff(route: Route) {
  const reply = await route.fetch();
  const body = await reply.text();
  const half = body.slice(0, body.length / 2);
  await route.fulfill({ response: reply, body: half.slice(0, half.lastIndexOf("}function ") + 1) || half });
}

test("a form submitted before, during or after hydration is sent exactly once", async ({ page, address }) => {
  for (const [delay = 0, wait = 0] of process.env.LONG === "1" ? ALL_MOMENTS : MOMENTS) {
    await page.unroute("**/assets/**");
    await page.route("**/assets/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delay));
      await route.continue().catch(() => undefined);
    });
    // Each round has its own client address, which may send 20 messages an hour.
    await page.setExtraHTTPHeaders({ "X-Sandbox-Address": `${address}.${delay}.${wait}` });
    let posts = 0;
    const count = (request: { method: () => string }) => {
      if (request.method() === "POST") posts += 1;
    };
    page.on("request", count);
    const email = await fillContactForm(page);
    await page.waitForTimeout(wait);
    await pressSendMessage(page);
    await expect(page.getByText("Message sent successfully"), `delay ${delay}, wait ${wait}`).toBeVisible();
    expect(posts, `delay ${delay}, wait ${wait}`).toBe(1);
    expect(await outboxEntries(page, email)).toHaveLength(1);
    page.off("request", count);
    await page.evaluate(() => localStorage.clear());
  }
});

test("client navigation keeps the document, shows progress, and reports a lost network", async ({
  page,
  context,
  consoleErrors,
}) => {
  await page.goto("/");
  await page.getByLabel("Which name do you want?").focus();
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const letDataGo = await holdRequests(page, "**/*.data*");
  await page.getByLabel("Which name do you want?").fill("taken-shop.com");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("progressbar")).toBeVisible();
  letDataGo();
  await expect(page.getByRole("region", { name: /is taken/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Your name, on the network." })).toBeVisible();
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  await page.unroute("**/*.data*");
  await context.setOffline(true);
  await page.getByLabel("Which name do you want?").fill("other-shop.com");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await expect(page.getByLabel("Which name do you want?")).toHaveValue("other-shop.com");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: /other-shop\.com/ })).toBeVisible();
  consoleErrors.splice(0);
});
