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
  outcome,
  PASSWORD,
  signIn,
  signUp,
  whoIs,
} from "./customers.ts";
import { aMinuteLater, settled } from "./open-memory.ts";

describe("/auth/confirm", () => {
  test("looking at the link spends nothing, a press does, and a second press says so", async () => {
    const browser = newBrowser();
    const email = newEmail();
    const link = await signUp(browser, email);
    for (let look = 0; look < 3; look++) {
      const page = confirm.loader(newBrowser().visit(`/auth/confirm?${new URLSearchParams(link)}`));
      expect(page).toEqual({ kind: "signup", tokenHash: link.token_hash });
    }
    expect(await outcome(confirm.action(browser.visit("/auth/confirm", link)))).toMatchObject({ status: 303 });
    expect(await whoIs(browser)).toMatchObject({ kind: "known", account: { email } });
    expect(await outcome(confirm.action(newBrowser().visit("/auth/confirm", link)))).toMatchObject({ status: 400 });
  });

  test("without an answer the link goes back with the form, and another press may do", async () => {
    const link = await signUp(newBrowser(), newEmail());
    server.use(http.all("*/v1/*", () => new Response("", { status: 503 })));
    const lost = await outcome(confirm.action(newBrowser().visit("/auth/confirm", link)));
    expect(lost.status).toBe(503);
    const message = "An error occurred. Please try again.";
    expect(JSON.parse(lost.text)).toEqual({ kind: "signup", tokenHash: link.token_hash, message });
    server.resetHandlers();
    expect(await outcome(confirm.action(newBrowser().visit("/auth/confirm", link)))).toMatchObject({ status: 303 });
  });

  test("where the auth service has had enough of an address, the link is not said to be spent", async () => {
    const browser = newBrowser();
    const link = await signUp(browser, newEmail());
    const enough = { error_code: "over_request_rate_limit", msg: "Request rate limit reached" };
    server.use(http.post("*/auth/v1/verify", () => Response.json(enough, { status: 429 })));
    const refused = await outcome(confirm.action(browser.visit("/auth/confirm", link)));
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.text)).toEqual({
      kind: "signup",
      tokenHash: link.token_hash,
      message: expect.stringContaining("This one still works"),
    });
    server.resetHandlers();
    expect(await outcome(confirm.action(browser.visit("/auth/confirm", link)))).toMatchObject({ status: 303, to: "/" });
  });

  test.each<Record<string, string>>([
    {},
    { token_hash: "x", type: "signup" },
    { token_hash: "f".repeat(56), type: "signup" },
    { token_hash: "<script>", type: "admin" },
  ])("a forged link (%j) is a 400 and signs nobody in", async (link) => {
    const browser = newBrowser();
    expect(await outcome(confirm.action(browser.visit("/auth/confirm", link)))).toMatchObject({ status: 400 });
    expect(browser.jar.size).toBe(0);
  });
});

/** As if what was sent so far had been sent six minutes ago: the same again is another wish then. */
async function minutesLater() {
  await database.query("update submissions set started_at = started_at - interval '6 minutes'");
  await aMinuteLater();
}

