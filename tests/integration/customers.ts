/** Customers who sign up, in a database of their own, for the test file that imports this. */
import { beforeEach, expect } from "vitest";
import * as accounts from "#app/accounts/accounts.api.server.ts";
import { rememberSignUp } from "#app/accounts/sign-up-cookie.server.ts";
import * as confirm from "#app/routes/account/confirm.tsx";
import type { AuthMail } from "#mocks/database/mail-queue.ts";
import { type Browser, newBrowser, responseOf } from "./browser.ts";
import { mails } from "./database.ts";
import { clientOf } from "./demo-customers.ts";
import { mailsSettled } from "./open-memory.ts";

export { database, mails } from "./database.ts";
export { whoIs } from "./demo-customers.ts";
export const PASSWORD = "first password";

beforeEach(() => {
  mails.length = 0;
});

/** Returns the response of a loader or an action, returned or thrown, with its data as JSON. */
export async function pageResult(work: Promise<unknown>) {
  const { status, to, data } = await responseOf(() => work);
  return { status, to, text: data === null ? "" : JSON.stringify(data) };
}

export const newEmail = () => `customer-${crypto.randomUUID()}@example.co.ke`;
export const linkIn = (mail: AuthMail | undefined) => {
  const [, token_hash = "", type = ""] = /token_hash=([^&"]+)&(?:amp;)?type=(\w+)/.exec(mail?.html ?? "") ?? [];
  return { token_hash, type };
};
/** Returns the link in the newest mail. */
export async function mailedLink() {
  await mailsSettled();
  return linkIn(mails.at(-1));
}

export const signIn = (browser: Browser, email: string, password = PASSWORD) =>
  accounts.signIn(clientOf(browser), { email, password });

/** Signs up in a browser, on the way to the page `goal`. Returns the link in the mail. */
export async function signUp(
  browser: Browser,
  email: string,
  password = PASSWORD,
  name = "Njeri Mwangi",
  goal?: string,
) {
  const { request, context } = browser.requestArgs();
  await accounts.signUp({ name, email, password, signUpId: await rememberSignUp(request, context, goal) });
  return mailedLink();
}

/** Signs up, follows the mail's link in the same browser and presses its button. */
export async function newCustomer() {
  const email = newEmail();
  const browser = newBrowser();
  const link = await signUp(browser, email);
  const confirmed = await pageResult(confirm.action(browser.requestArgs("/auth/confirm", link)));
  expect(confirmed).toMatchObject({ status: 303, to: "/" });
  return { browser, email, link };
}
