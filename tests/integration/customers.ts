/** Customers of a database of its own, for the test file that imports this. */
import { isRouteErrorResponse } from "@remix-run/react";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import * as accounts from "#app/gateways/accounts.server.ts";
import { identifyUser } from "#app/http/auth.server.ts";
import { supabaseFor } from "#app/http/session.server.ts";
import { rememberSignUp } from "#app/http/sign-up-cookie.server.ts";
import * as confirm from "#app/routes/account/confirm.tsx";
import type { Embedded } from "#mocks/database/embedded.ts";
import type { AuthMail } from "#mocks/database/mail-queue.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { openMemory, settled } from "./open-memory.ts";

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

/** What an action or loader gave, or threw, as a browser sees it. */
export async function outcome(work: Promise<unknown>) {
  const given = await work.catch((thrown: unknown) => thrown);
  if (given instanceof Response) return { status: given.status, to: given.headers.get("Location"), text: "" };
  if (given instanceof Error && !isRouteErrorResponse(given)) throw given;
  const { init, data } = given as { init?: ResponseInit; data?: unknown };
  return { status: init?.status ?? 200, to: null, text: JSON.stringify(data ?? given) };
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

/** Signs up in a browser. Gives back the link of the mail that is sent. */
export async function signUp(browser: Browser, email: string, password = PASSWORD, name = "Njeri Mwangi") {
  const { request, context } = browser.visit();
  await accounts.signUp({ name, email, password, signUpId: await rememberSignUp(request, context) });
  await settled();
  return linkIn(mails.at(-1));
}

/** Signs up, follows the mail's link in the same browser and presses its button. */
export async function newCustomer() {
  const email = newEmail();
  const browser = newBrowser();
  const link = await signUp(browser, email);
  expect(await outcome(confirm.action(browser.visit("/auth/confirm", link)))).toMatchObject({ status: 303, to: "/" });
  return { browser, email, link };
}

export async function whoIs(browser: Browser) {
  const { request, context } = browser.visit();
  return identifyUser(request, context);
}
