import { expect, holdRequests, hydrated, test } from "./fixtures.ts";

const WIDEST = "w".repeat(63);

test("the longest possible name fits a phone", { tag: "@plain" }, async ({ page }) => {
  for (const name of [
    `${WIDEST}.com`,
    `${WIDEST}.co.ke`,
    `taken-${WIDEST.slice(6)}.com`,
    `error500-${WIDEST.slice(9)}.com`,
  ]) {
    await page.goto(`/domains?q=${name}`);
    const ends = await page.locator("main *").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(Math.max(...ends), name).toBeLessThanOrEqual(360);
  }
});

test("what could not be checked can be tried again, by a form", { tag: "@plain" }, async ({ page }) => {
  await page.goto("/domains?q=error500-shop.com");
  const before = page.url();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "We could not look up error500-shop.com just now" })).toBeVisible();
  expect(page.url()).toBe(before);
});

test("a search for nothing asks nobody and hints at what to type", async ({ page }) => {
  await page.goto("/domains");
  const field = page.getByLabel("Which name do you want?");
  await field.fill("   ");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(field).toHaveAccessibleDescription(/Type the name you want/);
  await expect(field).toBeFocused();
  await expect(field).not.toHaveAttribute("aria-invalid", "true");
});

test("a page that comes without loading takes the focus along: to the answer, the field in error, or its beginning", {
  tag: ["@wide", "@scripts"],
}, async ({ page }) => {
  // The browser does it by itself.
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

test("while an answer is awaited its place is shown, and without a network the name stays in its field", {
  tag: "@scripts",
}, async ({ page, consoleErrors }) => {
  // The browser does it by itself.
  await page.goto("/domains?q=taken-shop.com");
  const field = page.getByLabel("Which name do you want?");
  await field.focus();
  await hydrated(page);
  const ANSWER = /\/domains\.data/;
  const letAnswerGo = await holdRequests(page, ANSWER);
  await field.fill("njeri-duka.com");
  await field.press("Enter");
  await expect(page.locator(".skeleton")).toBeVisible();
  letAnswerGo();
  await expect(page.getByRole("heading", { level: 1, name: "njeri-duka.com" })).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await page.route(ANSWER, (route) => route.abort("internetdisconnected"));
  await field.fill("shule-yetu.com");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: "No connection" })).toBeVisible();
  await expect(field).toHaveValue("shule-yetu.com");
  await page.unroute(ANSWER);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "shule-yetu.com" })).toBeVisible();
  consoleErrors.length = 0;
});
