import type { Locator, Page } from "@playwright/test";
import { CUSTOMER } from "./accounts.ts";
import { expect, test } from "./fixtures.ts";
import { axe, overflow } from "./page-checks.ts";
import { ownZone } from "./zone.ts";

const FAULTY = "safarinjema.com";

const preset = (page: Page, name: string) => page.getByRole("region", { name: `Connect ${name}`, exact: true });
const choose = (page: Page, name: string) => page.getByRole("main").getByRole("link", { name }).click();
const change = (page: Page, text: RegExp) => page.locator(".change", { hasText: text });
const finding = (page: Page, title: string) =>
  page.locator(".finding").filter({ has: page.getByRole("heading", { name: title }) });

test("a customer connects mail on the page that shows every change, and the mail check passes", async ({
  page,
  customer,
}) => {
  const path = `${(await ownZone(customer)).path}/mail`;
  await page.goto(path);
  await expect(finding(page, "No DMARC record")).toContainText("look at this");
  await choose(page, "Google Workspace");
  const form = preset(page, "Google Workspace");
  await expect(form.getByText("Nothing has changed yet")).toBeVisible();
  await expect(change(page, /^MX /).locator("del")).toContainText("mail.");
  await expect(change(page, /^MX /).locator("ins")).toContainText("smtp.google.com");
  await expect(change(page, /v=spf1/).locator("ins")).toContainText("v=spf1 mx include:_spf.google.com -all");
  await form.getByRole("button", { name: "Make these 3 changes" }).click();
  await expect(page.getByText("3 of 3 done")).toBeVisible();
  await expect(page.getByText("In the Google Admin console")).toBeVisible();

  await page.getByRole("link", { name: "Mail", exact: true }).click();
  await expect(page).toHaveURL(path);
  await expect(page.locator(".lines .what")).toHaveText([/\(MX\)/, /SPF/, /DMARC/]);
  // The DKIM key is missing, and its field is open in the form of the provider in use.
  await finding(page, "Your mail is not signed (DKIM)").getByRole("link", { name: "Add the key" }).click();
  await expect(form.getByText("Nothing has to be changed here")).toBeVisible();
  await expect(form.getByLabel("Key that signs your mail")).toBeVisible();
});

test("an invalid mail preset shows errors in its form and keeps the input", { tag: "@scripts" }, async ({
  page,
  signIn,
}) => {
  await signIn(CUSTOMER);
  await page.goto(`/dashboard/domains/${FAULTY}/dns/mail`);
  await choose(page, "Microsoft 365");
  const form = preset(page, "Microsoft 365");
  await form.getByText("More from Microsoft 365").click();
  const server = form.getByLabel("Mail server (MX)");
  const key = form.getByLabel("Key that signs your mail");
  await server.fill("mail.example.com");
  await key.fill(`selector one ${"x".repeat(300)}`);
  await form.getByRole("button", { name: "Add these too" }).click();

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
  await form.getByLabel("Proof that the name is yours").fill("MS=ms12345678");
  await form.getByRole("button", { name: "Add these too" }).click();
  await expect(page.getByRole("heading", { name: "Mail with Microsoft 365" })).toBeVisible();
  await expect(change(page, /^MX /).locator("ins")).toContainText("safarinjema-com.r-v1.mx.microsoft");
  await expect(change(page, /ms12345678/)).toBeVisible();
});

test("from the dashboard mail takes three taps and a website at Wix four", { tag: "@script-independent" }, async ({
  page,
  customer,
}) => {
  // Nothing is connected yet. Where something is, the providers are folded.
  const { name } = await ownZone(customer, [["TXT", "@", "hello"]]);
  let taps = 0;
  const tap = async (target: Locator) => {
    taps++;
    await target.click();
  };
  const openName = async () => {
    taps = 0;
    await page.goto("/dashboard");
    await tap(page.getByRole("rowheader").getByRole("link", { name }));
  };
  await openName();
  await tap(page.getByRole("main").getByRole("link", { name: "Google Workspace" }));
  await tap(page.getByRole("button", { name: /^Make th/ }));
  await expect(page.getByText(/(\d+) of \1 done/)).toBeVisible();
  expect(taps).toBe(3);

  await openName();
  await tap(page.getByRole("main").getByRole("link", { name: "Wix" }));
  await tap(page.getByLabel("IP address"));
  await page.keyboard.type("41.90.64.12");
  // The Next key of a phone's keyboard.
  await page.keyboard.press("Tab");
  await page.keyboard.type("www.example.wixdns.net");
  await tap(page.getByRole("button", { name: /^Make th/ }));
  await expect(page.getByText(/(\d+) of \1 done/)).toBeVisible();
  await expect(page.getByText("In Wix open Domains")).toBeVisible();
  expect(taps).toBe(4);
});
