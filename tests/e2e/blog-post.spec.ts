import { expect, hydrated, test } from "./fixtures.ts";
import { axe } from "./page-checks.ts";

const FIRST = "/blog/what-are-tlds-and-why-they-matter-for-your-brand";

test("a post shows its text, its details and five other posts, and loads no script", { tag: "@wide" }, async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.goto(FIRST, { waitUntil: "networkidle" });
  await expect(page).toHaveTitle("What are TLDs, and why they matter for your brand | Mtandao");
  const article = page.getByRole("article");
  await expect(article.getByRole("heading", { level: 2 })).toHaveText([
    /^Three families/,
    /^The Kenyan endings/,
    /^What it changes/,
    /^How to/,
  ]);
  await expect(article.getByRole("region", { name: "Table" }).getByRole("row")).toHaveCount(4);
  await expect(article.getByRole("img")).toHaveCount(0);
  await expect(article.locator("img")).toHaveJSProperty("complete", true);
  expect(await article.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole("heading", { name: "Latest Posts", exact: true })).toBeVisible();
  const others = page.locator(".latest").getByRole("listitem");
  await expect(others).toHaveCount(5);
  await expect(others.first()).toContainText("Read more →");
  await page.locator("footer").scrollIntoViewIfNeeded();
  expect(scripts).toEqual([]);
  await others.first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your first DNS records, explained over chai");
});

test("an external link in a post opens a new tab, and a heading links to itself", { tag: "@plain" }, async ({
  page,
  context,
}) => {
  await page.goto("/blog/why-your-invoices-land-in-spam");
  const link = page.getByRole("link", { name: "RFC 7208" });
  await expect(link).toHaveAttribute("rel", "noopener");
  await expect(link).toHaveAccessibleName("RFC 7208 (opens in a new tab)");
  await context.route("https://www.rfc-editor.org/**", (route) => route.fulfill({ body: "RFC" }));
  const [tab] = await Promise.all([context.waitForEvent("page"), page.getByRole("link", { name: "RFC 7208" }).click()]);
  await expect(tab).toHaveURL("https://www.rfc-editor.org/rfc/rfc7208");
  await tab.close();
  await page
    .getByRole("heading", { name: /^Mistakes we see often/ })
    .getByRole("link")
    .click();
  await expect(page).toHaveURL(/#part-mistakes-we-see-often$/);
  await expect(page.getByRole("heading", { name: /^Mistakes we see often/ })).toBeInViewport();
});

test("the Back link of a post leads to the previous page, or to the list if there is none", async ({
  page,
  hasScripts,
}) => {
  await page.goto("/privacy");
  await page.goto(FIRST);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL(hasScripts ? "/privacy" : "/blog");

  const fresh = await page.context().newPage();
  await fresh.goto(FIRST);
  await fresh.evaluate(() => Object.defineProperty(history, "length", { value: 1 }));
  await fresh.getByRole("link", { name: "Back", exact: true }).click();
  await expect(fresh).toHaveURL("/blog");
});

test("a post opened by client navigation has its styles, and so has the home page after it", {
  tag: "@scripts",
}, async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Which name do you want?").focus();
  await hydrated(page);
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole("contentinfo").getByRole("link", { name: "What are TLDs" }).click();
  await expect(page.getByText("Ready to get back in action?")).toBeVisible();
  expect(await page.locator(".back-box").evaluate((box) => getComputedStyle(box).display)).toBe("grid");
  expect(
    await page
      .locator(".post-card img")
      .first()
      .evaluate((img) => img.clientWidth),
  ).toBeLessThan(200);
  await page.goBack();
  await expect(page.locator(".bolt")).toBeVisible();
  expect(await page.locator(".bolt").evaluate((bolt) => getComputedStyle(bolt).display)).toBe("grid");
  expect(await page.evaluate(() => Reflect.get(window, "isSame"))).toBe(true);
});

test("axe finds nothing on a post, and images cause no layout shift", {
  tag: ["@wide", "@scripts"],
}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, "shift") + Reflect.get(entry, "value") });
    }).observe({ type: "layout-shift", buffered: true });
  });
  // Its aspect ratio differs from its box's.
  const square = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>';
  await page.route("**/pictures/*.svg", (route) => route.fulfill({ contentType: "image/svg+xml", body: square }));
  for (const path of ["/blog", FIRST]) {
    await page.goto(path);
    await page.locator("footer").scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => Reflect.get(window, "shift")), path).toBe(0);
  }
  expect(await axe(page)).toEqual([]);
});
