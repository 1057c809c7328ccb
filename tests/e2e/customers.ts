import type { Page } from "@playwright/test";
import { expect, ownEmail, sentWith } from "./visitor.ts";

const CUSTOMER = "customer@example.co.ke";

/** Signs a customer in, and arrives where they wanted to go. */
export async function signIn(page: Page, email = CUSTOMER, password = "sandbox-password", to = "/dashboard") {
  await page.goto(`/login?redirectTo=${encodeURIComponent(to)}`);
  await page.locator("#sign-in-form-email").fill(email);
  await page.locator("#sign-in-form-password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(to);
}

/** A customer without names, whose orders no other test counts. */
export async function newCustomer(page: Page): Promise<string> {
  const email = ownEmail();
  await page.goto("/login?tab=signup");
  await page.locator("#sign-up-form-name").fill("Wanjiru Njeri");
  await page.locator("#sign-up-form-email").fill(email);
  await page.locator("#sign-up-form-password").fill("a good password");
  // The stamp of the page has to be three seconds old where there is no token.
  await page.waitForTimeout(3100);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect.poll(async () => (await sentWith(page, email)).length).toBe(1);
  const mail = JSON.stringify(await sentWith(page, email)).replaceAll("&amp;", "&");
  await page.goto(/\/auth\/confirm\?token_hash=[\w-]+&type=\w+/.exec(mail)?.[0] ?? "");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await expect(page.getByText("Your address is confirmed")).toBeVisible();
  return email;
}

/** The row of a name on the dashboard. */
export const domainRow = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
