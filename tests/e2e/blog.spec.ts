import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { enhanced, expect, hold, SITE, test } from "./visitor.ts";

const FIRST = "/blog/what-are-tlds-and-why-they-matter-for-your-brand";
const cards = (page: Page) => page.getByRole("region", { name: "Posts" }).getByRole("listitem");
const titles = (page: Page) => cards(page).getByRole("heading", { level: 2 });

/** Focus is what somebody does who is about to type; it brings the scripts. */
async function takeOver(page: Page): Promise<void> {
  await page.getByLabel("Search the posts").focus();
  await enhanced(page);
}

test("the blog has a featured post, five more, three recent ones and the way to each", {
  tag: ["@plain", "@wide"],
}, async ({ page }) => {
  const reply = await page.goto("/blog");
  expect(reply?.headers()["cache-control"]).toContain("public");
  await expect(page).toHaveTitle("Blog | Mtandao");
  await expect(cards(page)).toHaveCount(6);
  await expect(titles(page).first()).toHaveText("What are TLDs, and why they matter for your brand");
  await expect(cards(page).first()).toContainText("Business · 12 Nov 2026 · 3 min read");
  await expect(cards(page).first()).toContainText("The last part of a web address says more about you");
  await expect(page.getByRole("complementary").getByRole("listitem")).toHaveCount(3);
  await cards(page).nth(1).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your first DNS records, explained over chai");
});

test("Load More brings the next posts below those that are there, until none are left", { tag: "@wide" }, async ({
  page,
  isEnhanced,
}) => {
  await page.goto("/blog");
  if (isEnhanced) await takeOver(page);
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
    if (!isEnhanced) continue;
    // What was pressed has made room for the first new post, at the same place, and the focus is there.
    await expect(first.getByRole("link")).toBeFocused();
    expect(Math.abs(((await first.boundingBox())?.y ?? 0) - top)).toBeLessThan(80);
  }
  await expect(more).toHaveCount(0);
  await expect(page.getByText("Chema chajiuza, kibaya chajitembeza")).toBeVisible();
  await expect(page).toHaveURL(isEnhanced ? "/blog?page=4" : "/blog?page=4#next");
});

test("Back from a post leads to the place in the list where one was", { tag: "@scripts" }, async ({ page }) => {
  // The browser's own affair without scripts.
  await page.goto("/blog");
  await takeOver(page);
  await page.getByRole("link", { name: "Load More" }).click();
  await expect(cards(page)).toHaveCount(12);
  const link = cards(page).nth(9).getByRole("link");
  await link.scrollIntoViewIfNeeded();
  const y = await page.evaluate(() => scrollY);
  await link.click();
  await expect(page.getByText("Ready to get back in action?")).toBeVisible();
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL("/blog?page=2");
  await expect(cards(page)).toHaveCount(12);
  await expect.poll(() => page.evaluate((before) => Math.abs(scrollY - before), y)).toBeLessThan(5);
});

for (const [name, path, count, isPlain] of [
  ["Technology", "/blog?category=Technology", 6, true],
  ["Business", "/blog?category=Business", 6, true],
  ["#ThatsTheSPIRIT", "/blog?category=%23ThatsTheSPIRIT", 5, false],
] as const) {
  test(`choosing ${name} shows its posts alone, from the first page`, { tag: isPlain ? "@plain" : [] }, async ({
    page,
    isEnhanced,
  }) => {
    await page.goto("/blog?page=2");
    if (isEnhanced) await takeOver(page);
    await page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(cards(page)).toHaveCount(count);
    for (const card of await cards(page).all()) await expect(card).toContainText(`${name} · `);
    await expect(page.locator(".chips [aria-current=page]")).toHaveText(name);
    await page.getByRole("link", { name: "All Posts" }).click();
    await expect(page).toHaveURL("/blog");
    await expect(cards(page)).toHaveCount(6);
  });
}

test("a search finds words in posts, narrows to a category, and says when there is nothing", async ({ page }) => {
  await page.goto("/blog");
  const field = page.getByLabel("Search the posts");
  await field.fill("domain renew");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL("/blog?q=domain+renew");
  await expect(page.getByRole("status").filter({ hasText: /posts? with/ })).toContainText("with “domain renew”");
  await expect(titles(page).filter({ hasText: "What happens when a domain expires" })).toHaveCount(1);
  await expect(field).toHaveValue("domain renew");

  await page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "Technology" }).click();
  await expect(page).toHaveURL("/blog?q=domain+renew&category=Technology");
  await expect(page.getByText("with “domain renew” in Technology")).toBeVisible();

  await field.fill("100% nothing_like this");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("No posts found")).toBeVisible();
  await expect(page.getByText("0 posts with “100% nothing_like this”")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "All Posts" }).last().click();
  await expect(page).toHaveURL("/blog");
  await expect(field).toHaveValue("");
  await expect(cards(page)).toHaveCount(6);
});

