import type { Page } from "@playwright/test";
import { challengeResponse } from "../challenge-response.ts";
import { expect, holdRequests, hydrated, hydrateFrom, newEmail, type Outbox, test } from "./fixtures.ts";
import { expectContactInput, expectEmptyContactForm, fillContactForm, contactForm as form } from "./forms.ts";

const TOO_LONG = "habari ".repeat(30_000);

const send = (page: Page) => page.getByRole("button", { name: "Send message" }).click();

async function expectSentOnce(page: Page, outbox: Outbox, email: string) {
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  expect(await outbox.list({ text: email })).toHaveLength(1);
}

test("the contact form reports empty fields at each field and in a linked summary", {
  tag: "@wide",
}, async ({ page, hasScripts }) => {
  await page.goto("/contact");
  if (hasScripts) await hydrateFrom(form(page).getByLabel("Your name"));
  await send(page);
  const summary = page.getByRole("alert");
  await expect(summary.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await expect(page.getByText("Please fill out all required fields.")).toHaveCount(1);
  await expect(summary.getByRole("link", { name: /^Please enter / })).toHaveCount(4);
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(form(page).getByLabel("Subject")).toHaveAttribute("aria-invalid", "true");
  await expect(form(page).getByLabel("Domain (optional)")).not.toHaveAttribute("aria-invalid", "true");
  await summary.getByRole("link").first().click();
  await expect(form(page).getByLabel("Your name")).toBeFocused();
});

test("an error gets the focus, and a success clears errors and fields", { tag: "@scripts" }, async ({ page }) => {
  await fillContactForm(page, "");
  await hydrated(page);
  await send(page);
  await expect(page.getByRole("link", { name: /^Please enter your email/ })).toBeVisible();
  await form(page).getByLabel("E-mail").fill(newEmail("dberror"));
  await send(page);
  await expect(page.getByText("Failed to send message").first()).toBeVisible();
  await expect(page.getByRole("alert").locator("..")).toBeFocused();
  await form(page).getByLabel("E-mail").fill(newEmail());
  await send(page);
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page).toHaveTitle("Contact | Mtandao");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("main")).toBeFocused();
  await expectEmptyContactForm(page);
});

test("Back to a rejected form shows the input again", { tag: "@script-independent" }, async ({ page }) => {
  await fillContactForm(page, "njeri at example");
  await send(page);
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page).toHaveURL("/terms");
  await page.goBack();
  await expectContactInput(page, "njeri at example");
});

test("Back after a sent message does not send it again", async ({ page, hasScripts, outbox }) => {
  const email = await fillContactForm(page);
  await send(page);
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  if (hasScripts) await page.keyboard.press("Escape");
  await page.goBack();
  // A navigation that interrupts another one logs a console error.
  await page.waitForLoadState("networkidle");
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await outbox.list({ text: email })).toHaveLength(1);
});

test("a filled honeypot asks a challenge, and its response sends the form", { tag: "@scripts" }, async ({
  page,
  outbox,
}) => {
  const email = await fillContactForm(page);
  await hydrated(page);
  await form(page)
    .locator("[name=website_2]")
    .evaluate((input: HTMLInputElement) => {
      input.value = "https://spam.example";
    });
  await send(page);
  await expect(page.getByRole("link", { name: /Please answer this/ })).toBeVisible();
  await expect(page.getByRole("alert")).toBeFocused();
  await expectContactInput(page, email);
  const text = (await form(page).locator("label[for$=-answer]").textContent()) ?? "";
  const { answer = "" } = challengeResponse({ id: "", text });
  await form(page).locator("[name=answer]").fill(answer);
  await send(page);
  await expectSentOnce(page, outbox, email);
});

test("while a form is being sent its button says so and ignores a press", { tag: "@scripts" }, async ({
  page,
  outbox,
}) => {
  const email = await fillContactForm(page);
  await hydrated(page);
  const release = await holdRequests(page, /\/contact/);
  await send(page);
  const button = page.getByRole("button", { name: "Sending..." });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.dispatchEvent("click");
  await form(page).getByLabel("Subject").press("Enter");
  release();
  await expectSentOnce(page, outbox, email);
});

test("a hydrated submission without a network shows an error, keeps the input, and can be repeated", {
  tag: "@scripts",
}, async ({ page, context, consoleErrors, outbox }) => {
  const email = await fillContactForm(page);
  await hydrated(page);
  await context.setOffline(true);
  await send(page);
  await expect(page.getByText(/This could not be sent\. What you typed is still here/)).toBeVisible();
  await expectContactInput(page, email);
  await context.setOffline(false);
  await send(page);
  await expectSentOnce(page, outbox, email);
  expect(consoleErrors.splice(0).every((text) => text.includes("ERR_INTERNET_DISCONNECTED"))).toBe(true);
});

test("a native POST that is too large gets an error page, and Back restores the text", {
  tag: "@script-independent",
}, async ({ page }) => {
  await fillContactForm(page);
  await form(page).getByLabel("Message").fill(TOO_LONG);
  await send(page);
  await expect(page.getByRole("heading", { name: "That is too long" })).toBeVisible();
  await page.goBack();
  await expect(form(page).getByLabel("Message")).toHaveValue(TOO_LONG);
});

test("a hydrated form that is too large shows an error and keeps the input", { tag: "@scripts" }, async ({ page }) => {
  await fillContactForm(page);
  await form(page).getByLabel("Message").fill(TOO_LONG);
  await hydrated(page);
  await send(page);
  await expect(page.getByText(/too long to send/)).toBeVisible();
  await expect(form(page).getByLabel("Message")).toHaveValue(TOO_LONG);
});
