import type { ActionFunctionArgs } from "@remix-run/node";
import { afterEach, describe, expect, it } from "vitest";
import { env } from "#app/env.server.ts";
import { forgetMailTrouble } from "#app/gateways/account-mail.server.ts";
import { action as forgot } from "#app/routes/account/forgot.tsx";
import { action as resend } from "#app/routes/account/resend.tsx";
import { newBrowser } from "./browser.ts";
import { email as known, newEmail, signUp, withAuth, wordsOf } from "./login-door.ts";

const WORDS = "We can’t send mail just now";
const LIMIT = () =>
  Response.json(
    { code: 429, error_code: "over_email_send_rate_limit", msg: "email rate limit exceeded" },
    { status: 429 },
  );
const SMTP = () =>
  Response.json({ code: 500, error_code: "unexpected_failure", msg: "Error sending recovery email" }, { status: 500 });
const WRITTEN_TO = () =>
  Response.json(
    {
      error_code: "over_email_send_rate_limit",
      msg: "For security purposes, you can only request this after 59 seconds.",
    },
    { status: 429 },
  );
const FORMS = { forgot, resend };

afterEach(() => {
  forgetMailTrouble();
  Object.assign(env, { isSandbox: true });
});

type Action = (args: ActionFunctionArgs) => Promise<Response | { data: unknown; init: ResponseInit | null }>;
async function askFor(action: Action, email: string) {
  const reply = await action(newBrowser().visit("/login", { email, website_2: "" }));
  if (reply instanceof Response) return { status: reply.status, text: "" };
  return { status: reply.init?.status, text: JSON.stringify(reply.data) };
}

describe.each([
  ["its limit", LIMIT],
  ["a mail server that fails", SMTP],
])("while the auth service cannot send mail because of %s", (_what, answer) => {
  it("signing up says so, nothing typed is lost and nothing is counted", async () => {
    const person = { email: newEmail() };
    for (let i = 0; i < 3; i++) {
      const refused = await withAuth(answer, () => signUp({ ...person, name: `Njeri ${i}` }));
      expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "300"]);
      expect(refused.text).toContain(WORDS);
      expect(refused.data?.result.initialValue).toMatchObject({ ...person, name: `Njeri ${i}` });
    }
    for (const name of ["One", "Two"]) expect((await signUp({ ...person, name })).status).toBe(303);
  });

  it.each(Object.entries(FORMS))("%s says so, and nothing is counted", async (_form, action) => {
    const email = newEmail();
    for (let i = 0; i < 4; i++) {
      expect(await withAuth(answer, () => askFor(action, email))).toMatchObject({
        status: 503,
        text: expect.stringContaining(WORDS),
      });
    }
    for (let i = 0; i < 3; i++) expect(await askFor(action, email)).toMatchObject({ status: 303 });
  });
});

it("an address that was written to a moment ago is no limit, and looks like any other", async () => {
  expect((await withAuth(WRITTEN_TO, () => signUp())).status).toBe(303);
  expect(await withAuth(WRITTEN_TO, () => askFor(forgot, newEmail()))).toMatchObject({ status: 303 });
});

describe("whoever has an account is told what everybody is told", () => {
  it("when signing up, after one who could not be sent a mail", async () => {
    Object.assign(env, { isSandbox: false });
    expect((await withAuth(SMTP, () => signUp())).status).toBe(503);
    const told = await signUp({ email: known });
    expect([told.status, wordsOf(told) ?? told.text]).toEqual([503, expect.stringContaining(WORDS)]);
    // Somebody new is tried: mail may go out again.
    expect((await signUp()).status).toBe(303);
  });

  it("while the limit lasts nobody is asked about, with an account or without", async () => {
    Object.assign(env, { isSandbox: false });
    await withAuth(LIMIT, () => askFor(forgot, known));
    for (const email of [known, newEmail()]) {
      expect((await signUp({ email })).status).toBe(503);
      for (const action of Object.values(FORMS)) expect(await askFor(action, email)).toMatchObject({ status: 503 });
    }
  });
});

it.each(["maillimit@", "fail@"])("a tester sees it by an address that begins with %s", async (begin) => {
  const email = `${begin}${crypto.randomUUID()}.co.ke`;
  expect((await signUp({ email })).text).toContain(WORDS);
  for (const action of Object.values(FORMS)) expect((await askFor(action, email)).text).toContain(WORDS);
});