describe("/login/forgot and /login/reset", () => {
  test("a link from the mail leads to a new password, and the old one and other devices are out", async () => {
    const { browser: other, email } = await newCustomer();
    mails.length = 0;
    const here = newBrowser();
    expect(await outcome(forgot.action(here.visit("/login/forgot", { email, website_2: "" })))).toMatchObject({
      status: 303,
      to: "/login/forgot",
    });
    await settled();
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect(await outcome(confirm.action(here.visit("/auth/confirm", linkIn(mails[0]))))).toMatchObject({
      status: 303,
      to: "/login/reset",
    });
    expect((await outcome(reset.loader(here.visit("/login/reset")))).text).toContain(email);
    const short = await outcome(reset.action(here.visit("/login/reset", { password: "1234567" })));
    expect(short).toMatchObject({ status: 400, text: expect.stringContaining("at least 8 characters") });
    expect(short.text).not.toContain("1234567");
    const done = await outcome(reset.action(here.visit("/login/reset", { password: "second password" })));
    expect(done).toMatchObject({ status: 303, to: "/" });
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: false });
    expect(await signIn(newBrowser(), email, "second password")).toMatchObject({ ok: true });
    expect(await whoIs(here)).toMatchObject({ kind: "known" });
    expect(await whoIs(other)).toMatchObject({ kind: "nobody" });
  });

  test("an unknown address gets the same answer, and nobody gets more than three mails an hour", async () => {
    const { email } = await newCustomer();
    for (const address of [newEmail(), email]) {
      const ask = async () => {
        await minutesLater();
        return outcome(forgot.action(newBrowser().visit("/login/forgot", { email: address, website_2: "" })));
      };
      const first = [await ask(), await ask(), await ask()];
      expect(first).toEqual(Array(3).fill({ status: 303, to: "/login/forgot", text: "" }));
      expect(await ask()).toMatchObject({ status: 429, text: expect.stringContaining("try again in 60 minutes") });
    }
    await settled();
    expect(mails.filter(({ to, subject }) => to === email && /password/.test(subject))).toHaveLength(3);
  });

  test("whatever other forms are sent for a mailbox, its owner can have a link", async () => {
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
    const asked = await outcome(forgot.action(newBrowser().visit("/login/forgot", { email, website_2: "" })));
    // So many links to one mailbox are worth a question, and never a refusal.
    const { question } = JSON.parse(asked.text);
    expect([asked.status, question.text]).toEqual([400, expect.stringMatching(/\?$/)]);
    const answered = { email, website_2: "", ...challengeResponse(question) };
    expect(await outcome(forgot.action(newBrowser().visit("/login/forgot", answered)))).toMatchObject({ status: 303 });
    await settled();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, "Choose a new password"]]);
  });

  test("without the link there is no form that would work", async () => {
    const browser = newBrowser();
    expect((await outcome(reset.loader(browser.visit("/login/reset")))).text).toBe('{"isNew":false}');
    const refused = await outcome(reset.action(browser.visit("/login/reset", { password: "second password" })));
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("This link no longer works") });
  });

  test("a session is no way round the current password, and a link is good for one new password", async () => {
    const { browser, email } = await newCustomer();
    const set = (who: Browser, password = "second password") =>
      outcome(reset.action(who.visit("/login/reset", { password })));
    expect((await outcome(reset.loader(browser.visit("/login/reset")))).text).toBe('{"isNew":false}');
    expect(await set(browser)).toMatchObject({ status: 400 });
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: true });
    mails.length = 0;
    await forgot.action(newBrowser().visit("/login/forgot", { email, website_2: "" }));
    await settled();
    await confirm.action(browser.visit("/auth/confirm", linkIn(mails[0])));
    expect(await set(browser)).toMatchObject({ status: 303 });
    // The same once more is done already.
    expect(await set(browser)).toMatchObject({ status: 303 });
    expect(await set(browser, "third password")).toMatchObject({ status: 400 });
  });

  test("a new password that the auth service set and did not confirm is told when it is sent again", async () => {
    const { email } = await newCustomer();
    mails.length = 0;
    const here = newBrowser();
    await forgot.action(here.visit("/login/forgot", { email, website_2: "" }));
    await settled();
    await confirm.action(here.visit("/auth/confirm", linkIn(mails[0])));
    const set = () => outcome(reset.action(here.visit("/login/reset", { password: "second password" })));
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

  test("a link that was used makes way for another mail at once", async () => {
    const { email } = await newCustomer();
    mails.length = 0;
    const ask = () => outcome(forgot.action(newBrowser().visit("/login/forgot", { email, website_2: "" })));
    await ask();
    await settled();
    await confirm.action(newBrowser().visit("/auth/confirm", linkIn(mails[0])));
    await aMinuteLater();
    expect(await ask()).toMatchObject({ status: 303 });
    await settled();
    expect(mails).toHaveLength(2);
  });

  const ASKERS = process.env.LONG === "1" ? 1000 : 50;
  test(`${ASKERS} who ask at once for one address get it one mail, and its link works`, async () => {
    // They wait for each other at the database, which on a busy machine takes longer than a page may.
    vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
    const { email } = await newCustomer();
    mails.length = 0;
    const ask = () => outcome(forgot.action(newBrowser().visit("/login/forgot", { email, website_2: "" })));
    const statuses = (await Promise.all(Array.from({ length: ASKERS }, ask))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([303]));
    await settled();
    expect(mails.map(({ to }) => to)).toEqual([email]);
    expect(await outcome(confirm.action(newBrowser().visit("/auth/confirm", linkIn(mails[0]))))).toMatchObject({
      to: "/login/reset",
    });
  });

  test("re-sending counts the mails of both forms, and takes none from recovery", async () => {
    const email = newEmail();
    await accounts.signUp({ name: "Njeri", email, password: PASSWORD, signUpId: "another browser" });
    const ask = async (route: typeof forgot | typeof resend, path: string) => {
      await minutesLater();
      return (await outcome(route.action(newBrowser().visit(path, { email, website_2: "" })))).status;
    };
    expect(await ask(resend, "/login/resend")).toBe(303);
    expect(await ask(forgot, "/login/forgot")).toBe(303);
    expect(await ask(resend, "/login/resend")).toBe(303);
    expect(await ask(resend, "/login/resend")).toBe(429);
  });
});
