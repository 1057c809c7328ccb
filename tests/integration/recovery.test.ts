import { http } from "msw";
import { describe, expect, test } from "vitest";
import { failure, success } from "#app/platform/result.ts";
import * as confirm from "#app/routes/account/confirm.tsx";
import * as forgot from "#app/routes/account/forgot.tsx";
import * as resend from "#app/routes/account/resend.tsx";
import * as reset from "#app/routes/account/reset.tsx";
import { server } from "#mocks/node.ts";
import { challengeResponse } from "../challenge-response.ts";
import { sendCounted, sendCountedByToken, sendSignUp } from "../mail-quotas.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { database, mailedLink, mails, newCustomer, newEmail, pageResult, signIn, signUp, whoIs } from "./customers.ts";
import { aMinuteLater, mailsSettled } from "./open-memory.ts";
import { renderPage } from "./render-page.ts";

const NEW = "second password";
const press = (browser: Browser, link: Record<string, string>) =>
  pageResult(confirm.action(browser.requestArgs("/auth/confirm", link)));
const ask = (route: typeof forgot | typeof resend, email: string, fields: Record<string, string> = {}) =>
  pageResult(route.action(newBrowser().requestArgs("/login/forgot", { email, website_2: "", ...fields })));
const choose = (browser: Browser, password = NEW) =>
  pageResult(reset.action(browser.requestArgs("/login/reset", { password })));
const resetPage = async (browser: Browser) =>
  (await pageResult(reset.loader(browser.requestArgs("/login/reset")))).text;

/** Creates a customer and mails a link to a new password. Returns the browser in which its button was pressed. */
async function atNewPassword() {
  const { email, browser: other } = await newCustomer();
  await ask(forgot, email);
  const browser = newBrowser();
  expect(await press(browser, await mailedLink())).toMatchObject({ status: 303, to: "/login/reset" });
  return { browser, email, other };
}

describe("the page of a mailed link", () => {
  test("is confirmed by its button and not by viewing it, and once", async () => {
    const [browser, email] = [newBrowser(), newEmail()];
    const link = await signUp(browser, email);
    for (let look = 0; look < 3; look++) {
      const page = await confirm.loader(newBrowser().requestArgs(`/auth/confirm?${new URLSearchParams(link)}`));
      expect(page).toEqual({ kind: "signup", tokenHash: link.token_hash });
    }
    expect(await press(browser, link)).toMatchObject({ status: 303 });
    expect(await whoIs(browser)).toMatchObject({ kind: "known", account: { email } });
    expect(await press(newBrowser(), link)).toMatchObject({ status: 400 });
  });

  test.each([
    ["does not reply", 503, "", "An error occurred. Please try again."],
    ["throttles", 429, "over_request_rate_limit", expect.stringContaining("This one still works")],
  ])(
    "comes back with its form when the auth service %s, and the button works again",
    async (_how, status, code, message) => {
      const browser = newBrowser();
      const link = await signUp(browser, newEmail());
      server.use(http.post("*/auth/v1/verify", () => Response.json({ error_code: code, msg: "x" }, { status })));
      const failed = await press(browser, link);
      expect(failed.status).toBe(status);
      expect(JSON.parse(failed.text)).toEqual({ kind: "signup", tokenHash: link.token_hash, message });
      server.resetHandlers();
      expect(await press(browser, link)).toMatchObject({ status: 303, to: "/" });
    },
  );

  test.each<Record<string, string>>([
    {},
    { token_hash: "x", type: "signup" },
    { token_hash: "f".repeat(56), type: "signup" },
    { token_hash: "<script>", type: "admin" },
  ])("refuses the forged link %j with a 400 and signs nobody in", async (link) => {
    const browser = newBrowser();
    expect(await press(browser, link)).toMatchObject({ status: 400 });
    expect(browser.jar.size).toBe(0);
  });

  test("of an invitation explains it, leads to a new password, and after its use to a new link", async () => {
    const email = newEmail();
    const link = { ...(await signUp(newBrowser(), email)), type: "invite" };
    // "Invite user" in a project's console creates an account without a password.
    await database.query(
      "update auth.users set encrypted_password = '', raw_user_meta_data = '{}', invited_at = now() where email = $1",
      [email],
    );
    const browser = newBrowser();
    const shown = await renderPage(browser, `/auth/confirm?${new URLSearchParams(link)}`);
    expect(shown.status).toBe(200);
    for (const words of ["You are invited", "Choose my password"]) expect(shown.html).toContain(words);
    expect(await press(browser, link)).toMatchObject({ to: "/login/reset" });
    expect(await choose(browser)).toMatchObject({ to: "/" });
    expect(await whoIs(browser)).toMatchObject({ kind: "known", account: { email } });
    const used = await renderPage(newBrowser(), "/auth/confirm", Object.entries(link));
    expect(used.status).toBe(400);
    for (const words of ["This link no longer works", 'href="/login/forgot"']) expect(used.html).toContain(words);
  });
});

