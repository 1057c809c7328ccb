import type { Page } from "@playwright/test";
import { expect, hydrateFrom, newEmail } from "./fixtures.ts";

/** The contact page also has the newsletter form. */
export const contactForm = (page: Page) => page.locator("#contact-form");

/** What `fillContactForm` types, by label. */
const contactInput = (email: string): [string, string][] => [
  ["Your name", 'Njeri "Mama" O\'Mwangi'],
  ["E-mail", email],
  ["Subject", "Bei & <b>mkopo</b>"],
  ["Message", `Habari\n${email}`],
];

/** Opens the contact page and fills in the form. Returns the e-mail address. */
export async function fillContactForm(page: Page, email = newEmail()): Promise<string> {
  await page.goto("/contact");
  for (const [label, text] of contactInput(email)) await contactForm(page).getByLabel(label).fill(text);
  return email;
}

/** Checks that the contact form still has what `fillContactForm` typed. */
export async function expectContactInput(page: Page, email: string) {
  for (const [label, text] of contactInput(email)) await expect(contactForm(page).getByLabel(label)).toHaveValue(text);
}

/** Checks that the contact form is empty after hydration. */
export async function expectEmptyContactForm(page: Page) {
  await hydrateFrom(contactForm(page).getByLabel("Your name"));
  for (const [label] of contactInput("")) await expect(contactForm(page).getByLabel(label)).toHaveValue("");
}

/** Presses "Send message" as a finger does: down and up at the same place, even if the button moves in between. */
export async function pressSendMessage(page: Page) {
  const button = page.getByRole("button", { name: "Send message" });
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error("The button is not visible.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(60);
  await page.mouse.up();
}

export const SCHOOL = "Kibera Hills Primary";
export const schoolToken = (page: Page) => page.locator("[name=turnstileToken]");
export const joinButton = (page: Page) => page.getByRole("button", { name: "Join Waiting List" });

export async function fillSchoolForm(page: Page, email: string) {
  await page.getByLabel("Your name").fill('Grace "Mama" Achieng');
  await page.getByLabel("School", { exact: true }).fill(SCHOOL);
  await page.getByLabel("Parent").check();
  await page.getByLabel("Phone").fill("0712 345 678");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Students (optional)").selectOption("101-300");
  await page.getByLabel("Most useful to you (optional)").selectOption({ label: "Fee Management" });
}

/** Checks that the school form still has what `fillSchoolForm` typed. */
export async function expectSchoolInput(page: Page, email: string) {
  await expect(page.getByLabel("Your name")).toHaveValue('Grace "Mama" Achieng');
  await expect(page.getByLabel("School", { exact: true })).toHaveValue(SCHOOL);
  await expect(page.getByLabel("Parent")).toBeChecked();
  await expect(page.getByLabel("Phone")).toHaveValue("0712 345 678");
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await expect(page.getByLabel("Students (optional)")).toHaveValue("101-300");
  await expect(page.getByLabel("Most useful to you (optional)")).toHaveValue("fees");
}

/** Sends the school form, with scripts after the bot check's token. */
export async function submitSchoolForm(page: Page, hasScripts: boolean) {
  if (hasScripts) await hydrateFrom(joinButton(page));
  await joinButton(page).click();
}
