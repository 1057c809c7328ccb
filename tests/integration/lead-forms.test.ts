import { http } from "msw";
import { describe, expect, test } from "vitest";
import { confirmToken, hashOfToken, purgeUnconfirmed } from "#app/mail/unconfirmed-rows.table.server.ts";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import { env } from "#app/platform/env.server.ts";
import { server } from "#mocks/node.ts";
import { challengeResponse } from "../challenge-response.ts";
import {
  database,
  LEAD_FORMS,
  linkTo,
  newEmail,
  newToken,
  rowsOf,
  sentTo,
  watch as watchWorker,
  wordsOf,
} from "./lead-forms.ts";

const CAPTCHA_FAILED = "CAPTCHA verification failed. Please try again.";

describe.each(LEAD_FORMS)("the form $form", (lead) => {
  const rows = (email: string) => rowsOf(lead.table, email);
  const watch = (response?: () => Response) => watchWorker(lead.worker, response);
  const post = (fields: Record<string, string | undefined>) => lead.post({ ...lead.typed, ...fields });
  /** Posts the form by the no-JavaScript path. Returns the token of the mailed link. */
  const postAndGetLink = async (email: string) => {
    await post({ email });
    return linkTo(email);
  };

  test.each(["rejected", "used"])("refuses a %s token, keeps the input, and accepts another token", async (kind) => {
    const email = newEmail();
    const turnstileToken = kind === "used" ? newToken() : "refuse-1";
    if (kind === "used") await post({ email: newEmail(), turnstileToken });
    const reply = await post({ email, turnstileToken });
    expect([reply.status, wordsOf(reply)]).toEqual([400, CAPTCHA_FAILED]);
    expect(reply.data?.result.initialValue).toMatchObject({ ...lead.typed, email });
    expect(JSON.stringify(reply.data)).not.toContain(turnstileToken);
    expect((await post({ email, turnstileToken: newToken() })).status).toBe(303);
    expect(sentTo(email)).toHaveLength(1);
  });

  test.each(lead.workerFailures)(
    "keeps the input when the worker returns %s, and sends one mail when it is sent again",
    async (_what, response, status, message) => {
      const email = newEmail();
      const calls = watch(response);
      const failed = await post({ email, turnstileToken: newToken() });
      expect([failed.status, wordsOf(failed)]).toEqual([status, message]);
      expect(failed.data?.result.initialValue).toMatchObject({ ...lead.typed, email });
      const again = watch();
      expect((await post({ email, turnstileToken: newToken() })).status).toBe(303);
      expect(sentTo(email)).toHaveLength(1);
      // A worker whose reply was lost recognises the key and does not write a second time.
      const keys = [...calls, ...again].map(({ headers }) => headers.get("Idempotency-Key"));
      expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    },
  );

  test.each([
    ["with a token", () => ({ turnstileToken: newToken() })],
    ["without a token", () => ({})],
  ])("is processed once when it is sent several times %s", async (_path, tokenFields) => {
    const email = newEmail();
    const replies = await Promise.all([1, 2, 3].map(() => post({ email, ...tokenFields() })));
    replies.push(await post({ email: ` ${email.toUpperCase()}`, ...tokenFields() }));
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(sentTo(email)).toHaveLength(1);
  });

  test("stores an unconfirmed row and sends one mail, which repeats nothing that was typed", async () => {
    const calls = watch();
    const email = newEmail();
    const reply = await post({ email, ...lead.spam });
    expect([reply.status, reply.headers.get("Location")]).toEqual([303, lead.path]);
    const [row, ...others] = await rows(email);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ email, status: "unconfirmed", confirm_token_hash: hashOfToken(linkTo(email)) });
    expect(JSON.stringify(row)).not.toContain(linkTo(email));
    expect(sentTo(email)).toMatchObject([{ kind: "mail", subject: lead.subject }]);
    expect(sentTo(email)[0]?.text).toContain(`http://127.0.0.1:3000${lead.path}/confirm?token=${linkTo(email)}`);
    expect(JSON.stringify(sentTo(email))).not.toMatch(/spam/i);
    expect(calls).toEqual([]);
  });

  test("is confirmed by the button behind the mailed link, not by a GET, and calls the worker once", async () => {
    const calls = watch();
    const email = newEmail();
    const token = await postAndGetLink(email);
    expect(await lead.loadLink(`http://127.0.0.1:3000${lead.path}/confirm?token=${token}`)).toEqual({ token });
    expect(await rows(email)).toMatchObject([{ status: "unconfirmed", confirmed_at: null }]);
    expect(calls).toEqual([]);

    const replies = await Promise.all([lead.pressLink(token), lead.pressLink(token)]);
    replies.push(await lead.pressLink(token));
    for (const { status, headers, flash } of replies) {
      expect([status, headers.get("Location")]).toEqual([303, lead.nextPath]);
      expect(flash).toContain(lead.confirmed);
    }
    const times = { confirmed_at: expect.any(String), sent_at: expect.any(String) };
    expect(await rows(email)).toMatchObject([{ status: "sent", ...times }]);
    expect(calls).toMatchObject([{ body: { email, lastName: "", turnstileToken: "" } }]);
    expect(calls[0]?.headers.get("Authorization")).toBe("Bearer sandbox-worker-key");
    expect(sentTo(email).map(({ kind }) => kind)).toEqual([lead.welcome, "mail"]);
  });

  test("stays confirmed when the worker fails, and pressing the button again sends the welcome", async () => {
    const email = newEmail();
    const token = await postAndGetLink(email);
    watch(() => Response.error());
    const failed = await lead.pressLink(token);
    expect([failed.status, failed.link]).toEqual([503, { token, message: lead.failed }]);
    expect(await rows(email)).toMatchObject([{ status: "confirmed" }]);
    watch();
    expect((await lead.pressLink(token)).status).toBe(303);
    expect(await rows(email)).toMatchObject([{ status: "sent" }]);
    expect(sentTo(email, lead.welcome)).toHaveLength(1);
  });

  test("stays confirmed and unsent when the site has no worker key, and does not say that a mail was sent", async () => {
    const calls = watch();
    const email = newEmail();
    const token = await postAndGetLink(email);
    const { workerKey } = env;
    Object.assign(env, { workerKey: undefined });
    const reply = await lead.pressLink(token);
    Object.assign(env, { workerKey });
    expect(reply.status).toBe(303);
    expect(reply.flash).not.toMatch(/on its way|subscribed|check your e-mail/);
    expect(await rows(email)).toMatchObject([{ status: "confirmed", sent_at: null }]);
    expect(calls).toEqual([]);
  });

  test("keeps its row when our mail fails, and sends one mail when it is sent again", async () => {
    const email = newEmail();
    server.use(http.post("*/mail", () => Response.json({ error: "Spam list." }, { status: 503 })));
    for (let i = 0; i < 3; i++) expect(wordsOf(await post({ email }))).toBe(lead.failed);
    server.resetHandlers();
    expect((await post({ email })).status).toBe(303);
    expect(await rows(email)).toMatchObject([{ status: "unconfirmed" }]);
    expect(sentTo(email)).toHaveLength(1);
  });

  test("accepts a second press of the day's last mail to a mailbox, and refuses a third mail", async () => {
    const email = newEmail();
    for (const fields of [{}, lead.other, lead.other, {}]) {
      expect((await post({ email, ...fields })).status).toBe(303);
    }
    const third = await post({ email, ...lead.spam });
    expect([third.status, wordsOf(third)]).toEqual([429, expect.stringContaining("two mails today")]);
    expect(Number(third.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(sentTo(email)).toHaveLength(2);
  });

  const otherForm = lead.form === "newsletter" ? "school" : "newsletter";
  test.each(["", "x", "x".repeat(43), "../../etc", "a b", confirmToken(otherForm, "x")])(
    "refuses the link %j, which it did not send",
    async (token) => {
      const email = newEmail();
      await post({ email });
      expect(await lead.pressLink(token)).toMatchObject({ status: 400, link: {} });
      expect(await rows(email)).toMatchObject([{ status: "unconfirmed" }]);
    },
  );

  test("deletes rows after two weeks without a confirmation, and keeps confirmed ones", async () => {
    const [old, kept] = [newEmail(), newEmail()];
    const token = await postAndGetLink(old);
    await lead.pressLink(await postAndGetLink(kept));
    await database.query(`update ${lead.table} set created_at = now() - interval '15 days'`);
    await purgeUnconfirmed(lead.form === "newsletter" ? "newsletter" : "school");
    expect(await rows(old)).toEqual([]);
    expect(await rows(kept)).toMatchObject([{ status: "sent" }]);
    expect((await lead.pressLink(token)).link).toEqual({});
  });

  test("needs without a token a stamp of its own, an empty honeypot, and three seconds", async () => {
    const email = newEmail();
    for (const stamp of [undefined, makeStamp("contact", 10_000)]) {
      const reply = await post({ email, stamp });
      expect([reply.status, wordsOf(reply)]).toEqual([400, "Please complete the CAPTCHA verification"]);
    }
    const early = await post({ email, stamp: makeStamp(lead.form) });
    expect([early.status, wordsOf(early)]).toEqual([400, "Please press the button again"]);
    const trap = { email, website_2: "https://spam.example", stamp: early.data?.stamp };
    const { data } = await post(trap);
    expect([await rows(email), sentTo(email)]).toEqual([[], []]);
    expect((await post({ ...trap, ...challengeResponse(data?.challenge) })).status).toBe(303);
  });

  test("escapes hostile input in the welcome mail", async () => {
    const email = newEmail();
    await post({ email, ...lead.hostile });
    await lead.pressLink(linkTo(email));
    const html = sentTo(email, lead.welcome)[0]?.html;
    // The newsletter's mail repeats only a name, and this is none.
    expect(html).toContain(lead.form === "newsletter" ? ">Hello,<" : "&#60;script&#62;");
    expect(html).not.toContain("<script");
  });
});
