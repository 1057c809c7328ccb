import { rowLink, signIn } from "./accounts.ts";
import { expect, goBackAtNextStep, holdRequests, hydrated, test } from "./fixtures.ts";
import { axeInBothSchemes, overflow } from "./page-checks.ts";

test("each domain row links to its DNS, mail, certificate and renewal, with targets of 44 px", {
  tag: ["@plain", "@wide"],
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/dashboard");
  const name = "mamamboga.co.ke";
  for (const [link, href] of [
    [`DNS settings of ${name}`, `/dashboard/domains/${name}/dns`],
    [`Mail of ${name}`, `/dashboard/domains/${name}/dns/mail`],
    [`SSL on: ${name}`, `/dashboard/orders/new?kind=certificate&domain=${name}`],
    [`Renew ${name}`, `/dashboard/orders/new?kind=renew&domain=${name}`],
  ] as const) {
    const way = await rowLink(page, name, link);
    await expect(way).toHaveAttribute("href", href);
    const box = await way.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), link).toBeGreaterThanOrEqual(44);
  }
  const expired = page.getByRole("region", { name: "Needs you" }).getByRole("listitem").first();
  await expect(expired).toContainText("expired yesterday");
  await expect(expired.getByRole("link").last()).toHaveAccessibleName("Renew KSh 1,500: shambalangu.co.ke");
});

test("the dashboard filter is a form that matches parts of names in any case", async ({ page, hasScripts }) => {
  await signIn(page);
  await page.goto("/dashboard");
  const field = page.getByLabel("Find one of your names");
  await field.fill(" MaMa ");
  if (hasScripts) await hydrated(page);
  await page.getByRole("button", { name: "Find" }).click();
  await expect(page).toHaveURL(/\/dashboard\?q=.*MaMa/);
  await expect(page.getByRole("rowheader")).toHaveText(["mamamboga.co.ke"]);
  await expect(page.getByText("1 of 8 names")).toBeVisible();
  await expect(field).toHaveValue(" MaMa ");
  await page.goto("/dashboard?q=%3Cb%3Ezzz");
  await expect(page.getByText("No domains match “<b>zzz”.")).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(8);
  await expect(field).toHaveValue("");
});

test("on a first visit the dashboard hydrates when idle and keeps earlier input", {
  tag: "@scripts",
}, async ({ page }) => {
  const letScriptsCome = await holdRequests(page, "**/assets/*.js");
  await signIn(page);
  await page.goto("/dashboard");
  const field = page.getByLabel("Find one of your names");
  // Setting the value directly sends no event that would start hydration.
  await field.evaluate((input: HTMLInputElement) => {
    input.value = "njeri";
  });
  letScriptsCome();
  await hydrated(page);
  await expect(field).toHaveValue("njeri");
  await expect(page.getByText("1 of 8 names")).toBeVisible();
});

test("with scripts the dashboard filters while typing without requests, and Enter keeps the focus", {
  tag: "@scripts",
}, async ({ page }) => {
  await signIn(page);
  await page.goto("/dashboard");
  const field = page.getByLabel("Find one of your names");
  await field.pressSequentially("saf");
  await hydrated(page);
  await expect(page.getByRole("rowheader")).toHaveText(["safarinjema.com"]);
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  page.on("request", (request) => !request.url().endsWith("/favicon.svg") && asked.push(request.url()));
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
  expect(asked).toEqual([]);
});

test("axe finds nothing in the account, and its pages fit 320 px at any text size", {
  tag: ["@wide", "@scripts"],
}, async ({ page, isMobile, viewport }) => {
  await signIn(page);
  for (const path of [
    "/dashboard",
    "/dashboard?q=zzz",
    "/dashboard/domains/mamamboga.co.ke",
    "/dashboard/domains/kilimobora.or.ke",
    "/dashboard/domains/mamamboga.co.ke/website?with=wix",
    "/dashboard/orders",
    "/dashboard/orders/new?kind=renew&domain=mamamboga.co.ke",
    "/dashboard/orders/new?kind=transfer&domain=njeri-duka.org",
    "/dashboard/orders/new?kind=certificate",
    "/dashboard/orders/new?kind=register&domain=google.com",
    "/profile",
    "/profile/close",
  ]) {
    const response = await page.goto(path);
    expect(response?.headers()["cache-control"]).toMatch(/^private/);
    expect(await axeInBothSchemes(page), path).toEqual([]);
    if (!isMobile) continue;
    for (const size of ["100%", "200%"]) expect(await overflow(page, 320, size), `${path} at ${size}`).toBe(0);
    if (viewport) await page.setViewportSize(viewport);
  }
});

test("client navigation to the dashboard shows a skeleton until it is loaded", { tag: "@scripts" }, async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/dashboard");
  await page.getByLabel("Find one of your names").focus();
  await hydrated(page);
  await page.getByRole("link", { name: "Your orders" }).click();
  await expect(page).toHaveURL("/dashboard/orders");
  const letDashboardGo = await holdRequests(page, /dashboard\.data/);
  await page.getByRole("navigation", { name: "Your account" }).getByRole("link", { name: "Domains" }).click();
  await expect(page.locator(".skeleton")).toBeVisible();
  letDashboardGo();
  await expect(page.getByRole("heading", { name: /^Habari/ })).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
});
