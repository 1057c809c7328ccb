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

test("empty fields are named, each at its place, and in a summary that leads there", { tag: "@wide" }, async ({
  page,
  hasScripts,
}) => {
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

test("after refusals the focus is on what is wrong now, and after the success nothing of it is left", async ({
  page,
  hasScripts,
}) => {
  await page.goto("/contact?domain=mamanjeri.com");
  await form(page).getByLabel("Your name").fill("Njeri");
  if (hasScripts) await hydrated(page);
  await send(page);
  await expect(page.getByRole("link", { name: /^E-mail: / })).toBeVisible();
  await form(page).getByLabel("E-mail").fill(newEmail("unkept"));
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

test("Back to a form that was given back finds what was typed", { tag: "@plain" }, async ({ page }) => {
  // The hydrated form is never left for its refusal.
  await fill(page, "njeri at example");
  await send(page);
  await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(page).toHaveURL("/terms");
  await page.goBack();
  await expectKept(page, "njeri at example");
});

test("Back after a success does not send again", async ({ page, hasScripts }) => {
  const email = newEmail();
  await fill(page, email);
  await send(page);
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  if (hasScripts) await page.keyboard.press("Escape");
  await page.goBack();
  // Overtaken half-way, a navigation is complained of in the console.
  await page.waitForLoadState("networkidle");
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await outboxEntries(page, email)).toHaveLength(1);
});

test("a filled trap asks a plain question; its answer lets the message through", { tag: "@scripts" }, async ({
  page,
}) => {
  // The trap cannot be seen, so only a script fills it in.
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

test("while it is sent the button says so and a second press does nothing", { tag: "@scripts" }, async ({ page }) => {
  // Without scripts the browser shows that it is loading.
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

test("an hydrated submit without a network says so, keeps what was typed, and can be sent again", {
  tag: "@scripts",
}, async ({ page, context, consoleErrors }) => {
  // Without scripts the browser shows its own page, and Back brings the text back.
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

test("a native post that is too large gets a page with the frame, and Back brings the text back", {
  tag: "@plain",
}, async ({ page }) => {
  // The hydrated form refuses it by itself.
  const long = "habari ".repeat(30_000);
  await fill(page, newEmail(), { ...TYPED, message: long });
  await send(page);
  await expect(page.getByRole("heading", { name: "That is too long" })).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.goBack();
  await expect(form(page).getByLabel("Message")).toHaveValue(long);
});

test("an hydrated post that is too large keeps what was typed and says so", { tag: "@scripts" }, async ({ page }) => {
  // The native post has its own test.
  const typed = { ...TYPED, message: "habari ".repeat(30_000) };
  await fill(page, newEmail(), typed);
  await hydrated(page);
  await send(page);
  await expect(page.getByText(/too long to send/)).toBeVisible();
  await expect(form(page).getByLabel("Message")).toHaveValue(typed.message);
});
