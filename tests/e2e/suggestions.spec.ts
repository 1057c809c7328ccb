import type { Page, Route } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures.ts";

/** The lists of suggestions: Kenyan endings, other endings, and similar names. */
const suggestions = (page: Page) => page.getByRole("list", { name: /^(Kenyan|Other) endings|^Close to/ });
const rows = (page: Page) => suggestions(page).getByRole("listitem");
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });

/** Focusing the field starts hydration. */
async function takeOver(page: Page): Promise<void> {
  await page.getByLabel("Which name do you want?").focus();
  await hydrated(page);
}

/** Replaces the endpoint that checks suggestions. Returns the names that were requested. */
async function answerChecks(page: Page, answer: (route: Route, name: string) => Promise<void>): Promise<string[]> {
  const asked: string[] = [];
  await page.route("**/domains/check?*", async (route) => {
    const name = new URL(route.request().url()).searchParams.get("name") ?? "";
    asked.push(name);
    await answer(route, name);
  });
  return asked;
}

test("with scripts suggestions are checked one after another and the outcome is announced once", {
  tag: "@scripts",
}, async ({ page }) => {
  let underWay = 0;
  let most = 0;
  const asked = await answerChecks(page, async (route) => {
    most = Math.max(most, ++underWay);
    const response = await route.fetch();
    underWay -= 1;
    await route.fulfill({ response });
  });
  await page.goto("/domains?q=njeri-duka.com");
  const listed = await suggestions(page).locator(".row-name").allTextContents();
  await takeOver(page);
  await expect(rows(page).filter({ hasText: "Free" })).toHaveCount(5);
  await expect(rows(page).filter({ hasText: "Nobody uses it yet" })).toHaveCount(3);
  expect([asked.toSorted(), most]).toEqual([listed.toSorted(), 1]);
  await expect(rowOf(page, "njeri-duka.net")).toContainText("KSh 2,241");
  await expect(rowOf(page, "njeri-duka.net")).toContainText("≈ US$17.24");
  const said = "Of 8 names close to njeri-duka.com, 5 are free, and nobody uses 3 yet.";
  await expect(page.getByRole("status").filter({ hasText: said })).toHaveCount(1);
  await rowOf(page, "njeri-duka.net").getByRole("link", { name: "See njeri-duka.net" }).click();
  await expect(page.getByRole("heading", { name: "njeri-duka.net" })).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("typing shows new suggestions and cancels pending checks", { tag: "@scripts" }, async ({ page }) => {
  const asked = await answerChecks(page, async (route, name) => {
    // This request never gets a response.
    if (name.includes("duka")) return;
    await route.continue();
  });
  await page.goto("/domains?q=njeri-duka.com");
  await takeOver(page);
  await expect.poll(() => asked.length).toBe(1);
  await page.getByLabel("Which name do you want?").fill("shule-yetu");
  await expect(page.getByRole("heading", { name: "Close to shule-yetu.com" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Kenyan endings of shule-yetu" })).toBeVisible();
  await expect(rows(page).first()).toContainText("Nobody uses it yet");
  expect(asked.filter((name) => name.includes("duka"))).toHaveLength(1);
  // The search result and the input are still there.
  await expect(page.getByRole("heading", { name: "njeri-duka.com", exact: true })).toBeVisible();
  await expect(page.getByLabel("Which name do you want?")).toHaveValue("shule-yetu");
});

test("suggestions appear while typing on the empty search page", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/domains");
  await page.getByLabel("Which name do you want?").fill("njeri-duka");
  await expect(rows(page)).toHaveCount(8);
  await page.getByLabel("Which name do you want?").fill("");
  await expect(suggestions(page)).toHaveCount(0);
});

const FAILURES: [string, (route: Route) => Promise<void>][] = [
  ["429", (route) => route.fulfill({ status: 429, body: "null" })],
  ["500", (route) => route.fulfill({ status: 500, body: "<html>" })],
  ["a page of somebody else's", (route) => route.fulfill({ status: 200, body: "<html>Pay for Wi-Fi</html>" })],
  ["no network", (route) => route.abort("internetdisconnected")],
  ["no answer", async () => undefined],
];

for (const [what, answer] of FAILURES) {
  test(`if suggestion checks get ${what}, the names keep their links and searching works`, { tag: "@scripts" }, async ({
    page,
    consoleErrors,
  }) => {
    const asked = await answerChecks(page, answer);
    await page.goto("/domains?q=njeri-duka.com");
    await takeOver(page);
    await expect.poll(() => asked.length).toBe(1);
    await expect(suggestions(page).getByRole("link", { name: /^Check/ })).toHaveCount(8);
    await page.getByLabel("Which name do you want?").fill("taken-shop.com");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByRole("region", { name: "taken-shop.com is taken" })).toBeVisible();
    expect(consoleErrors.filter((error) => !/Failed to load resource/.test(error))).toEqual([]);
    consoleErrors.length = 0;
  });
}

test("several pasted names are checked on one page, and the rest stays in the form", {
  tag: "@plain",
}, async ({ page }) => {
  await page.goto("/domains");
  const names = ["njeri-duka.com", "taken-duka.com", "-", ...Array.from({ length: 9 }, (_, i) => `taken-${i}.com`)];
  await page.getByLabel("Names to check").fill(names.join("\n"));
  await page.getByRole("button", { name: "Check them" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "10 names" })).toBeVisible();
  const board = page.getByRole("main").getByRole("listitem");
  await expect(board).toHaveCount(10);
  await expect(board.nth(0)).toContainText("KSh 1,942");
  await expect(board.nth(1)).toContainText("Taken");
  await expect(board.nth(9)).toHaveText("-");
  await expect(page.getByRole("list", { name: /letter|hyphen|dot/i }).getByRole("listitem")).toHaveText("-");
  await expect(page.getByRole("heading", { name: "2 more to check" })).toBeVisible();
  await expect(page.getByLabel("Names to check")).toHaveValue("taken-7.com\ntaken-8.com");
});

test("several names in the search field are checked on one page", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("Which name do you want?").fill("njeri-duka.com, njeri-duka.co.ke");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "2 names" })).toBeVisible();
});
