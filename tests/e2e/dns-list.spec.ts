import type { Page } from "@playwright/test";
import { signIn } from "./accounts.ts";
import { expect, goBackAtNextStep, hydrated } from "./fixtures.ts";
import { axeInBothSchemes, overflow, smallTargets } from "./page-checks.ts";
import { openAdd, PATH, test } from "./zone.ts";

/** A zone that no test changes, so that its record count is stable. */
const QUIET = "/dashboard/domains/nyumbapoa.co.ke/dns";
const rows = (page: Page) => page.locator("tbody").getByRole("row");

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("the DNS list can be filtered by text, and the URL contains the filter", async ({ page }) => {
  await page.goto(QUIET);
  const all = await rows(page).count();
  await page.getByLabel("Find").fill("mail");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(/q=mail/);
  await expect(page.getByRole("heading", { name: new RegExp(` of ${all} records`) })).toBeVisible();
  for (const text of await rows(page).allTextContents()) expect(text.toLowerCase()).toContain("mail");
  await page.getByLabel("Find").fill("no such record");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page.getByText("No records match.")).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(rows(page)).toHaveCount(all);
});

test("the DNS list is sorted by its headings, and the slash key focuses its search field", {
  tag: "@wide",
}, async ({ page, hasScripts }) => {
  await page.goto(`${PATH}?q=o`);
  await page.getByRole("link", { name: "TTL", exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\?q=o&sort=ttl$/);
  await expect(page.getByRole("searchbox")).toHaveValue("o");
  await expect(rows(page).first()).toContainText("Auto");
  if (!hasScripts) return;
  const field = page.getByRole("searchbox");
  await field.fill("auto");
  await hydrated(page);
  await expect(rows(page).filter({ hasNotText: /auto/i })).toHaveCount(0);
  await field.evaluate((one: HTMLElement) => one.blur());
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.type("a/b");
  await expect(field).toHaveValue("a/b");
  await field.fill("auto");
  await page.getByRole("link", { name: "Type", exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\?q=auto&sort=type$/);
  await expect(field).toHaveValue("auto");
  await expect(rows(page).filter({ hasNotText: /auto/i })).toHaveCount(0);
  await field.fill("no such record");
  await expect(page.getByText("No records match.")).toBeVisible();
  await goBackAtNextStep(page);
  await field.press("Enter");
  await expect(field).toHaveValue("auto");
  await expect(rows(page).filter({ hasNotText: /auto/i })).toHaveCount(0);
});

test("axe finds nothing on the DNS pages", { tag: ["@wide", "@scripts"] }, async ({ page }) => {
  for (const path of [PATH, `${PATH}?q=nothing-like-it`]) {
    await page.goto(path);
    expect(await axeInBothSchemes(page), path).toEqual([]);
  }
  await openAdd(page);
  expect(await axeInBothSchemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  expect(await axeInBothSchemes(page)).toEqual([]);
});

test("the DNS list and its form fit 320 px, and every target is at least 44 px high", { tag: "@plain" }, async ({
  page,
}) => {
  for (const path of [PATH, `${PATH}/add`]) {
    await page.goto(path);
    expect(await overflow(page, 320), path).toBe(0);
    expect(await smallTargets(page, "main"), path).toEqual([]);
  }
});
