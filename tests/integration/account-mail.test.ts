import type { ActionFunctionArgs } from "@remix-run/node";
import { delay, http } from "msw";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { env } from "#app/env.server.ts";
import { resetMailOutage } from "#app/gateways/account-mail.server.ts";
import { action as forgot } from "#app/routes/account/forgot.tsx";
import { action as resend } from "#app/routes/account/resend.tsx";
import { server } from "#mocks/node.ts";
import { flashTextOf, newBrowser } from "./browser.ts";
import { newEmail, signUp, withAuth } from "./login-form.ts";

const WORDS = "We can’t send mail just now";
const failure = (status: number, error_code: string, msg: string) => () =>
  Response.json({ code: status, error_code, msg }, { status });
const LIMIT = failure(429, "over_email_send_rate_limit", "email rate limit exceeded");
const SMTP = failure(500, "unexpected_failure", "Error sending recovery email");

beforeEach(() => void Object.assign(env, { isSandbox: false }));
afterEach(() => {
  resetMailOutage();
  Object.assign(env, { isSandbox: true, accountReplyMs: 0 });
});

type Action = (args: ActionFunctionArgs) => Promise<Response | { data: unknown; init: ResponseInit | null }>;
async function askFor(action: Action, email: string) {
  const reply = await action(newBrowser().visit("/login", { email, website_2: "" }));
  if (!(reply instanceof Response)) return { status: reply.init?.status, text: JSON.stringify(reply.data) };
  return { status: reply.status, text: flashTextOf(reply.headers) };
}
async function askToSignUp(email: string, address?: string) {
  // Another name each time, or it would be the same submission.
  const { status, flash, text } = await signUp(
    { email, name: crypto.randomUUID() },
    address === undefined ? {} : { address },
  );
  return { status, text: flash ?? text ?? "" };
}
const FORMS: [string, (email: string) => Promise<{ status: number | undefined; text: string }>][] = [
  ["sign-up", askToSignUp],
  ["forgot", (email) => askFor(forgot, email)],
  ["resend", (email) => askFor(resend, email)],
];

/** Creates an account that was not mailed lately. Returns its address. */
async function newAccount({ word = "", isConfirmed = true } = {}) {
  const plain = newEmail();
  const email = word === "" ? `a-${plain}` : addressOf(word);
  await signUp({ email: plain });
  const database = await globalThis.embeddedDatabase;
  await database?.query(
    `update auth.users set email = $1, confirmation_sent_at = null, email_confirmed_at = case when $2 then now() end
     where email = $3`,
    [email, isConfirmed, plain],
  );
  return email;
}
const addressOf = (word: string) => `${word}@${crypto.randomUUID()}.co.ke`;

describe.each([["fail"], ["refuse"], ["maillimit"]])("while mail to %s@ fails", (word) => {
  it.each(FORMS)(
    "%s replies the same to an address with and without an account, however often it is asked",
    async (_form, ask) => {
      const told = [];
      const accounts = [await newAccount({ word }), await newAccount({ word, isConfirmed: false }), addressOf(word)];
      for (const email of accounts) {
        const answers = [];
        for (let i = 0; i < 4; i++) {
          const { status, text } = await ask(email);
          answers.push([status, text.replaceAll(email, "…").replace(/"(id|stamp|name)":"[^"]*"/g, "")]);
        }
        told.push(answers);
      }
      expect(told[1]).toEqual(told[0]);
      expect(told[2]).toEqual(told[0]);
    },
  );
});

describe("the mail server is considered broken", () => {
  let account: string;
  beforeEach(async () => {
    account = await newAccount();
  });
  const fail = async (address?: string) =>
    expect(await askToSignUp(addressOf("fail"), address)).toMatchObject({ status: 303 });
  const expectTrouble = async (isThere: boolean) => {
    for (const email of [account, newEmail()]) {
      for (const [, ask] of FORMS) {
        const told = await ask(email);
        expect([told.status, told.text.includes(WORDS)]).toEqual(isThere ? [503, true] : [303, false]);
      }
    }
  };

  it("after three failed mails to different addresses from different visitors, and then the auth service is not called", async () => {
    for (let i = 0; i < 3; i++) await fail();
    const calls: string[] = [];
    server.use(http.all("*/auth/v1/*", ({ request }) => void calls.push(request.url)));
    await expectTrouble(true);
    expect(calls).toEqual([]);
    expect((await signUp()).headers.get("Retry-After")).toBe("300");
  });

  it("never because of one visitor who names rejected addresses", async () => {
    for (let i = 0; i < 9; i++) await fail("203.0.113.66");
    await expectTrouble(false);
  });

  it("never because of one address, whoever asks for its mails", async () => {
    const email = await newAccount({ word: "fail" });
    for (let i = 0; i < 3; i++) await askFor(forgot, email);
    await expectTrouble(false);
  });

  it("not when a mail was sent in between", async () => {
    for (let i = 0; i < 2; i++) await fail();
    await askToSignUp(newEmail());
    await fail();
    await expectTrouble(false);
  });

  it.each([
    ["the limit of the project is reached", LIMIT],
    ["the project writes to its own people alone", failure(400, "email_address_not_authorized", "Not authorized")],
  ])("when %s for three mails", async (_why, answer) => {
    for (let i = 0; i < 3; i++) {
      expect(await withAuth(answer, () => askToSignUp(newEmail()))).toMatchObject({ status: 303 });
    }
    await expectTrouble(true);
  });
});

it("asking again within a minute looks the same for an address with an account", async () => {
  const email = await newAccount();
  const database = await globalThis.embeddedDatabase;
  for (let i = 0; i < 3; i++) {
    expect(await askFor(forgot, email)).toMatchObject({ status: 303 });
    await database?.query("delete from submissions");
  }
});

describe("while a mail server hangs", () => {
  const hang = (path: string) => http.all(`*/auth/v1/${path}`, () => delay("infinite"));

  it("an address with an account gets its reply in time, and the same as one without", async () => {
    const account = await newAccount();
    Object.assign(env, { accountReplyMs: 400 });
    const unknown = await askFor(forgot, newEmail());
    server.use(hang("recover"));
    expect((await askFor(forgot, account)).status).toBe(unknown.status);
  });

  it("an auth service that never replies is reported as unreachable", async () => {
    Object.assign(env, { accountReplyMs: 40 });
    server.use(hang("*"));
    for (const [, ask] of FORMS) expect(await ask(newEmail())).toMatchObject({ status: 503 });
  });
});

it("failing mails of one tester in the sandbox do not affect other testers", async () => {
  Object.assign(env, { isSandbox: true });
  for (let i = 0; i < 4; i++)
    expect(await withAuth(SMTP, () => askToSignUp(newEmail()))).toMatchObject({ status: 303 });
  expect(await askToSignUp(newEmail())).toMatchObject({ status: 303 });
});
