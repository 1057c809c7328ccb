import { http } from "msw";
import { describe, expect, test, vi } from "vitest";
import * as accounts from "#app/gateways/accounts.server.ts";
import { failure, success } from "#app/model/result.ts";
import * as confirm from "#app/routes/account/confirm.tsx";
import * as forgot from "#app/routes/account/forgot.tsx";
import * as resend from "#app/routes/account/resend.tsx";
import * as reset from "#app/routes/account/reset.tsx";
import { server } from "#mocks/node.ts";
import { challengeResponse } from "../challenge-response.ts";
import { sendCounted, sendCountedByToken, sendSignUp } from "../mail-quotas.ts";
import { type Browser, newBrowser } from "./browser.ts";
import {
  database,
  linkIn,
  mails,
  newCustomer,
  newEmail,
  PASSWORD,
  pageResult,
  signIn,
  signUp,
  whoIs,
} from "./customers.ts";
import { aMinuteLater, mailsSettled } from "./open-memory.ts";

describe("/auth/confirm", () => {
  test("is confirmed by its button and not by viewing it, and once", async () => {
    const browser = newBrowser();
    const email = newEmail();
    const link = await signUp(browser, email);
    for (let look = 0; look < 3; look++) {
      const page = confirm.loader(newBrowser().visit(`/auth/confirm?${new URLSearchParams(link)}`));
      expect(page).toEqual({ kind: "signup", tokenHash: link.token_hash });
    }
    expect(await pageResult(confirm.action(browser.visit("/auth/confirm", link)))).toMatchObject({ status: 303 });
    expect(await whoIs(browser)).toMatchObject({ kind: "known", account: { email } });
    expect(await pageResult(confirm.action(newBrowser().visit("/auth/confirm", link)))).toMatchObject({ status: 400 });
  });

  test("comes back with its form when there was no reply, and can be pressed again", async () => {
    const link = await signUp(newBrowser(), newEmail());
    server.use(http.all("*/v1/*", () => new Response("", { status: 503 })));
    const lost = await pageResult(confirm.action(newBrowser().visit("/auth/confirm", link)));
    expect(lost.status).toBe(503);
    const message = "An error occurred. Please try again.";
    expect(JSON.parse(lost.text)).toEqual({ kind: "signup", tokenHash: link.token_hash, message });
    server.resetHandlers();
    expect(await pageResult(confirm.action(newBrowser().visit("/auth/confirm", link)))).toMatchObject({ status: 303 });
  });

  test("does not call a link spent when the auth service throttles", async () => {
    const browser = newBrowser();
    const link = await signUp(browser, newEmail());
    const enough = { error_code: "over_request_rate_limit", msg: "Request rate limit reached" };
    server.use(http.post("*/auth/v1/verify", () => Response.json(enough, { status: 429 })));
    const refused = await pageResult(confirm.action(browser.visit("/auth/confirm", link)));
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.text)).toEqual({
      kind: "signup",
      tokenHash: link.token_hash,
      message: expect.stringContaining("This one still works"),
    });
    server.resetHandlers();
    expect(await pageResult(confirm.action(browser.visit("/auth/confirm", link)))).toMatchObject({
      status: 303,
      to: "/",
    });
  });

  test.each<Record<string, string>>([
    {},
    { token_hash: "x", type: "signup" },
    { token_hash: "f".repeat(56), type: "signup" },
    { token_hash: "<script>", type: "admin" },
  ])("refuses the forged link %j with a 400 and signs nobody in", async (link) => {
    const browser = newBrowser();
    expect(await pageResult(confirm.action(browser.visit("/auth/confirm", link)))).toMatchObject({ status: 400 });
    expect(browser.jar.size).toBe(0);
  });
});

/** Moves submissions six minutes back: the same form sent again is a new one then. */
async function minutesLater() {
  await database.query("update submissions set started_at = started_at - interval '6 minutes'");
  await aMinuteLater();
}

