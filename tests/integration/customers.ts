/** Customers in a database of their own, for the test file that imports this. */
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import * as accounts from "#app/gateways/accounts.server.ts";
import { identifyUser } from "#app/http/auth.server.ts";
import { supabaseFor } from "#app/http/session.server.ts";
import { rememberSignUp } from "#app/http/sign-up-cookie.server.ts";
import * as confirm from "#app/routes/account/confirm.tsx";
import type { Embedded } from "#mocks/database/embedded.ts";
import type { AuthMail } from "#mocks/database/mail-queue.ts";
import { type Browser, newBrowser, responseOf } from "./browser.ts";
import { mailsSettled, openMemory } from "./open-memory.ts";

export let database: Embedded;
export let mails: AuthMail[];
export const PASSWORD = "first password";

beforeAll(async () => {
  ({ database, mails } = await openMemory());
});
afterAll(() => database.close());
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

export async function signIn(browser: Browser, email: string, password = PASSWORD) {
  const { request, context } = browser.visit();
  return accounts.signIn(supabaseFor(request, context), { email, password });
}

/** Signs up in a browser. Returns the link in the mail. */
export async function signUp(browser: Browser, email: string, password = PASSWORD, name = "Njeri Mwangi") {
  const { request, context } = browser.visit();
  await accounts.signUp({ name, email, password, signUpId: await rememberSignUp(request, context) });
  await mailsSettled();
  return linkIn(mails.at(-1));
}

/** Signs up, follows the mail's link in the same browser and presses its button. */
export async function newCustomer() {
  const email = newEmail();
  const browser = newBrowser();
  const link = await signUp(browser, email);
  expect(await pageResult(confirm.action(browser.visit("/auth/confirm", link)))).toMatchObject({
    status: 303,
    to: "/",
  });
  return { browser, email, link };
}

export async function whoIs(browser: Browser) {
  const { request, context } = browser.visit();
  return identifyUser(request, context);
}
