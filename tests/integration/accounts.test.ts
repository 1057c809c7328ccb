import { http } from "msw";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as accounts from "#app/gateways/accounts.server.ts";
import { verifyLink } from "#app/gateways/mailed-links.server.ts";
import { identifyUser } from "#app/http/auth.server.ts";
import { supabaseFor } from "#app/http/session.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import type { AuthMail } from "#mocks/database/mail-queue.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { server } from "#mocks/node.ts";
import { type Browser, newBrowser } from "./browser.ts";
import { aMinuteLater, mailsSettled, openMemory } from "./open-memory.ts";

let database: Embedded;
let mails: AuthMail[];
/** The URLs of the calls to the database. `trouble` replaces its responses. */
let calls: string[];
let trouble: (() => Response) | undefined;
const [{ email }] = demoCustomers;
const PASSWORD = "sandbox-password";

beforeAll(async () => {
  ({ database, mails } = await openMemory());
  await createDemoCustomers(database);
});
afterAll(() => database.close());
beforeEach(() => {
  calls = [];
  trouble = undefined;
  const watched = http.all("*/v1/*", ({ request }) => {
    calls.push(request.url);
    return trouble?.();
  });
  server.use(watched);
  vi.spyOn(console, "warn").mockReturnValue();
  mails.length = 0;
});

async function signedIn() {
  const browser = newBrowser();
  const { request, context } = browser.visit();
  expect(await accounts.signIn(supabaseFor(request, context), { email, password: PASSWORD })).toMatchObject({
    ok: true,
  });
  return browser;
}

const whoIs = ({ visit }: Browser) => {
  const { request, context } = visit();
  return identifyUser(request, context);
};

describe("a session", () => {
  test("is stored in cookies that scripts cannot read, and identifies its account", async () => {
    const browser = await signedIn();
    expect([...browser.jar.keys()]).toEqual(["sb-auth-token"]);
    expect(browser.setCookies[0]).toMatch(/^sb-auth-token=[^;]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await whoIs(browser)).toEqual({
      kind: "known",
      account: { id: demoCustomers[0].id, email, name: demoCustomers[0].name, avatarUrl: undefined },
    });
  });

  test("costs no call and clears no cookie when there is none", async () => {
    const browser = newBrowser();
    expect(await whoIs(browser)).toMatchObject({ kind: "nobody" });
    expect(browser.setCookies).toEqual([]);
  });

  test.each(["x", "base64-bm9uc2Vuc2U", "base64-%%%", "x".repeat(8000)])(
    "is cleared with all its cookies when it is unreadable",
    async (value) => {
      const browser = newBrowser();
      for (const name of ["sb-auth-token", "sb-auth-token.0", "sb-auth-token.1"]) browser.jar.set(name, value);
      expect(await whoIs(browser)).toMatchObject({ kind: "nobody" });
      expect([...browser.jar.keys()]).toEqual([]);
    },
  );

  test.each(["0", "1"])("is cleared when only the cookie chunk %s is left", async (left) => {
    const browser = await signedIn();
    const whole = browser.jar.get("sb-auth-token") ?? "";
    const pieces = { 0: whole.slice(0, 100), 1: whole.slice(100) }[left] ?? "";
    browser.jar.clear();
    browser.jar.set(`sb-auth-token.${left}`, pieces);
    expect(await whoIs(browser)).toMatchObject({ kind: "nobody" });
    expect([...browser.jar.keys()]).toEqual([]);
  });
});

/** Makes a browser's session expire in 60 seconds, so that the next request refreshes it. */
function age({ jar }: Browser, secondsLeft = 60) {
  const value = (jar.get("sb-auth-token") ?? "").replace("base64-", "");
  const session = JSON.parse(Buffer.from(value, "base64url").toString());
  session.expires_at = Math.floor(Date.now() / 1000) + secondsLeft;
  jar.set("sb-auth-token", `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`);
}
const refreshes = () => calls.filter((url) => url.includes("grant_type=refresh_token")).length;

