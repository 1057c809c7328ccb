import { CUSTOMER } from "./accounts.ts";
import { expect, goBackAtNextStep, holdRequests, hydrated, hydrateFrom, test } from "./fixtures.ts";

test.beforeEach(async ({ signIn }) => {
  await signIn(CUSTOMER);
});

test("the dashboard filter is a form that matches parts of names in any case", { tag: "@script-independent" }, async ({
  page,
}) => {
  await page.goto("/dashboard");
  const field = page.getByLabel("Find one of your names");
  await field.fill(" MaMa ");
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(/\/dashboard\?q=.*MaMa/);
  await expect(page.getByRole("rowheader")).toHaveText(["mamamboga.co.ke"]);
  await expect(page.getByText("1 of 8 names")).toBeVisible();
  await expect(field).toHaveValue(" MaMa ");
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader") });
  for (const [name, href] of [
    ["Mail of mamamboga.co.ke", "/dashboard/domains/mamamboga.co.ke/dns/mail"],
    ["SSL of mamamboga.co.ke", "/dashboard/orders/new?kind=certificate&domain=mamamboga.co.ke"],
  ] as const) {
    await expect(row.getByRole("link", { name, includeHidden: true }).first()).toHaveAttribute("href", href);
  }
});

test("the dashboard hydrates when idle on a first visit and keeps the input", { tag: "@scripts" }, async ({ page }) => {
  const release = await holdRequests(page, "**/assets/*.js");
  await page.goto("/dashboard");
  const field = page.getByLabel("Find one of your names");
  // Setting the value directly sends no event that would start hydration.
  await field.evaluate((input: HTMLInputElement) => {
    input.value = "njeri";
  });
  release();
  await hydrated(page);
  await expect(field).toHaveValue("njeri");
  await expect(page.getByText("1 of 8 names")).toBeVisible();
});

test("the dashboard filters while typing without requests, also after Back", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/dashboard");
  const field = page.getByLabel("Find one of your names");
  await field.pressSequentially("saf");
  await hydrated(page);
  await expect(page.getByRole("rowheader")).toHaveText(["safarinjema.com"]);
  // While names are checked, the page loads its data again.
  await expect(page.getByText(/checking/i)).toHaveCount(0);
  await page.waitForLoadState("networkidle");
  const requested: string[] = [];
  page.on("request", (request) => !request.url().endsWith(".svg") && requested.push(request.url()));
  await field.fill("nju");
  await expect(page.getByText("No domains match “nju”.")).toBeVisible();
  await field.fill("bakes");
  await field.press("Enter");
  await expect(page).toHaveURL("/dashboard?q=bakes");
  await expect(page.getByRole("rowheader")).toHaveText(["njeri-bakes.com"]);
  await expect(field).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("rowheader")).toHaveCount(8);
  await expect(field).toHaveValue("");
  await field.fill("bakes");
  await goBackAtNextStep(page);
  await field.press("Enter");
  await expect(page.getByRole("rowheader")).toHaveCount(8);
  await expect(field).toHaveValue("");
  expect(requested).toEqual([]);
});

test("client navigation to the dashboard shows a skeleton meanwhile", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/dashboard");
  await hydrateFrom(page.getByLabel("Find one of your names"));
  await page.getByRole("navigation", { name: "Your account" }).getByRole("link", { name: "Orders" }).click();
  await expect(page).toHaveURL("/dashboard/orders");
  const release = await holdRequests(page, /dashboard\.data/);
  await page.getByRole("navigation", { name: "Your account" }).getByRole("link", { name: "Domains" }).click();
  await expect(page.locator(".skeleton")).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: /^Habari/ })).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
});

test("ticked names survive filter and order, and are renewed together", { tag: "@wide" }, async ({
  page,
  hasScripts,
}) => {
  await page.goto("/dashboard");
  await page.getByLabel("Pick mamamboga.co.ke").check();
  await page.getByLabel("Pick safarinjema.com").check();
  if (hasScripts) {
    await hydrated(page);
    await expect(page.getByRole("button", { name: "Renew 2: KSh 4,788" })).toBeVisible();
  }
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole("rowheader").first()).toHaveText("fundiwaviatu.co.ke");
  await page.getByLabel("Find one of your names").fill("njeri");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByLabel("Pick njeri-bakes.com").check();
  await page.getByRole("button", { name: hasScripts ? "Renew 3: KSh 8,076" : "Renew the ticked names" }).click();
  await expect(page.getByRole("heading", { name: "Renew these names" })).toBeVisible();
  for (const name of ["mamamboga.co.ke", "safarinjema.com", "njeri-bakes.com"])
    await expect(page.getByRole("checkbox", { name })).toBeChecked();
});

test("the dashboard fills in what it finds about names by itself", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/dashboard");
  await hydrated(page);
  await expect(page.getByText(/checking/i)).toHaveCount(0);
  await expect(page.locator(".sights i")).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "mamamboga.co.ke" })).toContainText("Website");
});
