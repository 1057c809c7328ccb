import type { Page } from "@playwright/test";
import { signIn } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { axe, overflow } from "./page-checks.ts";

const FAULTY = "safarinjema.com";
/** Each Playwright project changes its own domain. */
const OWN: Record<string, string> = { "no-js": "njeri-bakes.com", android: "mwangihardware.co.ke" };
const pathOf = (domain: string) => `/dashboard/domains/${domain}/dns/mail`;

const preset = (page: Page, name: string) =>
  page.locator("details.preset").filter({ has: page.locator("summary", { hasText: name }) });
const change = (page: Page, text: RegExp) => page.locator(".change", { hasText: text });
const finding = (page: Page, title: string) =>
  page.locator(".finding").filter({ has: page.getByRole("heading", { name: title }) });

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("a customer sets up mail, previews every change, and the mail check passes", async ({ page }, info) => {
  const path = pathOf(OWN[info.project.name] ?? "");
  await page.goto(path);
  await expect(finding(page, "No DMARC text")).toContainText("look at this");
  const form = preset(page, "Google Workspace");
  await form.locator("summary").click();
  await form.getByRole("button", { name: "Show the changes" }).click();

  await expect(page.getByRole("heading", { name: "Mail with Google Workspace" })).toBeVisible();
  await expect(page.getByText("Nothing has changed yet")).toBeVisible();
  await expect(change(page, /MX @/).locator("del")).toContainText("mail.");
  await expect(change(page, /MX @/).locator("ins")).toContainText("smtp.google.com");
  await expect(change(page, /v=spf1/).locator("ins")).toContainText("v=spf1 mx include:_spf.google.com -all");
  await page.getByRole("button", { name: "Make these 3 changes" }).click();
  await expect(page.getByText("3 of 3 done")).toBeVisible();

  await page.getByRole("link", { name: "Mail", exact: true }).click();
  await expect(page).toHaveURL(path);
  await expect(finding(page, "Mail has somewhere to go")).toContainText("Google Workspace");
  await expect(finding(page, "SPF says who may send")).toBeVisible();
  await expect(form.locator("summary")).toContainText("in use");
  // The DKIM key is missing, so its form is open.
  await form.getByRole("button", { name: "Show the changes" }).click();
  await expect(page.getByText("Nothing has to be changed")).toBeVisible();
  await expect(page).toHaveURL(path);
});

test("an invalid mail preset shows errors in its form and keeps the input", { tag: "@scripts" }, async ({ page }) => {
  await page.goto(pathOf(FAULTY));
  for (const name of ["Google Workspace", "Zoho Mail", "Microsoft 365"]) {
    await preset(page, name).locator("summary").click();
  }
  const form = preset(page, "Microsoft 365");
  const server = form.getByLabel("Mail server (MX)");
  const key = form.getByLabel("Key to sign mail with");
  await server.fill("mail.example.com");
  await key.fill(`selector one ${"x".repeat(300)}`);
  await form.getByRole("button", { name: "Show the changes" }).click();

  await expect(form.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toHaveCount(1);
  await expect(form.locator(".field-bad .error")).toHaveText([/end in \.mx\.microsoft/, /selector1-/]);
  await expect(server).toHaveValue("mail.example.com");
  await expect(key).toHaveValue(/^selector one x+$/);
  await expect(page).toHaveTitle(/^Error: /);
  expect(await axe(page)).toEqual([]);
  expect(await overflow(page, 320)).toBe(0);

  await server.fill("0 safarinjema-com.r-v1.mx.microsoft");
  await key.fill("");
  await form.getByRole("button", { name: "Show the changes" }).click();
  await expect(page.getByRole("heading", { name: "Mail with Microsoft 365" })).toBeVisible();
  await expect(change(page, /MX @/).locator("ins")).toContainText("safarinjema-com.r-v1.mx.microsoft");
});
