import type { Page } from "@playwright/test";
import { expect, hydrateFrom, linkIn, newEmail, test } from "./fixtures.ts";
import { contactForm } from "./forms.ts";

const THANKS = "Thank you for subscribing! Check your email for confirmation.";
/** The form on the contact page, or on /newsletter, where a native POST leads. */
const form = (page: Page) => page.locator("#newsletter-form");
const button = (page: Page) => form(page).getByRole("button", { name: "Subscribe" });

test("a visitor subscribes beside a half-written message, and unsubscribes", async ({ page, hasScripts, outbox }) => {
  const email = newEmail();
  await page.goto("/contact");
  await contactForm(page).getByLabel("Message").fill("Habari\nyako");
  await form(page).getByLabel("Email address").fill("njeri at example");
  await form(page).getByText("Add your name").click();
  await form(page).getByLabel("First name").fill("Njeri");
  // Playwright's option javaScriptEnabled does not make <noscript> visible, so the test reads the markup.
  expect(await form(page).locator("noscript").innerHTML()).toContain("The answer opens in a new tab.");
  if (hasScripts) await hydrateFrom(button(page));
  const [tab] = await Promise.all([hasScripts ? page : page.waitForEvent("popup"), button(page).click()]);
  await expect(form(tab).getByLabel("Email address")).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(tab).toHaveURL(hasScripts ? "/contact" : "/newsletter?posted");
  await expect(form(tab).getByLabel("Email address")).toHaveValue("njeri at example");
  await expect(form(tab).getByLabel("First name")).toHaveValue("Njeri");
  await form(tab).getByLabel("Email address").fill(email);
  await button(tab).click();
  await expect(tab.getByText(THANKS)).toBeVisible();
  await expect(tab.getByText(`Our mail goes to ${email}.`)).toBeVisible();
  await expect(form(tab)).toHaveCount(0);
  await expect(tab).toHaveURL(hasScripts ? "/contact" : "/newsletter");
  await expect(contactForm(page).getByLabel("Message")).toHaveValue("Habari\nyako");
  await tab.getByRole("link", { name: "Use another address" }).click();
  await expect(form(tab).getByLabel("Email address")).toHaveValue("");

  // A form without a bot-check token needs a confirmation.
  const [sent, ...others] = (await outbox.list({ to: email })).map(({ kind }) => kind);
  expect([sent, others]).toEqual([hasScripts ? "newsletter" : "mail", []]);
  if (!hasScripts) {
    await page.goto((await outbox.waitFor({ to: email })).links[0]?.href ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Your subscription is confirmed")).toBeVisible();
  }
  const welcome = await outbox.waitFor({ to: email, kind: "newsletter" });
  expect(welcome.links.filter(({ href }) => href.includes("/blog/"))).toHaveLength(3);
  await page.goto(linkIn(welcome, "/newsletter/unsubscribe"));
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByText("You have left the newsletter")).toBeVisible();
});
