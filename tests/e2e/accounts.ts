import type { BrowserContext, Page } from "@playwright/test";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import { expect, newEmail, outboxEntries, SITE } from "./fixtures.ts";

export const CUSTOMER = "customer@example.co.ke";
export const PASSWORD = "sandbox-password";
/** The password of each new customer. */
export const NEW_PASSWORD = "a good password";

/** Signs a customer in by a POST of the form's fields. Opening the page instead would take most of a test's time. */
export async function signIn(page: Page, email = CUSTOMER) {
  const fields = { email, password: PASSWORD, stamp: makeStamp("sign-in"), cookies: "on" };
  expect(await post(page, "/login", fields)).toBe(303);
}

/** Posts a form without opening its page, and discards the flash message. Returns the status of the response. */
async function post(page: Page, path: string, fields: Record<string, string>): Promise<number> {
  const form = { website_2: "", ...fields };
  const response = await page.request.post(path, { form, headers: { Origin: SITE }, maxRedirects: 0 });
  await page.context().clearCookies({ name: "flash" });
  return response.status();
}

/** Fills in and sends the sign-in form of the open page. With scripts the button waits for the bot check. */
export async function submitSignIn(page: Page, email = CUSTOMER, password = PASSWORD) {
  const form = page.locator("form", { has: page.locator("[autocomplete=current-password]") });
  await form.getByLabel("E-mail").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign In" }).click();
}

/** Replaces the session cookie by one that has expired and cannot be refreshed. */
export async function expireSession(context: BrowserContext) {
  const cookie = (await context.cookies()).find(({ name }) => name === "sb-auth-token");
  if (!cookie) throw new Error("There is no session.");
  const session = JSON.parse(Buffer.from(cookie.value.replace("base64-", ""), "base64url").toString());
  const expired = { ...session, refresh_token: "spent", expires_at: 1_000_000 };
  const value = `base64-${Buffer.from(JSON.stringify(expired)).toString("base64url")}`;
  await context.addCookies([{ ...cookie, value }]);
}

/** Creates a customer without domains and orders, and signs them in. Returns the e-mail address. */
export async function newCustomer(page: Page): Promise<string> {
  const email = newEmail();
  const stamp = makeStamp("sign-up", 5000);
  const account = { name: "Wanjiru Njeri", email, password: NEW_PASSWORD, stamp };
  expect(await post(page, "/login?tab=signup", account)).toBe(303);
  const { searchParams } = new URL(await confirmationLink(page, email, ""), SITE);
  expect(await post(page, "/auth/confirm", Object.fromEntries(searchParams))).toBe(303);
  return email;
}

/** Waits for an e-mail whose subject contains this text. Returns its confirmation link. */
export async function confirmationLink(page: Page, email: string, subject: string): Promise<string> {
  const links = async () =>
    (await outboxEntries(page, email))
      .map((mail) => JSON.stringify(mail).replaceAll("&amp;", "&"))
      .filter((mail) => mail.includes(subject))
      .flatMap((mail) => /\/auth\/confirm\?token_hash=[\w-]+&type=\w+/.exec(mail) ?? []);
  await expect.poll(links).not.toEqual([]);
  return (await links())[0] ?? "";
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
