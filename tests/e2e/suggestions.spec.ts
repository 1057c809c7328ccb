import type { Page, Route } from "@playwright/test";
import { expect, hydrateFrom, test } from "./fixtures.ts";

const field = (page: Page) => page.getByLabel("Which name do you want?");
/** The lists of suggestions: Kenyan endings, other endings, and similar names. */
const suggestions = (page: Page) => page.getByRole("list", { name: /^(Kenyan|Other) endings|^Similar/ });
const rows = (page: Page) => suggestions(page).getByRole("listitem");
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });

/** Replaces the endpoint that checks suggestions. Returns the names that were requested. */
async function mockChecks(page: Page, handle: (route: Route, name: string) => Promise<void>): Promise<string[]> {
  const requested: string[] = [];
  await page.route("**/domains/check?*", async (route) => {
    const name = new URL(route.request().url()).searchParams.get("name") ?? "";
    requested.push(name);
    await handle(route, name);
  });
  return requested;
}

test("suggestions are checked one after another and the result is announced once", async ({ page }) => {
  let pending = 0;
  let most = 0;
  const requested = await mockChecks(page, async (route) => {
    most = Math.max(most, ++pending);
    const response = await route.fetch();
    pending -= 1;
    await route.fulfill({ response });
  });
  await page.goto("/domains?q=njeri-duka.com");
  const listed = await suggestions(page).locator(".row-name").allTextContents();
  await hydrateFrom(field(page));
  await expect(rows(page).filter({ hasText: "Free" })).toHaveCount(5);
  await expect(rows(page).filter({ hasText: "Nobody uses it yet" })).toHaveCount(3);
  expect([requested.toSorted(), most]).toEqual([listed.toSorted(), 1]);
  await expect(rowOf(page, "njeri-duka.net")).toContainText("KSh 2,241");
  await expect(rowOf(page, "njeri-duka.net")).toContainText("≈ US$17.24");
  const said = "Of 8 names similar to njeri-duka.com, 5 are free, and nobody uses 3 yet.";
  await expect(page.getByRole("status").filter({ hasText: said })).toHaveCount(1);
  await rowOf(page, "njeri-duka.net").getByRole("link", { name: "Order njeri-duka.net" }).click();
  await expect(page).toHaveURL(/\/login\?redirectTo=.*njeri-duka\.net/);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("typing shows new suggestions and cancels pending checks", async ({ page }) => {
  const requested = await mockChecks(page, async (route, name) => {
    // This request never gets a response.
    if (name.includes("duka")) return;
    await route.continue();
  });
  await page.goto("/domains?q=njeri-duka.com");
  await hydrateFrom(field(page));
  await expect.poll(() => requested.length).toBe(1);
  await field(page).fill("shule-yetu");
  await expect(page.getByRole("heading", { name: "Similar to shule-yetu.com" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Kenyan endings of shule-yetu" })).toBeVisible();
  await expect(rows(page).first()).toContainText("Nobody uses it yet");
  expect(requested.filter((name) => name.includes("duka"))).toHaveLength(1);
  // The search result and the input are still there.
  await expect(page.getByRole("heading", { name: "njeri-duka.com", exact: true })).toBeVisible();
  await expect(field(page)).toHaveValue("shule-yetu");
});

test("suggestions appear while typing on the empty search page", async ({ page }) => {
  await page.goto("/domains");
  await field(page).fill("njeri-duka");
  await expect(rows(page)).toHaveCount(8);
  await field(page).fill("");
  await expect(suggestions(page)).toHaveCount(0);
});

// check-suggestions.test.ts has the other failures.
test("if a captive portal answers a suggestion check, links and search still work", async ({ page }) => {
  const requested = await mockChecks(page, (route) => route.fulfill({ body: "<html>Pay for Wi-Fi</html>" }));
  await page.goto("/domains?q=njeri-duka.com");
  await hydrateFrom(field(page));
  await expect.poll(() => requested.length).toBe(1);
  await expect(suggestions(page).getByRole("link", { name: /^Check/ })).toHaveCount(8);
  await field(page).fill("taken-shop.com");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("region", { name: "taken-shop.com is taken" })).toBeVisible();
});