test("a post has its text, its facts, five others, and no script of React's", { tag: "@wide" }, async ({ page }) => {
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

test("a link of a post opens a tab of its own, and a heading's leads to it", { tag: "@plain" }, async ({
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

test("Back leads to the previous page, and to the list where there is none", async ({ page, isEnhanced }) => {
  await page.goto("/privacy");
  await page.goto(FIRST);
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await expect(page).toHaveURL(isEnhanced ? "/privacy" : "/blog");

  const fresh = await page.context().newPage();
  await fresh.goto(FIRST);
  await fresh.evaluate(() => Object.defineProperty(history, "length", { value: 1 }));
  await fresh.getByRole("link", { name: "Back", exact: true }).click();
  await expect(fresh).toHaveURL("/blog");
});

test("a post opened without loading a page wears the blog's clothes, and so does the list after home", {
  tag: "@scripts",
}, async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Which name do you want?").focus();
  await enhanced(page);
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

test("home wears its own clothes for whoever comes from the blog without loading a page", { tag: "@scripts" }, async ({
  page,
}) => {
  await page.goto("/blog");
  await takeOver(page);
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole("banner").getByRole("link", { name: "Mtandao" }).click();
  await expect(page.locator(".bolt")).toBeVisible();
  expect(await page.locator(".bolt").evaluate((bolt) => getComputedStyle(bolt).display)).toBe("grid");
  expect(await page.evaluate(() => Reflect.get(window, "isSame"))).toBe(true);
});

test("while another category or a post is on its way its place is held, and the list that grows stays", {
  tag: ["@wide", "@scripts"],
}, async ({ page }) => {
  await page.goto("/blog");
  await takeOver(page);
  const NEXT = /\/blog(\/[a-z-]+)?\.data/;
  let letGo = await hold(page, NEXT);
  await page.getByRole("link", { name: "Load More" }).click();
  await expect(page.getByRole("link", { name: "Loading" })).toBeVisible();
  await expect(cards(page)).toHaveCount(6);
  letGo();
  await expect(cards(page)).toHaveCount(12);
  letGo = await hold(page, NEXT);
  await page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "Business" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading posts..." })).toBeVisible();
  await expect(page.locator("main .skeleton")).toBeVisible();
  letGo();
  await expect(page.locator("main .skeleton")).toHaveCount(0);
  await expect(cards(page)).toHaveCount(6);
  letGo = await hold(page, NEXT);
  await cards(page).first().getByRole("link").click();
  const waiting = page.getByRole("status").filter({ hasText: "Loading post..." });
  await expect(waiting).toBeVisible();
  letGo();
  await expect(page.getByText("Ready to get back in action?")).toBeVisible();
  letGo = await hold(page, NEXT);
  await page.locator(".latest").getByRole("link").first().click();
  await expect(waiting).toBeVisible();
  letGo();
  await expect(waiting).toHaveCount(0);
});

test("a post that there is not says so, with a 404 and the way on", { tag: "@plain" }, async ({ page }) => {
  const reply = await page.goto("/blog/nothing-here");
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Post not found.");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await page.getByRole("main").getByRole("link", { name: "All Posts" }).click();
  await expect(page).toHaveURL("/blog");
});

test("the feed is named by the blog's pages, and every post in it is there", { tag: "@plain" }, async ({
  page,
  request,
}) => {
  await page.goto("/blog");
  await expect(page.locator("link[rel=alternate]")).toHaveAttribute("href", "/blog/feed.xml");
  await expect(page.getByRole("link", { name: "Follow by feed" })).toHaveAttribute("href", "/blog/feed.xml");
  const reply = await request.get("/blog/feed.xml");
  expect(reply.headers()["content-type"]).toContain("application/atom+xml");
  const addresses = [...(await reply.text()).matchAll(/<link rel="alternate" type="text\/html" href="([^"]+)"/g)];
  expect(addresses).toHaveLength(19);
  for (const [, address = ""] of addresses) {
    expect(address.startsWith(`${SITE}/blog`)).toBe(true);
    expect((await request.get(address)).status(), address).toBe(200);
  }
});

test("axe finds nothing on a post that was opened from the list, and nothing moves when its pictures come", {
  tag: "@scripts",
}, async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, "shift") + Reflect.get(entry, "value") });
    }).observe({ type: "layout-shift", buffered: true });
  });
  // Of another shape than their box.
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
