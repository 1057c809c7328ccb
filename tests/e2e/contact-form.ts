import type { Page } from "@playwright/test";
import { ownEmail } from "./visitor.ts";

/** A press on "Send message" as a finger makes it: down and up at the same place, wherever the button has gone in between. */
export async function press(page: Page) {
  const button = page.getByRole("button", { name: "Send message" });
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error("The button is not to be seen.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(60);
  await page.mouse.up();
}

export async function fillContact(page: Page): Promise<string> {
  const email = ownEmail();
  await page.goto("/contact");
  await page.getByLabel("Your name").fill("Njeri Mwangi");
  await page.locator("#contact-form").getByLabel("E-mail").fill(email);
  await page.getByLabel("Subject").fill("Bei");
  await page.getByLabel("Message").fill(`Habari ${email}`);
  return email;
}
