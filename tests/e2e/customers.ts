import type { BrowserContext, Page } from "@playwright/test";
import { makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";
import { expect, ownEmail, SITE, sentWith } from "./visitor.ts";

const CUSTOMER = "customer@example.co.ke";
/** The password of each new customer. */
export const NEW_PASSWORD = "a good password";

/** Signs a customer in by the form's own post. No page is opened: to open one is most of what a test takes. */
export async function signIn(page: Page, email = CUSTOMER) {
  expect(await tryToSignIn(page, email, "sandbox-password")).toBe(303);
}

/** Sends the form to sign in, and gives back with which status it was answered. */
export const tryToSignIn = (page: Page, email: string, password: string) =>
  send(page, "/login", { email, password, stamp: makeStamp("sign-in"), cookies: "on" });

/** Sends a form of this site as its page would, without drawing that. What the next page would say of it is not said. */
async function send(page: Page, path: string, fields: Record<string, string>): Promise<number> {
  const form = { website_2: "", ...fields };
  const reply = await page.request.post(path, { form, headers: { Origin: SITE }, maxRedirects: 0 });
  await page.context().clearCookies({ name: "notice" });
  return reply.status();
}

/** Makes the browser's session one that is over and that nothing can refresh. */
export async function endSession(context: BrowserContext) {
  const cookie = (await context.cookies()).find(({ name }) => name === "sb-auth-token");
  if (!cookie) throw new Error("There is no session.");
  const session = JSON.parse(Buffer.from(cookie.value.replace("base64-", ""), "base64url").toString());
  const over = { ...session, refresh_token: "spent", expires_at: 1_000_000 };
  await context.addCookies([{ ...cookie, value: `base64-${Buffer.from(JSON.stringify(over)).toString("base64url")}` }]);
}

/** A customer without names, whose orders no other test counts, signed in. */
export async function newCustomer(page: Page): Promise<string> {
  const email = ownEmail();
  const password = NEW_PASSWORD;
  const stamp = makeStamp("sign-up", 5000);
  expect(await send(page, "/login?tab=signup", { name: "Wanjiru Njeri", email, password, stamp })).toBe(303);
  await expect.poll(async () => (await sentWith(page, email)).length).toBe(1);
  const mail = JSON.stringify(await sentWith(page, email)).replaceAll("&amp;", "&");
  const [, token_hash = "", type = ""] = /\/auth\/confirm\?token_hash=([\w-]+)&type=(\w+)/.exec(mail) ?? [];
  expect(await send(page, "/auth/confirm", { token_hash, type })).toBe(303);
  return email;
}

/** The row of a name on the dashboard. */
export const domainRow = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) });

/** What can be done with a name from its row; on a phone it is behind "More", which is opened. */
export async function rowLink(page: Page, name: string, link: string | RegExp) {
  const row = domainRow(page, name);
  const more = row.locator("summary");
  if ((await more.isVisible()) && !(await row.locator("details").evaluate((one) => one.hasAttribute("open")))) {
    await more.click();
  }
  return row.getByRole("link", { name: link }).last();
}
