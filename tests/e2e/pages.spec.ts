import { expect, hydrated, test } from "./fixtures.ts";

test("a name can be checked with any ending of the price list", async ({ page, hasScripts }) => {
  const field = page.getByLabel("Which name do you want?");
  await page.goto("/domains/pricing");
  await expect(page.getByRole("table").getByRole("button")).toHaveCount(23);
  await field.fill("mamanjeri.com");
  if (hasScripts) await hydrated(page);
  await page.getByRole("button", { name: "Check your name with .or.ke", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "mamanjeri.or.ke" })).toBeVisible();
  await expect(field).toHaveValue("mamanjeri.or.ke");
});

test("a legal text opens at its top, and its list of parts works", { tag: ["@plain", "@wide"] }, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("contentinfo").locator('a[href="/terms"]').click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms and Conditions");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link").last().click();
  await expect(page.getByRole("heading", { name: "Write to us", exact: true })).toBeInViewport();
});

test("scripts set no cookie while reading and searching", { tag: "@scripts" }, async ({ page }) => {
  // tests/integration/site-pages.test.ts checks the server's cookies.
  for (const path of ["/", "/domains?q=mamanjeri.com", "/domains/pricing", "/contact", "/cookies"])
    await page.goto(path);
  expect(await page.context().cookies()).toEqual([]);
});

test("the picture of the not-found page obeys reduced motion", { tag: "@script-independent" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/nothing-here");
  const animation = () => page.locator(".land .bus").evaluate((bus) => getComputedStyle(bus).animationName);
  expect(await animation()).toBe("bus");
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await animation()).toBe("none");
});
