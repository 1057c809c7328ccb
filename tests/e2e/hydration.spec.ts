import type { Page, Route } from "@playwright/test";
import { expect, holdRequests, hydrated, hydrateFrom, newAddress, test } from "./fixtures.ts";
import { fillContactForm, pressSendMessage } from "./forms.ts";

/** Pairs of the scripts' delay and the time from the last keystroke to the click, in milliseconds. */
const MOMENTS = [
  [0, 0],
  [60, 0],
  [250, 0],
  [250, 120],
  [0, 600],
];
const ALL_MOMENTS = [0, 20, 50, 80, 120, 200, 400, 800].flatMap((delay) =>
  [0, 30, 60, 100, 150, 250, 500, 1000].map((wait) => [delay, wait]),
);

const PAGES = ["/", "/domains", "/contact", "/login", "/stride"];

/** Collects the paths of the script files that a page requests from now on. */
function watchScripts(page: Page): Set<string> {
  const files = new Set<string>();
  page.on("request", (request) => {
    if (request.url().includes("/assets/")) files.add(new URL(request.url()).pathname);
  });
  return files;
}

/** Delays every script file by this many milliseconds. */
async function delayScripts(page: Page, ms: number) {
  await page.unroute("**/assets/**");
  await page.route("**/assets/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue().catch(() => undefined);
  });
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
    const scripts = watchScripts(page);
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => console.error(event.violatedDirective));
    });
    await page.goto(path);
    // The delay makes typing happen before, during and after hydration.
    await delayScripts(page, 150);
    const field = page
      .locator("main form input:not([type=hidden]):not([tabindex='-1'])")
      .filter({ visible: true })
      .first();
    await field.focus();
    await field.pressSequentially("njeri-shop.com", { delay: 60 });
    await hydrated(page);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("njeri-shop.com");
    expect(scripts.size).toBeGreaterThan(0);
  });
}

test("text typed into a prefilled message survives hydration with the cursor position", async ({ page }) => {
  await page.goto("/contact?domain=mamanjeri.com");
  await delayScripts(page, 300);
  const message = page.getByLabel("Message");
  await message.focus();
  await message.press("Control+Home");
  await message.pressSequentially("Habari. ", { delay: 40 });
  await hydrated(page);
  await message.pressSequentially("Please. ");
  await expect(message).toHaveValue("Habari. Please. Hello, I am interested in the domain mamanjeri.com.");
});

test("following an anchor in a rejected form keeps its errors", async ({ page }) => {
  const release = await holdRequests(page, "**/assets/**");
  await page.goto("/contact");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  release();
  await hydrateFrom(page.getByLabel("Subject"));
  await page.getByRole("link", { name: /^Please enter your name/ }).click();
  await expect(page).toHaveURL(/#/);
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
});

for (const [what, settings] of [
  ["Save-Data", { saveData: true, effectiveType: "4g" }],
  ["3g", { saveData: false, effectiveType: "3g" }],
] as const) {
  test(`with ${what} no script is requested, and the form works`, async ({ page, outbox }) => {
    await page.addInitScript((connection) => {
      Object.defineProperty(navigator, "connection", { value: connection });
    }, settings);
    const scripts = watchScripts(page);
    const email = await fillContactForm(page);
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByText("Message sent successfully")).toBeVisible();
    expect(await outbox.list({ text: email })).toHaveLength(1);
    expect([...scripts]).toEqual([]);
  });
}

for (const [what, fail, part] of [
  ["never arrives", (route: Route) => route.abort(), 0],
  ["breaks off half-way", (route: Route) => breakOff(route), 1],
] as const) {
  test(`if one script file ${what}, links and forms still work`, async ({ page, consoleErrors, outbox }) => {
    // Each file fails in one of the two ways; with LONG=1 in both.
    const watched = watchScripts(page);
    await fillContactForm(page);
    await hydrated(page);
    const files = [...watched].sort();
    expect(files.length).toBeGreaterThan(4);
    await page.evaluate(() => localStorage.clear());
    for (const broken of files.filter((_, index) => process.env.LONG === "1" || index % 2 === part)) {
      await page.route(`**${broken}`, fail);
      const email = await fillContactForm(page);
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(page.getByText("Message sent successfully")).toBeVisible();
      expect(await outbox.list({ text: email }), broken).toHaveLength(1);
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

test("a form submitted before, during or after hydration is sent exactly once", async ({ page, outbox }) => {
  let posts = 0;
  page.on("request", (request) => {
    if (request.method() === "POST") posts += 1;
  });
  for (const [delay = 0, wait = 0] of process.env.LONG === "1" ? ALL_MOMENTS : MOMENTS) {
    await delayScripts(page, delay);
    // Each round has its own client address, which may send 20 messages an hour.
    await page.setExtraHTTPHeaders({ "X-Sandbox-Address": newAddress() });
    const moment = `delay ${delay}, wait ${wait}`;
    posts = 0;
    const email = await fillContactForm(page);
    await page.waitForTimeout(wait);
    await pressSendMessage(page);
    await expect(page.getByText("Message sent successfully"), moment).toBeVisible();
    expect(posts, moment).toBe(1);
    expect(await outbox.list({ text: email })).toHaveLength(1);
    await page.evaluate(() => localStorage.clear());
  }
});

test("client navigation shows progress and reports a lost network", async ({ page, context, consoleErrors }) => {
  await page.goto("/");
  const field = page.getByLabel("Which name do you want?");
  await hydrateFrom(field);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const release = await holdRequests(page, "**/*.data*");
  await field.fill("taken-shop.com");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("progressbar")).toBeVisible();
  release();
  await expect(page.getByRole("region", { name: /is taken/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Your name, on the network." })).toBeVisible();
  expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  await page.unroute("**/*.data*");
  await context.setOffline(true);
  await field.fill("other-shop.com");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await expect(field).toHaveValue("other-shop.com");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: /other-shop\.com/ })).toBeVisible();
  consoleErrors.splice(0);
});
