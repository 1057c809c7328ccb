import type { Page } from "@playwright/test";
import { standAWhile } from "./stamp.ts";
import { enhanced, expect, OUTBOX } from "./visitor.ts";

export const SCHOOL = "Kibera Hills Primary";
export const THANKS = "Thank you for your interest! We'll be in touch soon.";
export const token = (page: Page) => page.locator("[name=turnstileToken]");
export const button = (page: Page) => page.getByRole("button", { name: "Join Waiting List" });

export async function fill(page: Page, email: string) {
  await page.getByLabel("Your name").fill('Grace "Mama" Achieng');
  await page.getByLabel("School", { exact: true }).fill(SCHOOL);
  await page.getByLabel("Parent").check();
  await page.getByLabel("Phone").fill("0712 345 678");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Students (optional)").selectOption("101-300");
  await page.getByLabel("Most useful to you (optional)").selectOption({ label: "Fee Management" });
}

export async function expectKept(page: Page, email: string) {
  await expect(page.getByLabel("Your name")).toHaveValue('Grace "Mama" Achieng');
  await expect(page.getByLabel("School", { exact: true })).toHaveValue(SCHOOL);
  await expect(page.getByLabel("Parent")).toBeChecked();
  await expect(page.getByLabel("Phone")).toHaveValue("0712 345 678");
  await expect(page.getByLabel("E-mail")).toHaveValue(email);
  await expect(page.getByLabel("Students (optional)")).toHaveValue("101-300");
  await expect(page.getByLabel("Most useful to you (optional)")).toHaveValue("fees");
}

/** Without scripts there is no token, and no person fills the form in within three seconds. */
export async function join(page: Page, isEnhanced: boolean) {
  await button(page).focus();
  await (isEnhanced ? enhanced(page) : standAWhile(page.locator("main"), "school-interest"));
  await button(page).click();
}

/** The address behind the newest mail to somebody. */
export async function linkFor(page: Page, email: string): Promise<string> {
  const all: { to: string; text: string }[] = await (await page.request.get(OUTBOX)).json();
  return /http\S+\/stride\/confirm\?token=[\w-]+/.exec(all.find(({ to }) => to === email)?.text ?? "")?.[0] ?? "";
}
