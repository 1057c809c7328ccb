import type { Page } from "@playwright/test";
import { challengeResponse } from "../challenge-response.ts";
import { expect, holdRequests, hydrated, newEmail, outboxEntries, test } from "./fixtures.ts";

const TYPED = {
  name: 'Njeri "Mama" O\'Mwangi',
  subject: "Bei & <b>mkopo</b>",
  message: "Line one\nLine two <script>alert(1)</script>",
};

/** The newsletter's form stands on the page too. */
const form = (page: Page) => page.locator("#contact-form");

async function fill(page: Page, email: string, typed = TYPED) {
  await page.goto("/contact");
  await form(page).getByLabel("Your name").fill(typed.name);
  await form(page).getByLabel("E-mail").fill(email);
  await form(page).getByLabel("Subject").fill(typed.subject);
  await form(page).getByLabel("Message").fill(typed.message);
}

async function expectKept(page: Page, email: string, typed = TYPED) {
  await expect(form(page).getByLabel("Your name")).toHaveValue(typed.name);
  await expect(form(page).getByLabel("E-mail")).toHaveValue(email);
  await expect(form(page).getByLabel("Subject")).toHaveValue(typed.subject);
  await expect(form(page).getByLabel("Message")).toHaveValue(typed.message);
}

const send = (page: Page) => page.getByRole("button", { name: "Send message" }).click();

test("the contact form reports empty fields at each field and in a summary that links to them", {
  tag: "@wide",
}, async ({ page, hasScripts }) => {
  await page.goto("/contact");
  if (hasScripts) {
    await form(page).getByLabel("Your name").focus();
    await hydrated(page);
  }
  await send(page);
  const summary = page.getByRole("alert");
  await expect(summary.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByText("Please fill out all required fields.")).toHaveCount(1);
  await expect(summary.getByRole("link", { name: /: Please enter / })).toHaveCount(4);
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(form(page).getByLabel("Subject")).toHaveAttribute("aria-invalid", "true");
  await expect(form(page).getByLabel("Domain (optional)")).not.toHaveAttribute("aria-invalid", "true");
  await summary.getByRole("link").first().click();
  await expect(form(page).getByLabel("Your name")).toBeFocused();
});

test("the contact form moves the focus to the current error, and a success clears errors and fields", async ({
  page,
  hasScripts,
}) => {
  await page.goto("/contact?domain=mamanjeri.com");
  await form(page).getByLabel("Your name").fill("Njeri");
  if (hasScripts) await hydrated(page);
  await send(page);
  await expect(page.getByRole("link", { name: /^E-mail: / })).toBeVisible();
  await form(page).getByLabel("E-mail").fill(newEmail("dberror"));
  await send(page);
  await expect(page.getByText("Failed to send message").first()).toBeVisible();
  if (hasScripts) await expect(page.getByRole("alert").locator("..")).toBeFocused();
  await form(page).getByLabel("E-mail").fill(newEmail());
  await send(page);
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page).toHaveTitle("Contact | Mtandao");
  if (!hasScripts) return;
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("main")).toBeFocused();
  for (const label of ["Your name", "E-mail", "Subject", "Domain (optional)", "Message"]) {
    await expect(form(page).getByLabel(label)).toHaveValue("");
  }
});

test("Back to a rejected form shows the input again", { tag: "@plain" }, async ({ page }) => {
  await fill(page, "njeri at example");
  await send(page);
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page).toHaveURL("/terms");
  await page.goBack();
  await expectKept(page, "njeri at example");
});

test("Back after a sent message does not send it again", async ({ page, hasScripts }) => {
  const email = newEmail();
  await fill(page, email);
  await send(page);
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  if (hasScripts) await page.keyboard.press("Escape");
  await page.goBack();
  // A navigation that interrupts another one logs a console error.
  await page.waitForLoadState("networkidle");
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await outboxEntries(page, email)).toHaveLength(1);
});

test("a filled honeypot asks a challenge, and the right response lets the message through", {
  tag: "@scripts",
}, async ({ page }) => {
  // The honeypot is invisible.
  const email = newEmail();
  await fill(page, email);
  await hydrated(page);
  await form(page)
    .locator("[name=website_2]")
    .evaluate((input: HTMLInputElement) => {
      input.value = "https://spam.example";
    });
  await send(page);
  await expect(page.getByRole("link", { name: /Please answer this/ })).toBeVisible();
  await expect(page.getByRole("alert")).toBeFocused();
  await expectKept(page, email);
  const text = (await form(page).locator("label[for$=-answer]").textContent()) ?? "";
  await form(page)
    .locator("[name=answer]")
    .fill(challengeResponse({ id: "", text }).answer ?? "");
  await send(page);
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  expect(await outboxEntries(page, email)).toHaveLength(1);
});

test("while the contact form is being sent its button says so and a second press does nothing", {
  tag: "@scripts",
}, async ({ page }) => {
  const email = newEmail();
  await fill(page, email);
  await hydrated(page);
  const letAnswerCome = await holdRequests(page, /\/contact/);
  await send(page);
  const button = page.getByRole("button", { name: "Sending..." });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.dispatchEvent("click");
  await form(page).getByLabel("Subject").press("Enter");
  letAnswerCome();
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  expect(await outboxEntries(page, email)).toHaveLength(1);
});

test("a hydrated submission without a network shows an error, keeps the input, and can be repeated", {
  tag: "@scripts",
}, async ({ page, context, consoleErrors }) => {
  const email = newEmail();
  await fill(page, email);
  await hydrated(page);
  await context.setOffline(true);
  await send(page);
  await expect(page.getByText(/This could not be sent\. What you typed is still here/)).toBeVisible();
  await expectKept(page, email);
  await context.setOffline(false);
  await send(page);
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  expect(await outboxEntries(page, email)).toHaveLength(1);
  expect(consoleErrors.splice(0).every((text) => text.includes("ERR_INTERNET_DISCONNECTED"))).toBe(true);
});

test("a native POST that is too large gets an error page, and Back restores the text", {
  tag: "@plain",
}, async ({ page }) => {
  const long = "habari ".repeat(30_000);
  await fill(page, newEmail(), { ...TYPED, message: long });
  await send(page);
  await expect(page.getByRole("heading", { name: "That is too long" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.goBack();
  await expect(form(page).getByLabel("Message")).toHaveValue(long);
});

test("a hydrated submission that is too large shows an error and keeps the input", { tag: "@scripts" }, async ({
  page,
}) => {
  const typed = { ...TYPED, message: "habari ".repeat(30_000) };
  await fill(page, newEmail(), typed);
  await hydrated(page);
  await send(page);
  await expect(page.getByText(/too long to send/)).toBeVisible();
  await expect(form(page).getByLabel("Message")).toHaveValue(typed.message);
});
