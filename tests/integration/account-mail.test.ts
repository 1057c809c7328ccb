import { http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resetMailOutage } from "#app/accounts/auth-mail.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import * as forgot from "#app/routes/account/forgot.tsx";
import * as resend from "#app/routes/account/resend.tsx";
import { server } from "#mocks/node.ts";
import { untilTestEnds } from "../until-test-ends.ts";
import { flashTextOf, newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import { newEmail, signUp, withAuth } from "./login-form.ts";

const OUTAGE = "We can’t send mail just now";
const failWith = (status: number, error_code: string, msg: string) => () =>
  Response.json({ code: status, error_code, msg }, { status });

beforeEach(() => void Object.assign(env, { isSandbox: false }));
afterEach(() => {
  resetMailOutage();
  Object.assign(env, { isSandbox: true, accountReplyMs: 0 });
});

async function post({ action }: typeof forgot | typeof resend, email: string) {
  const response = await action(newBrowser().requestArgs("/login", { email, website_2: "" }));
  if (!(response instanceof Response)) return { status: response.init?.status, text: JSON.stringify(response.data) };
  return { status: response.status, text: flashTextOf(response.headers) };
}
async function postSignUp(email: string, address?: string) {
  // Another name each time, or it would be the same submission.
  const fields = { email, name: crypto.randomUUID() };
  const { status, flash, text } = await signUp(fields, address === undefined ? {} : { address });
  return { status, text: flash ?? text ?? "" };
}
const FORMS: [string, (email: string) => Promise<{ status: number | undefined; text: string }>][] = [
  ["sign-up", postSignUp],
  ["forgot", (email) => post(forgot, email)],
  ["resend", (email) => post(resend, email)],
];

/** Returns an address with this magic word. */
const addressOf = (word: string) => `${word}@${crypto.randomUUID()}.co.ke`;

/** Creates an account that was not mailed lately. Returns its address. */
async function newAccount({ word = "", isConfirmed = true } = {}) {
  const plain = newEmail();
  const email = word === "" ? `a-${plain}` : addressOf(word);
  await signUp({ email: plain });
  await database.query(
    `update auth.users set email = $1, confirmation_sent_at = null, email_confirmed_at = case when $2 then now() end
     where email = $3`,
    [email, isConfirmed, plain],
  );
  return email;
}

describe.each(["fail", "refuse", "maillimit"])("while mail to %s@ fails", (word) => {
  it.each(FORMS)(
    "%s gives four times the same reply for an address with and without an account",
    async (_form, ask) => {
      const replies = [];
      for (const email of [
        await newAccount({ word }),
        await newAccount({ word, isConfirmed: false }),
        addressOf(word),
      ]) {
        const each = [];
        for (let i = 0; i < 4; i++) {
          const { status, text } = await ask(email);
          each.push([status, text.replaceAll(email, "…").replace(/"(id|stamp|name)":"[^"]*"/g, "")]);
        }
        replies.push(each);
      }
      expect(replies[1]).toEqual(replies[0]);
      expect(replies[2]).toEqual(replies[0]);
    },
  );
});

describe("the mail server counts as broken", () => {
  let account: string;
  beforeEach(async () => {
    account = await newAccount();
  });
  const fail = async (address?: string) =>
    expect(await postSignUp(addressOf("fail"), address)).toMatchObject({ status: 303 });
  const expectOutage = async (isExpected: boolean) => {
    for (const email of [account, newEmail()]) {
      for (const [, ask] of FORMS) {
        const { status, text } = await ask(email);
        expect([status, text.includes(OUTAGE)]).toEqual(isExpected ? [503, true] : [303, false]);
      }
    }
  };

  it("after three failed mails to different addresses from different visitors, and then the auth service is not called", async () => {
    for (let i = 0; i < 3; i++) await fail();
    const calls: string[] = [];
    server.use(http.all("*/auth/v1/*", ({ request }) => void calls.push(request.url)));
    await expectOutage(true);
    expect(calls).toEqual([]);
    expect((await signUp()).headers.get("Retry-After")).toBe("300");
  });

  it.each([
    ["the project's mail limit is reached", failWith(429, "over_email_send_rate_limit", "email rate limit exceeded")],
    ["the project mails only its own team", failWith(400, "email_address_not_authorized", "Not authorized")],
  ])("when %s for three mails", async (_why, response) => {
    for (let i = 0; i < 3; i++) {
      expect((await withAuth(response, () => postSignUp(newEmail()))).status).toBe(303);
    }
    await expectOutage(true);
  });

  it("never because of one visitor who enters rejected addresses", async () => {
    for (let i = 0; i < 9; i++) await fail("203.0.113.66");
    await expectOutage(false);
  });

  it("never because of several visitors who enter one address", async () => {
    const email = await newAccount({ word: "fail" });
    for (let i = 0; i < 3; i++) await post(forgot, email);
    await expectOutage(false);
  });

  it("never if a mail was sent between the failures", async () => {
    for (let i = 0; i < 2; i++) await fail();
    await postSignUp(newEmail());
    await fail();
    await expectOutage(false);
  });
});

it("asking again within a minute looks the same for an address with an account", async () => {
  const email = await newAccount();
  for (let i = 0; i < 3; i++) {
    expect(await post(forgot, email)).toMatchObject({ status: 303 });
    await database.query("delete from submissions");
  }
});

describe("while the auth service hangs", () => {
  const hang = (path: string) => http.all(`*/auth/v1/${path}`, untilTestEnds);

  it("in sending a mail, an address with an account gets its reply in time, as one without", async () => {
    const account = await newAccount();
    Object.assign(env, { accountReplyMs: 400 });
    const unknown = await post(forgot, newEmail());
    server.use(hang("recover"));
    expect((await post(forgot, account)).status).toBe(unknown.status);
  });

  it("in every call, each form reports it as unreachable", async () => {
    Object.assign(env, { accountReplyMs: 40 });
    server.use(hang("*"));
    for (const [, ask] of FORMS) expect(await ask(newEmail())).toMatchObject({ status: 503 });
  });
});

it("failing mails of one tester in the sandbox do not affect other testers", async () => {
  Object.assign(env, { isSandbox: true });
  const down = failWith(500, "unexpected_failure", "Error sending recovery email");
  for (let i = 0; i < 4; i++) expect((await withAuth(down, () => postSignUp(newEmail()))).status).toBe(303);
  expect(await postSignUp(newEmail())).toMatchObject({ status: 303 });
});

it.each(FORMS)("%s succeeds at its first try hours after an outage of the auth service", async (_form, ask) => {
  const email = await newAccount({ isConfirmed: false });
  server.use(http.all("*/auth/v1/*", () => new Response("", { status: 503 })));
  for (let i = 0; i < 6; i++) expect((await ask(newEmail())).status).toBe(503);
  server.resetHandlers();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * 3600_000 });
  expect((await ask(email)).status).toBe(303);
  vi.useRealTimers();
});
