import type { Page } from "@playwright/test";
import { rowLink, signIn } from "./accounts.ts";
import { expect, hydrated, test } from "./fixtures.ts";
import { axe } from "./page-checks.ts";

const FAULTY = "safarinjema.com";
/** Each Playwright project changes its own domain. */
const OWN: Record<string, string> = {
  "no-js": "njeri-bakes.com",
  android: "mwangihardware.co.ke",
  desktop: "shambalangu.co.ke",
};
const pathOf = (domain: string) => `/dashboard/domains/${domain}/dns/mail`;

const preset = (page: Page, name: string) =>
  page.locator("details.preset").filter({ has: page.locator("summary", { hasText: name }) });
const change = (page: Page, text: RegExp) => page.locator(".change", { hasText: text });
const finding = (page: Page, title: string) =>
  page.locator(".finding").filter({ has: page.getByRole("heading", { name: title }) });

async function open(page: Page, name: string) {
  const form = preset(page, name);
  await form.locator("summary").click();
  await expect(form.getByRole("button", { name: "Show the changes" })).toBeVisible();
  return form;
}

test.beforeEach(async ({ page }) => {
  await signIn(page);
});

test("a customer sets up mail, previews every change, and the mail check passes", async ({ page }, info) => {
  const path = pathOf(OWN[info.project.name] ?? "");
  await page.goto(path);
  await expect(finding(page, "No DMARC text")).toContainText("look at this");
  const form = await open(page, "Google Workspace");
  await form.getByRole("button", { name: "Show the changes" }).click();

  await expect(page.getByRole("heading", { name: "Mail with Google Workspace" })).toBeVisible();
  await expect(page.getByText("Nothing has been changed yet")).toBeVisible();
  await expect(change(page, /MX @/).locator("del")).toContainText("mail.");
  await expect(change(page, /MX @/).locator("ins")).toContainText("smtp.google.com");
  await expect(change(page, /v=spf1/).locator("ins")).toContainText("v=spf1 mx include:_spf.google.com -all");
  await page.getByRole("button", { name: "Make these 3 changes" }).click();
  await expect(page.getByText("3 of 3 done")).toBeVisible();

  await page.getByRole("link", { name: "Mail", exact: true }).click();
  await expect(page).toHaveURL(path);
  await expect(finding(page, "Mail has somewhere to go")).toContainText("Google Workspace");
  await expect(finding(page, "SPF says who may send")).toBeVisible();
  const again = preset(page, "Google Workspace");
  await expect(again.locator("summary")).toContainText("in use");
  // The DKIM key is missing, so its form is open.
  await again.getByRole("button", { name: "Show the changes" }).click();
  await expect(page.getByText("Nothing has to be changed")).toBeVisible();
  await expect(page).toHaveURL(path);
});

test("a mail fault is explained, and its button previews the correction", { tag: "@wide" }, async ({ page }) => {
  await page.goto(pathOf(FAULTY));
  const doubled = finding(page, "More than one SPF text");
  await expect(doubled).toContainText("There are 2 SPF texts");
  await doubled.getByRole("button", { name: "Join them into one text" }).click();
  await expect(page.getByRole("heading", { name: "Mail: one SPF text" })).toBeVisible();
  await expect(page.locator(".change ins")).toContainText("v=spf1 mx include:_spf.google.com ~all");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Nothing was changed")).toBeVisible();
  await page.getByRole("link", { name: "Mail", exact: true }).click();
  await expect(doubled).toBeVisible();
});

test("an invalid mail preset shows errors at the fields of its own form and keeps the input", {
  tag: "@scripts",
}, async ({ page }) => {
  await page.goto(pathOf(FAULTY));
  const form = await open(page, "Microsoft 365");
  await form.getByLabel("Mail server (MX)").fill("mail.example.com");
  await form.getByLabel("Proof that the name is yours").fill("MS=ms12345678");
  await form.getByLabel("Key to sign mail with").fill("selector one");
  await form.getByRole("button", { name: "Show the changes" }).click();

  await expect(form.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toHaveCount(1);
  await expect(form.locator(".field-bad .error")).toHaveText([/end in \.mx\.microsoft/, /selector1-/]);
  await expect(form.getByLabel("Mail server (MX)")).toHaveValue("mail.example.com");
  await expect(form.getByLabel("Proof that the name is yours")).toHaveValue("MS=ms12345678");
  await expect(form.getByLabel("Key to sign mail with")).toHaveValue("selector one");
  await expect(page).toHaveTitle(/^Error: /);

  await form.getByLabel("Mail server (MX)").fill("0 safarinjema-com.r-v1.mx.microsoft");
  await form.getByLabel("Key to sign mail with").fill("");
  await form.getByRole("button", { name: "Show the changes" }).click();
  await expect(page.getByRole("heading", { name: "Mail with Microsoft 365" })).toBeVisible();
  await expect(change(page, /MX @/).locator("ins")).toContainText("safarinjema-com.r-v1.mx.microsoft");
});

test("axe finds nothing on the mail page, and it fits a small phone", { tag: "@scripts" }, async ({
  page,
  hasScripts,
}) => {
  await page.goto(pathOf(FAULTY));
  for (const name of ["Microsoft 365", "Google Workspace", "Zoho Mail"]) await open(page, name);
  await page.setViewportSize({ width: 320, height: 740 });
  await preset(page, "Zoho Mail").getByLabel("Name of the key").fill("a b");
  await preset(page, "Zoho Mail").getByLabel("Key to sign mail with").fill("x".repeat(300));
  await preset(page, "Zoho Mail").getByRole("button", { name: "Show the changes" }).click();
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  if (hasScripts) expect(await axe(page)).toEqual([]);
});

test("with scripts the mail page opens in a dialog over the dashboard", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/dashboard");
  await page.getByLabel("Find one of your names").focus();
  await hydrated(page);
  await (await rowLink(page, FAULTY, `DNS settings of ${FAULTY}`)).click();
  const over = page.getByRole("dialog", { name: `DNS for ${FAULTY}` });
  await over.getByRole("link", { name: "Mail", exact: true }).click();
  await expect(over.getByRole("heading", { name: "Is your mail working?" })).toBeVisible();
  await expect(page).toHaveURL(pathOf(FAULTY));
});
