import type { Page } from "@playwright/test";
import { expect, hydrateFrom, linksTo, newEmail, outboxEntries, test } from "./fixtures.ts";
import { ageForm, contactForm } from "./forms.ts";

const THANKS = "Thank you for subscribing! Check your email for confirmation.";
/** The form on the contact page, or on /newsletter, where a native POST leads. */
const form = (page: Page) => page.locator("#newsletter-form");
const button = (page: Page) => form(page).getByRole("button", { name: "Subscribe" });

test("a visitor subscribes beside a half-written message, and unsubscribes", async ({ page, hasScripts }) => {
  const email = newEmail();
  await page.goto("/contact");
  await contactForm(page).getByLabel("Message").fill("Habari\nyako");
  await form(page).getByLabel("E-mail").fill("njeri at example");
  await form(page).getByText("Add your name").click();
  await form(page).getByLabel("First name").fill("Njeri");
  // Playwright's option javaScriptEnabled does not make <noscript> visible, so the test reads the markup.
  expect(await form(page).locator("noscript").innerHTML()).toContain("The answer opens in a new tab.");
  await (hasScripts ? hydrateFrom(button(page)) : ageForm(form(page), "newsletter"));
  const [tab] = await Promise.all([hasScripts ? page : page.waitForEvent("popup"), button(page).click()]);
  await expect(form(tab).getByLabel("E-mail")).toHaveAccessibleDescription("Please enter a valid email address");
  await expect(tab).toHaveURL(hasScripts ? "/contact" : "/newsletter");
  await expect(form(tab).getByLabel("E-mail")).toHaveValue("njeri at example");
  await expect(form(tab).getByLabel("First name")).toHaveValue("Njeri");
  await form(tab).getByLabel("E-mail").fill(email);
  await button(tab).click();
  await expect(tab.getByText(THANKS)).toBeVisible();
  await expect(tab.getByText(`Our mail goes to ${email}.`)).toBeVisible();
  await expect(form(tab)).toHaveCount(0);
  await expect(tab).toHaveURL(hasScripts ? "/contact" : "/newsletter");
  await expect(contactForm(page).getByLabel("Message")).toHaveValue("Habari\nyako");
  await tab.getByRole("link", { name: "Use another address" }).click();
  await expect(form(tab).getByLabel("E-mail")).toHaveValue("");

  // A form without a bot-check token needs a confirmation.
  const [sent, ...others] = (await outboxEntries(page, email)).map(({ kind }) => kind);
  expect([sent, others]).toEqual([hasScripts ? "newsletter" : "mail", []]);
  if (!hasScripts) {
    await page.goto((await linksTo(page, email))[0] ?? "");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Your subscription is confirmed")).toBeVisible();
  }
  const links = await linksTo(page, email);
  expect(links.filter((link) => link.includes("/blog/"))).toHaveLength(3);
  await page.goto(links.find((link) => link.includes("/newsletter/unsubscribe")) ?? "");
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByText("You have left the newsletter")).toBeVisible();
});
