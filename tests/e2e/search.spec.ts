import { expect, holdRequests, hydrated, hydrateFrom, test } from "./fixtures.ts";

test("a failed lookup can be retried by a form", { tag: "@script-independent" }, async ({ page }) => {
  await page.goto("/domains?q=error500-shop.com");
  const before = page.url();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "We can’t check error500-shop.com right now" })).toBeVisible();
  expect(page.url()).toBe(before);
});

test("an empty search shows a hint and focuses its field", async ({ page }) => {
  await page.goto("/domains");
  const field = page.getByLabel("Which name do you want?");
  await field.fill("   ");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(field).toHaveAccessibleDescription(/Type the name you want/);
  await expect(field).toBeFocused();
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
});

test("client navigation moves the focus to the result or the invalid field", {
  tag: ["@wide", "@scripts"],
}, async ({ page }) => {
  await page.goto("/");
  const field = page.getByLabel("Which name do you want?");
  await field.fill("taken-shop.com");
  await hydrated(page);
  await field.press("Enter");
  await expect(page.getByRole("region", { name: "taken-shop.com is taken" })).toBeFocused();
  await expect(page).toHaveTitle("taken-shop.com is taken | Mtandao");
  await field.fill("-");
  await field.press("Enter");
  await expect(page.getByText(/Every dot|hyphen/).first()).toBeVisible();
  await expect(field).toBeFocused();
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("main")).toBeFocused();
});

test("a pending search shows a skeleton, and a lost network keeps the name", {
  tag: "@scripts",
}, async ({ page, consoleErrors }) => {
  await page.goto("/domains?q=taken-shop.com");
  const field = page.getByLabel("Which name do you want?");
  await hydrateFrom(field);
  const PAGE_DATA = /\/domains\.data/;
  const release = await holdRequests(page, PAGE_DATA);
  await field.fill("njeri-duka.com");
  await field.press("Enter");
  await expect(page.locator(".skeleton")).toBeVisible();
  release();
  await expect(page.getByRole("heading", { level: 1, name: "njeri-duka.com" })).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await page.route(PAGE_DATA, (route) => route.abort("internetdisconnected"));
  await field.fill("shule-yetu.com");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await expect(field).toHaveValue("shule-yetu.com");
  await page.unroute(PAGE_DATA);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "shule-yetu.com" })).toBeVisible();
  consoleErrors.length = 0;
});
