import type { Page } from "@playwright/test";
import { expect, holdRequests, hydrated, test } from "./fixtures.ts";

const cards = (page: Page) => page.getByRole("region", { name: "Posts" }).getByRole("listitem");
const titles = (page: Page) => cards(page).getByRole("heading", { level: 2 });

/** Focusing the field starts hydration. */
async function takeOver(page: Page): Promise<void> {
  await page.getByLabel("Search the posts").focus();
  await hydrated(page);
}

test("Load More appends the next posts until none are left", { tag: "@wide" }, async ({ page, hasScripts }) => {
  await page.goto("/blog");
  if (hasScripts) await takeOver(page);
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
  await expect(page.getByText("Chema chajiuza, kibaya chajitembeza")).toBeVisible();
  await expect(page).toHaveURL(hasScripts ? "/blog?page=4" : "/blog?page=4#next");
});

test("Back from a post restores the scroll position in the list", { tag: "@scripts" }, async ({ page }) => {
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

// tests/integration/blog.test.ts has the other categories, without a browser.
test("choosing a category shows the first page of its posts", async ({ page, hasScripts }) => {
  const name = "#ThatsTheSPIRIT";
  await page.goto("/blog?page=2");
  if (hasScripts) await takeOver(page);
  await page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL("/blog?category=%23ThatsTheSPIRIT");
  await expect(cards(page)).toHaveCount(5);
  for (const card of await cards(page).all()) await expect(card).toContainText(`${name} · `);
  await expect(page.locator(".chips [aria-current=page]")).toHaveText(name);
  await page.getByRole("link", { name: "All Posts" }).click();
  await expect(page).toHaveURL("/blog");
  await expect(cards(page)).toHaveCount(6);
});

test("a search of the posts can be narrowed to a category and says when nothing matches", {
  tag: "@scripts",
}, async ({ page }) => {
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

test("the home page has its styles after client navigation from the blog", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/blog");
  await takeOver(page);
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole("banner").getByRole("link", { name: "Mtandao" }).click();
  await expect(page.locator(".bolt")).toBeVisible();
  expect(await page.locator(".bolt").evaluate((bolt) => getComputedStyle(bolt).display)).toBe("grid");
  expect(await page.evaluate(() => Reflect.get(window, "isSame"))).toBe(true);
});

test("a skeleton stands in for a pending category or post, while Load More keeps the list", {
  tag: "@scripts",
}, async ({ page }) => {
  await page.goto("/blog");
  await takeOver(page);
  const NEXT = /\/blog(\/[a-z-]+)?\.data/;
  let letGo = await holdRequests(page, NEXT);
  await page.getByRole("link", { name: "Load More" }).click();
  await expect(page.getByRole("link", { name: "Loading" })).toBeVisible();
  await expect(cards(page)).toHaveCount(6);
  letGo();
  await expect(cards(page)).toHaveCount(12);
  letGo = await holdRequests(page, NEXT);
  await page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "Business" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Loading posts..." })).toBeVisible();
  await expect(page.locator("main .skeleton")).toBeVisible();
  letGo();
  await expect(page.locator("main .skeleton")).toHaveCount(0);
  await expect(cards(page)).toHaveCount(6);
  letGo = await holdRequests(page, NEXT);
  await cards(page).first().getByRole("link").click();
  const waiting = page.getByRole("status").filter({ hasText: "Loading post..." });
  await expect(waiting).toBeVisible();
  letGo();
  await expect(page.getByText("Ready to get back in action?")).toBeVisible();
  letGo = await holdRequests(page, NEXT);
  await page.locator(".latest").getByRole("link").first().click();
  await expect(waiting).toBeVisible();
  letGo();
  await expect(waiting).toHaveCount(0);
});
