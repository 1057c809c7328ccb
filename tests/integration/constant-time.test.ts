import type { ActionFunctionArgs } from "@remix-run/node";
import bcrypt from "bcryptjs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { action as forgot } from "#app/routes/account/forgot.tsx";
import { action as resend } from "#app/routes/account/resend.tsx";
import { newBrowser } from "./browser.ts";
import { email as known, newEmail, PASSWORD, signIn, signUp, withAuth, wordsOf } from "./login-form.ts";
import { mailsSettled } from "./open-memory.ts";

const EVEN_MS = 2000;

afterEach(() => {
  Object.assign(env, { accountReplyMs: 0 });
  vi.useRealTimers();
});

/** Creates an account that is not confirmed yet. */
async function newcomer() {
  const email = newEmail();
  await signUp({ email });
  return { email, password: "first password" };
}

describe("an attempt to sign in", () => {
  it("makes one password comparison at the same cost and returns the same reply for every kind of mailbox", async () => {
    const database = await globalThis.embeddedDatabase;
    // On a real site older hashes may cost more than new ones.
    await database?.query("update auth.users set encrypted_password = $1", [await bcrypt.hash(PASSWORD, 5)]);
    const [{ email: unconfirmed }, compare] = [await newcomer(), vi.spyOn(bcrypt, "compare")];
    const tries = [];
    const rounds: number[] = [];
    for (const email of [known, newEmail(), unconfirmed]) {
      compare.mockClear();
      const { status, data } = await signIn({ email, password: "not-this-one" });
      const compared = compare.mock.calls.map(([password]) => password);
      tries.push({ status, said: data?.result.error?.[""]?.[0], compared });
      rounds.push(...compare.mock.calls.map(([, hash]) => bcrypt.getRounds(hash)));
    }
    const same = { status: 400, said: "Invalid login credentials", compared: ["not-this-one"] };
    expect(tries).toEqual([same, same, same]);
    expect(rounds).toEqual([5, 5, 4]);
  });

  it("tells only somebody with the password that the account is not confirmed", async () => {
    const person = await newcomer();
    expect(wordsOf(await signIn(person))).toBe("Email not confirmed");
    expect((await signIn({ password: PASSWORD })).status).toBe(303);
  });
});

const ask = (action: (args: ActionFunctionArgs) => Promise<unknown>) => (email: string) =>
  action(newBrowser().visit("/login", { email, website_2: "" }));

const FORMS: [string, number, (email: string) => Promise<unknown>][] = [
  ["signing in", 600, (email) => signIn({ email, password: "not-this-one" })],
  ["signing up", EVEN_MS, (email) => signUp({ email })],
  ["forgot", EVEN_MS, ask(forgot)],
  ["resend", EVEN_MS, ask(resend)],
];

describe.each(FORMS)("the reply to %s", (_name, ms, send) => {
  it.each([
    ["a known mailbox", () => known],
    ["an unknown one", newEmail],
    ["an unconfirmed one", async () => (await newcomer()).email],
  ])("is sent after its constant time for %s", async (_whose, find) => {
    const email = await find();
    Object.assign(env, { accountReplyMs: EVEN_MS });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const answered = vi.fn();
    const sent = send(email).then(answered);
    // The work is done by now; only the delay is left.
    for (let turn = 0; turn < 500; turn++) await mailsSettled();
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await sent;
    expect(answered).toHaveBeenCalledOnce();
  });
});

it("a mail that exceeds the constant-time budget is logged", async () => {
  Object.assign(env, { accountReplyMs: 1 });
  const warn = vi.spyOn(log, "warn");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const answer = () => {
    vi.advanceTimersByTime(1);
    return Response.json({});
  };
  await withAuth(answer, () => ask(forgot)(newEmail()));
  expect(warn.mock.calls).toEqual([[{ for: "mail", ms: 1 }, "exceeded the constant-time budget"]]);
});
