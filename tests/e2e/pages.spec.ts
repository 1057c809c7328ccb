import { expect, goBackAtNextStep, hydrated, test } from "./fixtures.ts";

test("a name typed once is checked with any ending of the list", async ({ page, hasScripts }) => {
  await page.goto("/domains/pricing");
  const check = (ending: string) => page.getByRole("button", { name: `Check your name with .${ending}`, exact: true });
  await expect(page.getByRole("table").getByRole("button")).toHaveCount(23);
  await page.getByLabel("Which name do you want?").fill("mamanjeri.com");
  if (hasScripts) await hydrated(page);
  await check("or.ke").click();
  await expect(page.getByRole("heading", { level: 1, name: "mamanjeri.or.ke" })).toBeVisible();
  await expect(page.getByLabel("Which name do you want?")).toHaveValue("mamanjeri.or.ke");

  await page.goto("/domains/pricing");
  if (hasScripts) await page.getByLabel("Which name do you want?").focus();
  if (hasScripts) await hydrated(page);
  await check("ke").click();
  const field = page.getByLabel("Which name do you want?");
  await expect(field).toHaveAccessibleDescription("Type the name you want, for example mamanjeri.ke.");
});

test("with scripts the list follows the typing, and neither that nor Enter asks the server", {
  tag: "@scripts",
}, async ({ page }) => {
  // Without scripts it is the form.
  await page.goto("/domains/pricing");
  const field = page.getByLabel("Filter by ending");
  // Before the scripts have come: it counts all the same.
  await field.pressSequentially("afr");
  await hydrated(page);
  await expect(page.getByRole("rowheader")).toHaveText([/^\.africa/]);
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  // Remix draws the head anew, and the browser its icon with it.
  page.on("request", (request) => !request.url().endsWith("/favicon.svg") && asked.push(request.url()));
  await field.fill("or");
  await expect(page.getByRole("status").filter({ hasText: "endings" })).toHaveText("3 of 23 endings");
  await field.fill("xyz");
  await expect(page.getByText("No ending matches “xyz”.")).toBeVisible();
  await field.fill("shop");
  await field.press("Enter");
  await expect(page).toHaveURL("/domains/pricing?filter=shop");
  await expect(page.getByRole("rowheader")).toHaveText([/^\.shop/]);
  await expect(page.getByRole("region", { name: "Prices" })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("rowheader")).toHaveCount(23);
  await field.fill("shop");
  await goBackAtNextStep(page);
  await field.press("Enter");
  await expect(page.getByRole("rowheader")).toHaveCount(23);
  await expect(field).toHaveValue("");
  expect(asked).toEqual([]);
});

test("a legal text is come to from the footer, from its top, and its contents lead to its parts", {
  tag: ["@plain", "@wide"],
}, async ({ page }) => {
  await page.goto("/");
  await page.getByRole("contentinfo").locator('a[href="/terms"]').click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms and Conditions");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole("navigation", { name: "On this page" }).getByRole("link").last().click();
  await expect(page.getByRole("heading", { name: "Write to us", exact: true })).toBeInViewport();
});

test("the cookie policy is true: reading and searching set no cookie", { tag: "@scripts" }, async ({ page }) => {
  // What the server sets is asked of it in tests/integration/site-pages.test.ts.
  for (const path of ["/", "/domains?q=mamanjeri.com", "/domains/pricing", "/contact", "/cookies"])
    await page.goto(path);
  expect(await page.context().cookies()).toEqual([]);
});

test("the landscape of the not-found page moves, and stands still for those who ask for less", {
  tag: "@plain",
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/nothing-here");
  const animation = () => page.locator(".land .bus").evaluate((bus) => getComputedStyle(bus).animationName);
  expect(await animation()).toBe("bus");
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await animation()).toBe("none");
});
