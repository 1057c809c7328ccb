import type { Page } from "@playwright/test";

export const CUSTOMER = "customer@example.co.ke";
export const PASSWORD = "sandbox-password";

/** Fills in and sends the sign-in form of the open page. With scripts the button waits for the bot check. */
export async function submitSignIn(page: Page, email = CUSTOMER, password = PASSWORD) {
  const form = page.locator("form", { has: page.locator("[autocomplete=current-password]") });
  await form.getByLabel("E-mail").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign In" }).click();
}

/** Returns a link in the row of a domain on the dashboard. On a phone it opens the row's "More" first. */
export async function rowLink(page: Page, name: string, link: string | RegExp) {
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });
  const more = row.locator("summary");
  if ((await more.isVisible()) && !(await row.locator("details").evaluate((one) => one.hasAttribute("open")))) {
    await more.click();
  }
  return row.getByRole("link", { name: link }).last();
}
