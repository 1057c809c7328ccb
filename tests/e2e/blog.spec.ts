import type { Locator, Page } from "@playwright/test";
import { expect, holdRequests, hydrateFrom, test } from "./fixtures.ts";

const POST = "/blog/what-are-tlds-and-why-they-matter-for-your-brand";
const END_OF_POST = "Ready to get back in action?";

const search = (page: Page) => page.getByLabel("Search the posts");
const cards = (page: Page) => page.getByRole("region", { name: "Posts" }).getByRole("listitem");
const titles = (page: Page) => cards(page).getByRole("heading", { level: 2 });
const category = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name, exact: true });
const displayOf = (box: Locator) => box.evaluate((one) => getComputedStyle(one).display);

test("Load More appends the next posts until none are left", { tag: "@wide" }, async ({ page, hasScripts }) => {
  await page.goto("/blog");
  if (hasScripts) await hydrateFrom(search(page));
  const more = page.getByRole("link", { name: "Load More" });
  for (const [count, next] of [
    [12, "Pages that open on a cheap phone"],
    [18, "Business e-mail on your own domain"],
    [20, "How to read a phishing mail"],
  ] as const) {
    const before = await titles(page).allTextContents();
    await more.scrollIntoViewIfNeeded();
    const top = (await more.boundingBox())?.y ?? 0;
    await more.click();
    await expect(cards(page)).toHaveCount(count);
    expect((await titles(page).allTextContents()).slice(0, before.length)).toEqual(before);
    const first = cards(page).filter({ has: page.getByRole("heading", { name: next, exact: true }) });
    await expect(first).toBeInViewport();
    if (!hasScripts) continue;
    // The first new post stands where the link was, and has the focus.
    await expect(first.getByRole("link")).toBeFocused();
    expect(Math.abs(((await first.boundingBox())?.y ?? 0) - top)).toBeLessThan(80);
  }
  await expect(more).toHaveCount(0);
  await expect(page).toHaveURL(hasScripts ? "/blog?page=4" : "/blog?page=4#next");
});

test("Back from a post restores the scroll position in the list", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/blog");
  await hydrateFrom(search(page));
  await page.getByRole("link", { name: "Load More" }).click();
  await expect(cards(page)).toHaveCount(12);
  const link = cards(page).nth(9).getByRole("link");
  await link.scrollIntoViewIfNeeded();
  const y = await page.evaluate(() => scrollY);
  await link.click();
  await expect(page.getByText(END_OF_POST)).toBeVisible();
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL("/blog?page=2");
  await expect(cards(page)).toHaveCount(12);
  await expect.poll(() => page.evaluate((before) => Math.abs(scrollY - before), y)).toBeLessThan(5);
});

test("posts can be searched, narrowed to a category, and listed again", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/blog?page=2");
  await search(page).fill("domain renew");
  await hydrateFrom(search(page));
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL("/blog?q=domain+renew");
  await expect(page.getByRole("status").filter({ hasText: /posts? with/ })).toContainText("with “domain renew”");
  await expect(search(page)).toHaveValue("domain renew");

  await category(page, "Technology").click();
  await expect(page).toHaveURL("/blog?q=domain+renew&category=Technology");
  await expect(page.getByText("with “domain renew” in Technology")).toBeVisible();
  await expect(page.locator(".chips [aria-current=page]")).toHaveText("Technology");

  await search(page).fill("100% nothing_like this");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("No posts found")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "All Posts" }).last().click();
  await expect(page).toHaveURL("/blog");
  await expect(search(page)).toHaveValue("");
  await expect(cards(page)).toHaveCount(6);
});

test("a pending category or post shows a skeleton; Load More keeps the list", { tag: "@scripts" }, async ({ page }) => {
  const PAGE_DATA = /\/blog(\/[a-z-]+)?\.data/;
  await page.goto("/blog");
  await hydrateFrom(search(page));
  let release = await holdRequests(page, PAGE_DATA);
  await page.getByRole("link", { name: "Load More" }).click();
  await expect(page.getByRole("link", { name: "Loading" })).toBeVisible();
  await expect(cards(page)).toHaveCount(6);
  release();
  await expect(cards(page)).toHaveCount(12);
  release = await holdRequests(page, PAGE_DATA);
  await category(page, "Business").click();
  await expect(page.getByRole("status").filter({ hasText: "Loading posts..." })).toBeVisible();
  await expect(page.locator("main .skeleton")).toBeVisible();
  release();
  await expect(page.locator("main .skeleton")).toHaveCount(0);
  const pending = page.getByRole("status").filter({ hasText: "Loading post..." });
  for (const link of [cards(page).first().getByRole("link"), page.locator(".latest").getByRole("link").first()]) {
    release = await holdRequests(page, PAGE_DATA);
    await link.click();
    await expect(pending).toBeVisible();
    release();
    await expect(pending).toHaveCount(0);
    await expect(page.getByText(END_OF_POST)).toBeVisible();
  }
});

test("a post loads pictures without layout shifts, and no script", { tag: ["@wide", "@scripts"] }, async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, "shift") + Reflect.get(entry, "value") });
    }).observe({ type: "layout-shift", buffered: true });
  });
  // A picture whose aspect ratio differs from its box's.
  const square = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>';
  await page.route("**/pictures/*.svg", (route) => route.fulfill({ contentType: "image/svg+xml", body: square }));
  for (const path of ["/blog", POST]) {
    await page.goto(path);
    await page.locator("footer").scrollIntoViewIfNeeded();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => Reflect.get(window, "shift")), path).toBe(0);
  }
  expect(scripts).toEqual([]);
});

test("the Back link of a post leads to the previous page, else to the list", async ({ page, hasScripts }) => {
  await page.goto("/privacy");
  await page.goto(POST);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL(hasScripts ? "/privacy" : "/blog");
  if (!hasScripts) return;
  const fresh = await page.context().newPage();
  await fresh.goto(POST);
  await fresh.evaluate(() => Object.defineProperty(history, "length", { value: 1 }));
  await fresh.getByRole("link", { name: "Back", exact: true }).click();
  await expect(fresh).toHaveURL("/blog");
});

test("client navigation loads the styles of a post and of the home page", { tag: "@scripts" }, async ({ page }) => {
  const home = page.locator(".bolt");
  // The footer has posts on a wide screen.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  await hydrateFrom(page.getByLabel("Which name do you want?"));
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole("contentinfo").getByRole("link", { name: "What are TLDs" }).click();
  await expect(page.getByText(END_OF_POST)).toBeVisible();
  expect(await displayOf(page.locator(".back-box"))).toBe("flex");
  const pictures = page.locator(".post-card img");
  expect(await pictures.first().evaluate((img) => img.clientWidth)).toBeLessThan(200);
  await page.goBack();
  await expect(home).toBeVisible();
  expect(await displayOf(home)).toBe("grid");
  expect(await page.evaluate(() => Reflect.get(window, "isSame"))).toBe(true);
});
