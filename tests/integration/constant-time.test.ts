import bcrypt from "bcryptjs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import * as forgot from "#app/routes/account/forgot.tsx";
import * as resend from "#app/routes/account/resend.tsx";
import { newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import { email as known, newEmail, PASSWORD, signIn, signUp, withAuth, wordsOf } from "./login-form.ts";
import { mailsSettled } from "./open-memory.ts";

const REPLY_MS = 2000;

afterEach(() => {
  Object.assign(env, { accountReplyMs: 0 });
  vi.useRealTimers();
});

async function newUnconfirmed() {
  const email = newEmail();
  await signUp({ email });
  return email;
}
const post =
  ({ action }: typeof forgot | typeof resend) =>
  (email: string): Promise<unknown> =>
    action(newBrowser().requestArgs("/login", { email, website_2: "" }));

describe("an attempt to sign in", () => {
  it("makes one password comparison at the same cost and returns the same reply for every kind of mailbox", async () => {
    // On a real site older hashes may cost more than new ones.
    await database.query("update auth.users set encrypted_password = $1", [await bcrypt.hash(PASSWORD, 5)]);
    const [unconfirmed, compare] = [await newUnconfirmed(), vi.spyOn(bcrypt, "compare")];
    for (const [email, rounds] of [
      [known, 5],
      [newEmail(), 5],
      [unconfirmed, 4],
    ] as const) {
      compare.mockClear();
      const response = await signIn({ email, password: "not-this-one" });
      expect([response.status, wordsOf(response)]).toEqual([400, "Invalid login credentials"]);
      const compared = compare.mock.calls.map(([password, hash]) => [password, bcrypt.getRounds(hash)]);
      expect(compared).toEqual([["not-this-one", rounds]]);
    }
  });
});

const FORMS: [string, number, (email: string) => Promise<unknown>][] = [
  ["signing in", 600, (email) => signIn({ email, password: "not-this-one" })],
  ["signing up", REPLY_MS, (email) => signUp({ email })],
  ["forgot", REPLY_MS, post(forgot)],
  ["resend", REPLY_MS, post(resend)],
];

describe.each(FORMS)("the reply to %s", (_name, ms, send) => {
  it.each([
    ["a known mailbox", () => known],
    ["an unknown one", newEmail],
    ["an unconfirmed one", newUnconfirmed],
  ])("is sent after its constant time for %s", async (_whose, find) => {
    const email = await find();
    Object.assign(env, { accountReplyMs: REPLY_MS });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const replied = vi.fn();
    const sent = send(email).then(replied);
    // The work is done by now; only the delay is left.
    for (let turn = 0; turn < 500; turn++) await mailsSettled();
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(replied).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await sent;
  });
});

it("a mail that exceeds the constant-time budget is logged", async () => {
  Object.assign(env, { accountReplyMs: 1 });
  const warn = vi.spyOn(log, "warn");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const response = () => {
    vi.advanceTimersByTime(1);
    return Response.json({});
  };
  await withAuth(response, () => post(forgot)(newEmail()));
  expect(warn.mock.calls).toEqual([[{ for: "mail", ms: 1 }, "exceeded the constant-time budget"]]);
});