describe("a session that is about to end", () => {
  const LOADS = process.env.LONG === "1" ? 1000 : 20;
  test(`is refreshed once for ${LOADS} page loads of eight requests each, and nobody is signed out`, async () => {
    const browser = await signedIn();
    for (let load = 0; load < LOADS; load++) {
      age(browser, load % 2 ? 60 : -3600);
      const before = refreshes();
      // All requests are sent with one cookie before the first response arrives.
      const requests = Array.from({ length: 8 }, () => browser.visit());
      const visitors = await Promise.all(requests.map(({ request, context }) => identifyUser(request, context)));
      expect(new Set(visitors.map(({ kind }) => kind))).toEqual(new Set(["known"]));
      expect(refreshes() - before).toBe(1);
    }
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
  });

  test("is refreshed once for nested loaders of one request", async () => {
    const browser = await signedIn();
    age(browser);
    const before = refreshes();
    const { request, context } = browser.visit();
    await Promise.all([1, 2, 3].map(() => identifyUser(request, context)));
    expect(refreshes() - before).toBe(1);
  });

  test("is refreshed once although a page gave up waiting, and the next request gets the new tokens", async () => {
    const browser = await signedIn();
    age(browser);
    const old = browser.visit();
    await identifyUser(old.request, { appendCookie: () => undefined });
    const before = refreshes();
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
    expect(refreshes()).toBe(before);
  });

  test.each([502, 503, 504])("is kept while the auth service returns %i", async (status) => {
    const browser = await signedIn();
    age(browser);
    const kept = new Map(browser.jar);
    trouble = () => new Response("", { status });
    const { request } = browser.visit();
    // What arrives after the response was sent reaches no browser.
    const found = await accounts.findAccount(supabaseFor(request, { appendCookie: () => undefined }), 300);
    trouble = undefined;
    expect(found).toEqual({ kind: "unreachable" });
    expect(browser.jar).toEqual(kept);
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
  });

  test("is kept when another process has just refreshed it", async () => {
    const browser = await signedIn();
    age(browser);
    const kept = new Map(browser.jar);
    trouble = () =>
      Response.json(
        { error_code: "refresh_token_already_used", msg: "Invalid Refresh Token: Already Used" },
        { status: 400 },
      );
    expect(await whoIs(browser)).toEqual({ kind: "nobody" });
    trouble = undefined;
    expect(browser.jar).toEqual(kept);
  });

  test("is over and cleared when it was revoked", async () => {
    const browser = await signedIn();
    await database.query("delete from auth.sessions");
    await database.query("delete from auth.refresh_tokens");
    age(browser);
    expect(await whoIs(browser)).toMatchObject({ kind: "nobody" });
    expect(browser.jar.size).toBe(0);
  });
});

describe("signing up", () => {
  const linkIn = (mail: AuthMail | undefined) => {
    const [, tokenHash = "", type] = /token_hash=([^&"]+)&(?:amp;)?type=(\w+)/.exec(mail?.html ?? "") ?? [];
    return { tokenHash, type: type === "recovery" ? ("recovery" as const) : ("signup" as const) };
  };
  const newcomer = () => ({
    name: "New",
    email: `new-${crypto.randomUUID()}@example.co.ke`,
    password: "first password",
    signUpId: "made here",
  });
  const trySignIn = async ({ email, password }: { email: string; password: string }) => {
    const { request, context } = newBrowser().visit();
    return accounts.signIn(supabaseFor(request, context), { email, password });
  };

  test("sends a mail whose link creates the account once", async () => {
    const person = newcomer();
    expect(await accounts.signUp(person)).toMatchObject({ ok: true });
    expect(await trySignIn(person)).toMatchObject({ ok: false, message: "Email not confirmed" });
    await mailsSettled();
    expect(mails).toHaveLength(1);
    const browser = newBrowser();
    const { request, context } = browser.visit();
    const supabase = supabaseFor(request, context);
    expect(await verifyLink(supabase, linkIn(mails[0]))).toMatchObject({ ok: true });
    expect(await whoIs(browser)).toMatchObject({ kind: "known", account: { email: person.email, name: "New" } });
    expect(await verifyLink(supabase, linkIn(mails[0]))).toMatchObject({ ok: false, code: "otp_expired" });
    expect(await trySignIn(person)).toMatchObject({ ok: true });
  });

  test("has the mail re-sent, after a second sign-up too, and keeps the first password", async () => {
    const person = newcomer();
    await accounts.signUp(person);
    await aMinuteLater();
    expect(await accounts.resendConfirmation(person.email)).toMatchObject({ ok: true });
    await aMinuteLater();
    expect(await accounts.signUp({ ...person, password: "second password" })).toMatchObject({ ok: true });
    await mailsSettled();
    expect(mails.map(({ to }) => to)).toEqual(Array(3).fill(person.email));
    const { request, context } = newBrowser().visit();
    expect(await verifyLink(supabaseFor(request, context), linkIn(mails[2]))).toMatchObject({
      ok: true,
    });
    expect(await trySignIn(person)).toMatchObject({ ok: true });
    expect(await trySignIn({ ...person, password: "second password" })).toMatchObject({ ok: false });
  });

  test("returns the same result for a known address, and sends no mail", async () => {
    const answers = [
      await accounts.signUp({ ...newcomer(), email }),
      await accounts.signUp(newcomer()),
      await accounts.resendConfirmation(email),
      await accounts.resendConfirmation("nobody@example.co.ke"),
      await accounts.sendRecovery("nobody@example.co.ke"),
      await accounts.sendRecovery(email),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":true,"value":null}']));
    await mailsSettled();
    expect(mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual(["Choose a new password"]);
    expect(await trySignIn({ email, password: PASSWORD })).toMatchObject({ ok: true });
  });
});

describe("a failure of the auth service", () => {
  test("is wrong-credentials for a wrong password", async () => {
    expect(await accounts.checkPassword({ email, password: "wrong" })).toMatchObject({
      ok: false,
      message: "Invalid login credentials",
    });
    expect(await accounts.checkPassword({ email, password: PASSWORD })).toMatchObject({ ok: true });
  });
});
