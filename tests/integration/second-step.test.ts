import { Secret, TOTP } from "otpauth";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { signIn } from "#app/gateways/accounts.server.ts";
import { listDomains } from "#app/gateways/domains.server.ts";
import { endSecondStep, findSecondStep } from "#app/gateways/second-steps.server.ts";
import { confirmStep, passStep, renewCodes, startSecondStep } from "#app/use-cases/account/second-step.server.ts";
import { refund } from "#app/use-cases/limits.server.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import { clientOf } from "./demo-customers.ts";

const [{ id: userId, email }] = demoCustomers;
/** Unique addresses, because codes are limited by address. */
let visitors = 0;
const newAddress = () => `198.51.100.${visitors++}`;

beforeAll(() => createDemoCustomers(database));
beforeEach(() => Promise.all([endSecondStep(userId), refund("stepsOfUser", userId, 20)]));

/** Signs in with the password alone. Returns the client and the session's id. */
async function newSession() {
  const supabase = clientOf(newBrowser());
  expect(await signIn(supabase, { email, password: "sandbox-password" })).toMatchObject({ ok: true });
  const token = (await supabase.auth.getSession()).data.session?.access_token ?? "";
  const { session_id: sessionId } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  return { supabase, userId, sessionId: String(sessionId) };
}

/** Returns the code of the app, `periods` of 30 s from now. */
function codeOf(secret: string, periods = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });
}

/** Switches the second step on in a new session. */
async function switchOn() {
  const session = await newSession();
  const begun = await startSecondStep(userId, email);
  if (!begun.ok) throw new Error(begun.message);
  const { secret } = begun.value;
  const confirmed = await confirmStep(session, codeOf(secret, -1));
  if (!confirmed.ok) throw new Error(confirmed.message);
  return { secret, codes: confirmed.value, session };
}

test("a second step is in force only after a right code, and shows the same secret until then", async () => {
  const session = await newSession();
  const [begun, again] = [await startSecondStep(userId, email), await startSecondStep(userId, email)];
  expect(begun).toEqual(again);
  expect(await confirmStep(session, "000000")).toMatchObject({ ok: false, status: 400 });
  expect(await findSecondStep(userId)).toMatchObject({ value: { confirmedAt: null } });
  const secret = begun.ok ? begun.value.secret : "";
  expect(await confirmStep(session, codeOf(secret))).toMatchObject({ ok: true });
  expect(await findSecondStep(userId)).toMatchObject({ value: { codesLeft: 10, confirmedAt: expect.any(String) } });
  expect(await startSecondStep(userId, email)).toMatchObject({ ok: false, status: 409 });
});

test("the database shows a session without the second step no row, also past the pages", async () => {
  const { secret, session } = await switchOn();
  const stolen = await newSession();
  expect(await listDomains(stolen.supabase, userId)).toMatchObject({ ok: true, value: [] });
  expect(await listDomains(session.supabase, userId)).toMatchObject({ value: { length: 8 } });
  expect(await passStep(stolen, codeOf(secret), newAddress())).toMatchObject({ ok: true });
  expect(await listDomains(stolen.supabase, userId)).toMatchObject({ value: { length: 8 } });
});

test("of a hundred parallel uses of one code one passes, and an earlier code never does", async () => {
  const { secret } = await switchOn();
  const session = await newSession();
  const code = codeOf(secret, 1);
  // Fewer than the limit of the account at a time, each from another address.
  const results = await Promise.all(Array.from({ length: 15 }, () => passStep(session, code, newAddress())));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await passStep(session, codeOf(secret), newAddress())).toMatchObject({ ok: false, status: 400 });
});

test("a printed code works once, and new ones replace all", async () => {
  const {
    codes: [first = "", second = ""],
  } = await switchOn();
  const session = await newSession();
  expect(await passStep(session, first.toLowerCase(), newAddress())).toMatchObject({ ok: true });
  expect(await passStep(session, first, newAddress())).toMatchObject({ ok: false, status: 400 });
  expect(await findSecondStep(userId)).toMatchObject({ value: { codesLeft: 9 } });
  expect(await renewCodes(userId)).toMatchObject({ value: { length: 10 } });
  expect(await passStep(session, second, newAddress())).toMatchObject({ ok: false, status: 400 });
});
