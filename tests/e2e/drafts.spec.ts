import type { Page } from "@playwright/test";
import { expect, holdRequests, hydrated, test } from "./fixtures.ts";
import { fillContactForm, pressSendMessage } from "./forms.ts";

test("a message that the browser sent by itself while the scripts arrived does not come back in the next one", async ({
  page,
}) => {
  // Playwright can ask nothing of a page that is being left: the page says by itself when it was taken over.
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

test("a message that was kept in a draft and then sent by the browser itself does not come back", async ({ page }) => {
  await page.goto("/contact");
  await page.getByLabel("Your name").focus();
  await hydrated(page);
  await page.getByLabel("Message").fill("Habari yako");
  // Loaded anew, and sent before its scripts are there.
  const letScriptsCome = await holdRequests(page, "**/assets/**");
  await fillContactForm(page);
  await pressSendMessage(page);
  await expect(page.getByText("Message sent successfully")).toBeVisible();
  letScriptsCome();
  await expectEmptyMessage(page);
});

/** Opens the contact page once more, where nothing of the last message is put into the form. */
async function expectEmptyMessage(page: Page) {
  await page.goto("/contact");
  await page.getByLabel("Your name").focus();
  await hydrated(page);
  for (const label of ["Your name", "E-mail", "Subject", "Message"]) {
    await expect(page.locator("#contact-form").getByLabel(label)).toHaveValue("");
  }
}
