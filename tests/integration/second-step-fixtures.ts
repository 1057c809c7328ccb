/** The first demo customer with a second step, in a database of its own, for the test file that imports this. */
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { signIn } from "#app/accounts/accounts.api.server.ts";
import { endSecondStep } from "#app/accounts/second-steps.table.server.ts";
import { confirmStep, secondStepOf, startSecondStep } from "#app/accounts/step.server.ts";
import { stampFor } from "#app/platform/abuse/bot-check.server.ts";
import { refund } from "#app/platform/abuse/limits.server.ts";
import { action as login } from "#app/routes/account/login.tsx";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { type Browser, newBrowser, submit } from "./browser.ts";
import { database } from "./database.ts";
import { clientOf } from "./demo-customers.ts";

export { database } from "./database.ts";
export const [{ id: userId, email }] = demoCustomers;
/** Unique addresses, because codes are limited by address. */
let visitors = 0;
export const newAddress = () => `198.51.100.${visitors++}`;
/** A browser that never signed in to the account. */
export const stranger = (address = newAddress()): { device: string | undefined; address: string } => ({
  device: undefined,
  address,
});

beforeAll(() => createDemoCustomers(database));
// A code that is made at the end of a period of 30 s would be refused after it on a slow machine.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Math.floor(Date.now() / 30_000) * 30_000 + 15_000);
});
afterEach(() => {
  vi.useRealTimers();
});
beforeEach(() =>
  Promise.all([
    endSecondStep(userId),
    refund("stepsOfUser", userId, 20),
    refund("wrongStepsInDay", userId, 200),
    refund("wrongStepsInDay", `${userId} device known`, 200),
  ]),
);

/** Signs in with the password alone. Returns the client and the session's id. */
export async function newSession() {
  const supabase = clientOf(newBrowser());
  expect(await signIn(supabase, { email, password: "sandbox-password" })).toMatchObject({ ok: true });
  const token = (await supabase.auth.getSession()).data.session?.access_token ?? "";
  const { session_id: sessionId } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return { supabase, userId, sessionId: String(sessionId) };
}

/** Returns the code of the app, `periods` of 30 s from now. */
export function codeOf(secret: string, periods = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });
}

/** Begins a second step. Returns its secret. */
export async function begin(): Promise<string> {
  expect(await startSecondStep(userId)).toMatchObject({ ok: true });
  const step = await secondStepOf(userId);
  if (!step.ok || step.value.kind !== "begun") throw new Error("The second step is not begun.");
  return step.value.secret;
}

/** Switches the second step on in a new session. */
export async function switchOn() {
  const session = await newSession();
  const secret = await begin();
  const confirmed = await confirmStep(session, codeOf(secret, -1));
  if (!confirmed.ok) throw new Error(confirmed.message);
  return { secret, codes: confirmed.value, session };
}

/** Signs in by the password in a browser, which then waits for the code. */
export function enterPassword(browser: Browser, query = "", fields: Record<string, string> = {}) {
  const all = {
    email,
    password: "sandbox-password",
    stamp: stampFor("sign-in"),
    website_2: "",
    cookies: "on",
    ...fields,
  };
  return submit(login, `/login${query}`, all, browser);
}