describe("a mailed link to a new password", () => {
  test("changes the password once, and ends all other sessions", async () => {
    const { browser, email, other } = await atNewPassword();
    expect(await resetPage(browser)).toContain(email);
    const short = await choose(browser, "1234567");
    expect(short).toMatchObject({ status: 400, text: expect.stringContaining("at least 8 characters") });
    expect(short.text).not.toContain("1234567");
    expect(await choose(browser)).toMatchObject({ status: 303, to: "/" });
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: false });
    expect(await signIn(newBrowser(), email, NEW)).toMatchObject({ ok: true });
    expect([(await whoIs(browser)).kind, (await whoIs(other)).kind]).toEqual(["known", "nobody"]);
    // Sending the same again is a success; another password is not.
    expect(await choose(browser)).toMatchObject({ status: 303 });
    expect(await choose(browser, "third password")).toMatchObject({ status: 400 });
  });

  test("confirms a new password on the second submission when the first reply was lost", async () => {
    const { browser, email } = await atNewPassword();
    server.use(
      http.put("*/auth/v1/*", async ({ request }) => {
        await database.answer(request);
        return new Response("", { status: 504 });
      }),
    );
    const lost = await choose(browser);
    expect([lost.status, lost.text.includes("should be different")]).toEqual([503, false]);
    server.resetHandlers();
    expect(await choose(browser)).toMatchObject({ status: 303, to: "/" });
    expect(await signIn(newBrowser(), email, NEW)).toMatchObject({ ok: true });
  });

  test.each([
    ["does not answer", () => new Response("", { status: 504 }), "We could not confirm it"],
    [
      "is busy",
      () => Response.json({ code: "conflict", message: "x" }, { status: 409 }),
      "We could not save it just now",
    ],
  ])(
    "keeps the form, the name and the link when the auth service %s, and never the password",
    async (_how, answer, title) => {
      const [browser, email] = [newBrowser(), newEmail()];
      // Pressed in another browser than the sign-up: the form asks for a name, too.
      expect(await press(browser, await signUp(newBrowser(), email))).toMatchObject({ to: "/login/reset" });
      const fields: [string, string][] = [
        ["name", "Njeri Wambui"],
        ["password", NEW],
      ];
      server.use(http.put("*/auth/v1/user", answer));
      const shown = await renderPage(browser, "/login/reset", fields);
      expect(shown.status).toBe(503);
      for (const words of [title, "Type it again and press Save the password", "Njeri Wambui", "Choose your password"])
        expect(shown.html).toContain(words);
      for (const words of [NEW, "An error occurred"]) expect(shown.html).not.toContain(words);
      server.resetHandlers();
      expect(await choose(browser)).toMatchObject({ status: 303, to: "/" });
      expect(await signIn(newBrowser(), email, NEW)).toMatchObject({ ok: true });
    },
  );

  test("is required: neither a visitor nor a signed-in customer gets the form without it", async () => {
    const { browser, email } = await newCustomer();
    for (const one of [browser, newBrowser()]) {
      expect(await resetPage(one)).toBe('{"isNew":false}');
      const refused = await choose(one);
      expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("This link no longer works") });
    }
    expect(await signIn(newBrowser(), email)).toMatchObject({ ok: true });
  });

  test("allows another mail as soon as it was used", async () => {
    const { email } = await atNewPassword();
    await aMinuteLater();
    mails.length = 0;
    expect(await ask(forgot, email)).toMatchObject({ status: 303 });
    await mailsSettled();
    expect(mails).toHaveLength(1);
  });
});

describe("asking for a link", () => {
  /** Moves submissions six minutes back: the same form sent again is a new one then. */
  async function askLater(route: typeof forgot | typeof resend, email: string) {
    await database.query("update submissions set started_at = started_at - interval '6 minutes'");
    await aMinuteLater();
    return ask(route, email);
  }

  test("gets the same reply for an unknown address, and sends at most three mails an hour", async () => {
    const { email } = await newCustomer();
    for (const address of [newEmail(), email]) {
      for (let i = 0; i < 3; i++) {
        expect(await askLater(forgot, address)).toEqual({ status: 303, to: "/login/forgot", text: "" });
      }
      const fourth = await askLater(forgot, address);
      expect(fourth).toMatchObject({ status: 429, text: expect.stringContaining("try again in 60 minutes") });
    }
    await mailsSettled();
    expect(mails.filter(({ to, subject }) => to === email && /password/.test(subject))).toHaveLength(3);
  });

  test("sends it to a mailbox's owner, however many other forms name the mailbox", async () => {
    const { email } = await newCustomer();
    mails.length = 0;
    const [name, host] = email.split("@");
    const spellings = [email, email.toUpperCase(), `${name}+a@${host}`, `${name}+b@${host}`];
    for (const address of [...spellings, ...spellings]) {
      await ask(resend, address);
      await sendCountedByToken(address, { address: "bad" }, async () => failure(403, "captcha"));
      await sendCounted(address, { address: "good" }, async () => success(null));
      await sendSignUp(address, { address: "known" }, async () => success(null));
    }
    for (const address of spellings.slice(2)) await ask(forgot, address);
    const asked = await ask(forgot, email);
    // So many links to one mailbox lead to a challenge, never to a refusal.
    const { challenge } = JSON.parse(asked.text);
    expect([asked.status, challenge.text]).toEqual([400, expect.stringMatching(/\?$/)]);
    expect(await ask(forgot, email, challengeResponse(challenge))).toMatchObject({ status: 303 });
    await mailsSettled();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, "Choose a new password"]]);
  });

  const REQUESTS = process.env.LONG === "1" ? 1000 : 50;
  test(`sends one mail for ${REQUESTS} concurrent requests of one address, and its link works`, async () => {
    const { email } = await newCustomer();
    mails.length = 0;
    const replies = await Promise.all(Array.from({ length: REQUESTS }, () => ask(forgot, email)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await press(newBrowser(), await mailedLink())).toMatchObject({ to: "/login/reset" });
    expect(mails.map(({ to }) => to)).toEqual([email]);
  });
});
