import type { Page } from "@playwright/test";
import { expect, holdRequests, hydrated, test } from "./fixtures.ts";
import { fillContactForm, pressSendMessage } from "./forms.ts";

test("a message that the browser sent during hydration does not reappear in the next form", async ({ page }) => {
  // Playwright cannot query a page during a navigation, so the page logs its hydration.
  const takenOver = page.waitForEvent("console", (message) => message.text() === "taken over");
  await page.addInitScript(() => {
    const { mark } = performance;
    performance.mark = (name, ...rest) => {
      if (name === "hydrated") console.debug("taken over");
      return mark.call(performance, name, ...rest);
    };
  });
  const letScriptsCome = await holdRequests(page, "**/assets/**");
  await fillContactForm(page);
  const letItArrive = await holdRequests(page, "**/contact");
  const post = page.waitForRequest((request) => request.method() === "POST");
  await pressSendMessage(page);
  await post;
  letScriptsCome();
  await takenOver;
  letItArrive();
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  await expectEmptyMessage(page);
});

test("a draft that the browser sent without scripts does not reappear", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Your name").focus();
  await hydrated(page);
  await page.getByLabel("Message").fill("Habari yako");
  // The page is reloaded, and the form sent before hydration.
  const letScriptsCome = await holdRequests(page, "**/assets/**");
  await fillContactForm(page);
  await pressSendMessage(page);
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  letScriptsCome();
  await expectEmptyMessage(page);
});

/** Checks that the contact form is empty when it is opened again. */
async function expectEmptyMessage(page: Page) {
  await page.goto("/contact");
  await page.getByLabel("Your name").focus();
  await hydrated(page);
  for (const label of ["Your name", "E-mail", "Subject", "Message"]) {
    await expect(page.locator("#contact-form").getByLabel(label)).toHaveValue("");
  }
}
