import type { Page } from "@playwright/test";
import { axeInCloths } from "./axe.ts";
import { signIn } from "./customers.ts";
import { backAtOnce, enhanced, expect } from "./visitor.ts";
import { openAdd, PATH, test } from "./zone.ts";

/** A zone that no test changes, so that what is counted in it stays. */
const QUIET = "/dashboard/domains/nyumbapoa.co.ke/dns";
const rows = (page: Page) => page.locator("tbody").getByRole("row");

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("the list can be narrowed by text and type and ordered, and the address says how", async ({ page }) => {
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

test("the list is put in another order by its headings, and a slash leads to the field to find with", {
  tag: "@wide",
}, async ({ page, isEnhanced }) => {
  await page.goto(`${PATH}?q=o`);
  await page.getByRole("link", { name: "TTL", exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\?q=o&sort=ttl$/);
  await expect(page.getByRole("searchbox")).toHaveValue("o");
  await expect(rows(page).first()).toContainText("Auto");
  if (!isEnhanced) return;
  const field = page.getByRole("searchbox");
  await field.fill("auto");
  await enhanced(page);
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
  await backAtOnce(page);
  await field.press("Enter");
  await expect(field).toHaveValue("auto");
  await expect(rows(page).filter({ hasNotText: /auto/i })).toHaveCount(0);
});

test("250 records are on three pages of the server's, which keep what was looked for; some types are shown only", {
  tag: "@plain",
}, async ({ page, context, complaints }) => {
  await page.goto(PATH);
  const loc = rows(page).filter({ has: page.getByRole("cell", { name: "LOC", exact: true }) });
  await expect(loc).toContainText("Shown only");
  await expect(loc.getByRole("checkbox")).toHaveCount(0);
  await context.clearCookies();
  await signIn(page, "second@example.co.ke");
  await page.goto("/dashboard/domains/big-zone-demo.co.ke/dns?sort=content");
  await expect(page.getByRole("heading", { name: "250 records" })).toBeVisible();
  await expect(rows(page)).toHaveCount(100);
  const seen = await rows(page).allTextContents();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/\?sort=content&page=2$/);
  await expect(page.getByText("101 to 200 of 250")).toBeVisible();
  seen.push(...(await rows(page).allTextContents()));
  await page.getByRole("link", { name: "Page 3" }).click();
  await expect(page.getByText("201 to 250 of 250")).toBeVisible();
  seen.push(...(await rows(page).allTextContents()));
  expect(new Set(seen).size).toBe(250);
  await page.getByRole("searchbox").fill("tawi");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(/\?q=tawi&type=&sort=content$/);
  await expect(page.getByRole("heading", { name: / of 250 records$/ })).toBeVisible();
  await page.goto("/dashboard/domains/error500-demo.co.ke/dns");
  await expect(page.getByText("Failed to fetch DNS records")).toBeVisible();
  await expect(page.getByRole("link", { name: "Retry" })).toBeVisible();
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("503");
});

test("axe finds nothing on the DNS pages", { tag: ["@wide", "@scripts"] }, async ({ page }) => {
  for (const path of [PATH, `${PATH}?q=nothing-like-it`]) {
    await page.goto(path);
    expect(await axeInCloths(page), path).toEqual([]);
  }
  await openAdd(page);
  expect(await axeInCloths(page)).toEqual([]);
  await page.getByRole("button", { name: "Add record" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  expect(await axeInCloths(page)).toEqual([]);
});

test("nothing sticks out at 320 px, and every target is at least 44 px high", { tag: "@plain" }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  for (const path of [PATH, `${PATH}/add`]) {
    await page.goto(path);
    const { width, small } = await page.evaluate(() => {
      const small = [...document.querySelectorAll("main a, main button, main input:not([type=hidden]), main select")]
        // A box to tick is pressed by its label, and a name by its whole row.
        .map((target) => target.closest("label, tbody tr:has(th)") ?? target)
        .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 43.5)
        .map((target) => target.outerHTML.slice(0, 80));
      return { width: document.documentElement.scrollWidth, small };
    });
    expect(width, path).toBeLessThanOrEqual(320);
    expect(small, path).toEqual([]);
  }
});
