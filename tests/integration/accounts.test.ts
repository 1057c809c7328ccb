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
import { aMinuteLater, openMemory, settled } from "./open-memory.ts";

let database: Embedded;
let mails: AuthMail[];
/** The addresses that the database was asked at, and what it says instead of its answer. */
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
  test("is kept in cookies that scripts cannot read, and says who somebody is", async () => {
    const browser = await signedIn();
    expect([...browser.jar.keys()]).toEqual(["sb-auth-token"]);
    expect(browser.attributes[0]).toMatch(/^sb-auth-token; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await whoIs(browser)).toEqual({
      kind: "known",
      account: { id: demoCustomers[0].id, email, name: demoCustomers[0].name, avatarUrl: undefined },
    });
  });

  test("that is not there costs no call and clears nothing", async () => {
    const browser = newBrowser();
    expect(await whoIs(browser)).toMatchObject({ kind: "nobody" });
    expect(browser.attributes).toEqual([]);
  });

  test.each(["x", "base64-bm9uc2Vuc2U", "base64-%%%", "x".repeat(8000)])(
    "that is garbled is cleared, piece by piece",
    async (value) => {
      const browser = newBrowser();
      for (const name of ["sb-auth-token", "sb-auth-token.0", "sb-auth-token.1"]) browser.jar.set(name, value);
      expect(await whoIs(browser)).toMatchObject({ kind: "nobody" });
      expect([...browser.jar.keys()]).toEqual([]);
    },
  );

  test.each(["0", "1"])("of which only the piece %s is left is over, and that piece is cleared", async (left) => {
    const browser = await signedIn();
    const whole = browser.jar.get("sb-auth-token") ?? "";
    const pieces = { 0: whole.slice(0, 100), 1: whole.slice(100) }[left] ?? "";
    browser.jar.clear();
    browser.jar.set(`sb-auth-token.${left}`, pieces);
    expect(await whoIs(browser)).toMatchObject({ kind: "nobody" });
    expect([...browser.jar.keys()]).toEqual([]);
  });
});

/** Makes a browser's session one that has 60 seconds left, so that the next request refreshes it. */
function age({ jar }: Browser, secondsLeft = 60) {
  const value = (jar.get("sb-auth-token") ?? "").replace("base64-", "");
  const session = JSON.parse(Buffer.from(value, "base64url").toString());
  session.expires_at = Math.floor(Date.now() / 1000) + secondsLeft;
  jar.set("sb-auth-token", `base64-${Buffer.from(JSON.stringify(session)).toString("base64url")}`);
}
const refreshes = () => calls.filter((url) => url.includes("grant_type=refresh_token")).length;

describe("a session that is about to end", () => {
  const LOADS = process.env.LONG === "1" ? 1000 : 20;
  test(`is refreshed once by ${LOADS} page loads of eight requests each, and nobody is signed out`, async () => {
    const browser = await signedIn();
    for (let load = 0; load < LOADS; load++) {
      age(browser, load % 2 ? 60 : -3600);
      const before = refreshes();
      // All of them leave before the first answer has come, with one cookie.
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

  test("survives a page that gave up waiting: the next request gets what the first one had", async () => {
    const browser = await signedIn();
    age(browser);
    const old = browser.visit();
    await identifyUser(old.request, { appendCookie: () => undefined });
    const before = refreshes();
    expect(await whoIs(browser)).toMatchObject({ kind: "known" });
    expect(refreshes()).toBe(before);
  });

  test.each([502, 503, 504])("is kept while the auth service answers %i", async (status) => {
    const browser = await signedIn();
    age(browser);
    const kept = new Map(browser.jar);
    trouble = () => new Response("", { status });
    const { request } = browser.visit();
    // What comes after the page was sent reaches no browser.
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

  test("is over, and cleared, when it was revoked", async () => {
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

  test("sends a mail whose link makes the account, once", async () => {
    const person = newcomer();
    expect(await accounts.signUp(person)).toMatchObject({ ok: true });
    expect(await trySignIn(person)).toMatchObject({ ok: false, message: "Email not confirmed" });
    await settled();
    expect(mails).toHaveLength(1);
    const browser = newBrowser();
    const { request, context } = browser.visit();
    const supabase = supabaseFor(request, context);
    expect(await verifyLink(supabase, linkIn(mails[0]))).toMatchObject({ ok: true });
    expect(await whoIs(browser)).toMatchObject({ kind: "known", account: { email: person.email, name: "New" } });
    expect(await verifyLink(supabase, linkIn(mails[0]))).toMatchObject({ ok: false, code: "otp_expired" });
    expect(await trySignIn(person)).toMatchObject({ ok: true });
  });

  test("the mail is sent again, for a new sign-up too, with the first password kept", async () => {
    const person = newcomer();
    await accounts.signUp(person);
    await aMinuteLater();
    expect(await accounts.resendConfirmation(person.email)).toMatchObject({ ok: true });
    await aMinuteLater();
    expect(await accounts.signUp({ ...person, password: "second password" })).toMatchObject({ ok: true });
    await settled();
    expect(mails.map(({ to }) => to)).toEqual(Array(3).fill(person.email));
    const { request, context } = newBrowser().visit();
    expect(await verifyLink(supabaseFor(request, context), linkIn(mails[2]))).toMatchObject({
      ok: true,
    });
    expect(await trySignIn(person)).toMatchObject({ ok: true });
    expect(await trySignIn({ ...person, password: "second password" })).toMatchObject({ ok: false });
  });

  test("a known address gets the same answer and no mail", async () => {
    const answers = [
      await accounts.signUp({ ...newcomer(), email }),
      await accounts.signUp(newcomer()),
      await accounts.resendConfirmation(email),
      await accounts.resendConfirmation("nobody@example.co.ke"),
      await accounts.sendRecovery("nobody@example.co.ke"),
      await accounts.sendRecovery(email),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"ok":true,"value":null}']));
    await settled();
    expect(mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual(["Choose a new password"]);
    expect(await trySignIn({ email, password: PASSWORD })).toMatchObject({ ok: true });
  });
});

describe("the auth service's words", () => {
  test("a wrong password", async () => {
    expect(await accounts.checkPassword({ email, password: "wrong" })).toMatchObject({
      ok: false,
      message: "Invalid login credentials",
    });
    expect(await accounts.checkPassword({ email, password: PASSWORD })).toMatchObject({ ok: true });
  });
});
