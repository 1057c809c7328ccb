import type { Page } from "@playwright/test";
import { standAWhile } from "./stamp.ts";
import { enhanced, expect, ownEmail } from "./visitor.ts";

export const CUSTOMER = "customer@example.co.ke";
export const PASSWORD = "sandbox-password";

export const signInPanel = (page: Page) => page.locator("#sign-in");
export const signUpPanel = (page: Page) => page.locator("#create-account");

export async function typeIn(page: Page, email: string, password = PASSWORD) {
  const panel = signInPanel(page);
  await panel.getByLabel("E-mail").fill(email);
  await panel.getByLabel("Password", { exact: true }).fill(password);
}
export const pressSignIn = (page: Page) => signInPanel(page).getByRole("button", { name: "Sign In" }).click();

export async function openSignUp(page: Page) {
  await page.goto("/login");
  await signInPanel(page).getByRole("navigation").getByRole("link", { name: "Create Account" }).click();
  await expect(signUpPanel(page).getByRole("heading", { name: "Create Account" })).toBeVisible();
}

export async function typeNew(page: Page, { email = ownEmail(), name = "Wanjiru", password = "first password" } = {}) {
  const panel = signUpPanel(page);
  await panel.getByLabel("Your name").fill(name);
  await panel.getByLabel("E-mail").fill(email);
  await panel.getByLabel("Password", { exact: true }).fill(password);
  return email;
}
/** Without scripts there is no token, and no person fills in a form in less than three seconds. */
export async function pressCreate(page: Page, isEnhanced: boolean) {
  // Pressed before the scripts are there it goes without a token, and would be as fast as no person is.
  const button = signUpPanel(page).getByRole("button", { name: "Create Account" });
  await button.focus();
  await (isEnhanced ? enhanced(page) : standAWhile(signUpPanel(page), "sign-up"));
  await button.click();
}