describe("/login/forgot and /login/reset", () => {
  test("change the password by the mailed link, and end all other sessions", async () => {
    const { browser: other, email } = await newCustomer();
    mails.length = 0;
    const here = newBrowser();
    expect(await pageResult(forgot.action(here.visit("/login/forgot", { email, website_2: "" })))).toMatchObject({
      status: 303,
      to: "/login/forgot",
    });
    await mailsSettled();
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect(await pageResult(confirm.action(here.visit("/auth/confirm", linkIn(mails[0]))))).toMatchObject({
      status: 303,
      to: "/login/reset",
    });
    expect((await pageResult(reset.loader(here.visit("/login/reset")))).text).toContain(email);
    const short = await pageResult(reset.action(here.visit("/login/reset", { password: "1234567" })));
    expect(short).toMatchObject({ status: 400, text: expect.stringContaining("at least 8 characters") });
    expect(short.text).not.toContain("1234567");
    const done = await pageResult(reset.action(here.visit("/login/reset", { password: "second password" })));
    expect(done).toMatchObject({ status: 303, to: "/" });
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: false });
    expect(await signIn(newBrowser(), email, "second password")).toMatchObject({ ok: true });
    expect(await whoIs(here)).toMatchObject({ kind: "known" });
    expect(await whoIs(other)).toMatchObject({ kind: "nobody" });
  });

  test("reply the same to an unknown address, and send at most three mails an hour", async () => {
    const { email } = await newCustomer();
    for (const address of [newEmail(), email]) {
      const ask = async () => {
        await minutesLater();
        return pageResult(forgot.action(newBrowser().visit("/login/forgot", { email: address, website_2: "" })));
      };
      const first = [await ask(), await ask(), await ask()];
      expect(first).toEqual(Array(3).fill({ status: 303, to: "/login/forgot", text: "" }));
      expect(await ask()).toMatchObject({ status: 429, text: expect.stringContaining("try again in 60 minutes") });
    }
    await mailsSettled();
    expect(mails.filter(({ to, subject }) => to === email && /password/.test(subject))).toHaveLength(3);
  });

  test("send a link to a mailbox's owner, however many other forms name it", async () => {
    const { email } = await newCustomer();
    mails.length = 0;
    const [name, host] = email.split("@");
    const spellings = [email, email.toUpperCase(), `${name}+a@${host}`, `${name}+b@${host}`];
    for (const address of [...spellings, ...spellings]) {
      await resend.action(newBrowser().visit("/login/resend", { email: address, website_2: "" }));
      await sendCountedByToken(address, { address: "bad" }, async () => failure(403, "captcha"));
      await sendCounted(address, { address: "good" }, async () => success(null));
      await sendSignUp(address, { address: "known" }, async () => success(null));
    }
    for (const address of spellings.slice(2)) {
      await forgot.action(newBrowser().visit("/login/forgot", { email: address, website_2: "" }));
    }
    const asked = await pageResult(forgot.action(newBrowser().visit("/login/forgot", { email, website_2: "" })));
    // So many links to one mailbox lead to a question, never to a refusal.
    const { question } = JSON.parse(asked.text);
    expect([asked.status, question.text]).toEqual([400, expect.stringMatching(/\?$/)]);
    const answered = { email, website_2: "", ...challengeResponse(question) };
    expect(await pageResult(forgot.action(newBrowser().visit("/login/forgot", answered)))).toMatchObject({
      status: 303,
    });
    await mailsSettled();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, "Choose a new password"]]);
  });

  test("offer no form without the link", async () => {
    const browser = newBrowser();
    expect((await pageResult(reset.loader(browser.visit("/login/reset")))).text).toBe('{"isNew":false}');
    const refused = await pageResult(reset.action(browser.visit("/login/reset", { password: "second password" })));
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("This link no longer works") });
  });

  test("require the current password or a link, which works for one new password", async () => {
    const { browser, email } = await newCustomer();
    const set = (who: Browser, password = "second password") =>
      pageResult(reset.action(who.visit("/login/reset", { password })));
    expect((await pageResult(reset.loader(browser.visit("/login/reset")))).text).toBe('{"isNew":false}');
    expect(await set(browser)).toMatchObject({ status: 400 });
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: true });
    mails.length = 0;
    await forgot.action(newBrowser().visit("/login/forgot", { email, website_2: "" }));
    await mailsSettled();
    await confirm.action(browser.visit("/auth/confirm", linkIn(mails[0])));
    expect(await set(browser)).toMatchObject({ status: 303 });
    // Sending the same again is a success.
    expect(await set(browser)).toMatchObject({ status: 303 });
    expect(await set(browser, "third password")).toMatchObject({ status: 400 });
  });

  test("confirm a new password on the second submission when the first reply was lost", async () => {
    const { email } = await newCustomer();
    mails.length = 0;
    const here = newBrowser();
    await forgot.action(here.visit("/login/forgot", { email, website_2: "" }));
    await mailsSettled();
    await confirm.action(here.visit("/auth/confirm", linkIn(mails[0])));
    const set = () => pageResult(reset.action(here.visit("/login/reset", { password: "second password" })));
    const isLost = http.put("*/auth/v1/*", async ({ request }) => {
      await database.answer(request);
      return new Response("", { status: 504 });
    });
    server.use(isLost);
    const lost = await set();
    expect([lost.status, lost.text.includes("should be different")]).toEqual([503, false]);
    server.resetHandlers();
    expect(await set()).toMatchObject({ status: 303, to: "/" });
    expect(await signIn(newBrowser(), email, "second password")).toMatchObject({ ok: true });
  });

  test("allow another mail as soon as a link was used", async () => {
    const { email } = await newCustomer();
    mails.length = 0;
    const ask = () => pageResult(forgot.action(newBrowser().visit("/login/forgot", { email, website_2: "" })));
    await ask();
    await mailsSettled();
    await confirm.action(newBrowser().visit("/auth/confirm", linkIn(mails[0])));
    await aMinuteLater();
    expect(await ask()).toMatchObject({ status: 303 });
    await mailsSettled();
    expect(mails).toHaveLength(2);
  });

  const ASKERS = process.env.LONG === "1" ? 1000 : 50;
  test(`send ${ASKERS} concurrent requests for one address one mail, whose link works`, async () => {
    // They queue at the database, which on a busy machine takes longer than a page may.
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
    const { email } = await newCustomer();
    mails.length = 0;
    const ask = () => pageResult(forgot.action(newBrowser().visit("/login/forgot", { email, website_2: "" })));
    const statuses = (await Promise.all(Array.from({ length: ASKERS }, ask))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([303]));
    await mailsSettled();
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect(await pageResult(confirm.action(newBrowser().visit("/auth/confirm", linkIn(mails[0]))))).toMatchObject({
      to: "/login/reset",
    });
  });

  test("count re-sent mails of both forms, and leave the recovery quota alone", async () => {
    const email = newEmail();
    await accounts.signUp({ name: "Njeri", email, password: PASSWORD, signUpId: "another browser" });
    const ask = async (route: typeof forgot | typeof resend, path: string) => {
      await minutesLater();
      return (await pageResult(route.action(newBrowser().visit(path, { email, website_2: "" })))).status;
    };
    expect(await ask(resend, "/login/resend")).toBe(303);
    expect(await ask(forgot, "/login/forgot")).toBe(303);
    expect(await ask(resend, "/login/resend")).toBe(303);
    expect(await ask(resend, "/login/resend")).toBe(429);
  });
});
