import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { boundSessionIn } from "#app/accounts/session-binding.server.ts";
import { env } from "#app/platform/env.server.ts";
import { createDemoCustomers, demoCustomers } from "#mocks/demo-customers.ts";
import { createDemoStaff } from "#mocks/demo-staff.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { newBrowser } from "./browser.ts";
import { linkIn } from "./customers.ts";
import { database, mails } from "./database.ts";
import { expireIn, signedIn, whoIs } from "./demo-customers.ts";
import { aMinuteLater, mailsSettled } from "./open-memory.ts";
import { everything, FORMS, PRIVATE } from "./private-pages.ts";
import { renderPage } from "./render-page.ts";
import { STAFF, staffBrowser } from "./staff.ts";

const [CUSTOMER, OTHER] = demoCustomers;
type Tokens = { access_token: string; refresh_token: string; expires_at: number; user: { id: string } };

/** Calls the auth service as anybody can who has the publishable key, or none for the link of a mail. */
async function callAuthService(path: string, body?: object): Promise<Response> {
  const init = body && { method: "POST", body: JSON.stringify(body), headers: { apikey: env.supabase.publishableKey } };
  return database.answer(new Request(`http://localhost/auth/v1/${path}`, init));
}

/** Signs in at the auth service by password alone. */
async function byPassword({ email }: { email: string }): Promise<Tokens> {
  const response = await callAuthService("token?grant_type=password", { email, password: "sandbox-password" });
  return response.json();
}

/** Opens a mailed reset link at the auth service itself, without a password. */
async function byMailedLink({ email }: { email: string }): Promise<Tokens> {
  await aMinuteLater();
  await callAuthService("recover", { email });
  await mailsSettled();
  const { token_hash } = linkIn(mails.at(-1));
  const response = await callAuthService(`verify?type=recovery&token=${token_hash}`);
  const parts = Object.fromEntries(new URLSearchParams((response.headers.get("Location") ?? "").split("#")[1]));
  const { sub } = JSON.parse(Buffer.from(String(parts.access_token).split(".")[1] ?? "", "base64url").toString());
  const tokens = { access_token: String(parts.access_token), refresh_token: String(parts.refresh_token) };
  return { ...tokens, expires_at: Number(parts.expires_at), user: { id: sub } };
}

function cookieOf({ access_token, refresh_token, expires_at, user }: Tokens): string {
  const text = JSON.stringify({ access_token, refresh_token, expires_at, user: { id: user.id } });
  return `base64-${Buffer.from(text).toString("base64url")}`;
}

function tokensIn(jar: Map<string, string>): Tokens {
  return JSON.parse(Buffer.from((jar.get("sb-auth-token") ?? "").replace("base64-", ""), "base64url").toString());
}

/** The ways to bring a session into the site's cookie that the site did not begin. */
const WAYS: Record<string, (who: { id: string; email: string }) => Promise<ReturnType<typeof newBrowser>>> = {
  async "by password at the auth service"(who) {
    const browser = newBrowser();
    browser.jar.set("sb-auth-token", cookieOf(await byPassword(who)));
    return browser;
  },
  async "by a mailed link at the auth service"(who) {
    const browser = newBrowser();
    browser.jar.set("sb-auth-token", cookieOf(await byMailedLink(who)));
    return browser;
  },
  async "beside the binding of another account's session"(who) {
    const browser = await signedIn(OTHER.email);
    browser.jar.set("sb-auth-token", cookieOf(await byPassword(who)));
    return browser;
  },
  async "beside the binding of an earlier session of the account"(who) {
    const browser = who.id === STAFF.id ? await staffBrowser() : await signedIn(who.email);
    browser.jar.set("sb-auth-token", cookieOf(await byPassword(who)));
    return browser;
  },
  async "with a binding that was made by hand"(who) {
    const browser = newBrowser();
    const tokens = await byPassword(who);
    const claims = JSON.parse(Buffer.from(tokens.access_token.split(".")[1] ?? "", "base64url").toString());
    browser.jar.set("sb-auth-token", cookieOf(tokens));
    browser.jar.set("sb-binding", `${claims.session_id}.${"x".repeat(43)}`);
    return browser;
  },
  async "as the refresh token beside an expired token of another account"(who) {
    const browser = await signedIn(OTHER.email);
    const { refresh_token } = await byPassword(who);
    browser.jar.set("sb-auth-token", cookieOf({ ...tokensIn(browser.jar), refresh_token }));
    expireIn(-60, browser);
    return browser;
  },
  async "with an access token that names another session"(who) {
    const browser = await signedIn(OTHER.email);
    const own = tokensIn(browser.jar).access_token.split(".")[1] ?? "";
    const { session_id } = JSON.parse(Buffer.from(own, "base64url").toString());
    const tokens = await byPassword(who);
    const [head, payload = "", signature] = tokens.access_token.split(".");
    const claims = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), session_id };
    const forged = [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
    browser.jar.set("sb-auth-token", cookieOf({ ...tokens, access_token: forged }));
    return browser;
  },
};

beforeAll(async () => {
  await createDemoCustomers(database);
  await createDemoStaff(database);
});
beforeEach(() => {
  resetMocks();
  vi.spyOn(console, "error").mockReturnValue();
});
// The auth client reports each refresh that is refused.
afterEach(() => vi.mocked(console.error).mockClear());

describe.each(Object.entries(WAYS))("a session that came in %s", (_way, open) => {
  test.each(FORMS)("changes nothing by the form of %s", async (_name, path, fields) => {
    const owner = await signedIn(CUSTOMER.email);
    const before = await everything();
    const browser = await open(CUSTOMER);
    const response = await renderPage(browser, path, Object.entries(fields));
    expect([302, 303, 307]).toContain(response.status);
    expect(response.to).toMatch(path === "/logout" ? /^\/$/ : /^\/login[/?]/);
    expect(await everything()).toBe(before);
    expect(browser.jar.has("sb-auth-token")).toBe(false);
    expect(await whoIs(owner)).toMatchObject({ kind: "known", account: { email: CUSTOMER.email } });
  });

  test("reads no page of the account or the desk", async () => {
    const read = [];
    for (const path of PRIVATE) {
      const { status, to, html } = await renderPage(await open(path.startsWith("/desk") ? STAFF : CUSTOMER), path);
      const visitor = await renderPage(newBrowser(), path);
      const isSame = status === visitor.status && html === visitor.html && to?.replace("&ended=", "") === visitor.to;
      if (!isSame || !to?.startsWith("/login?")) read.push([path, status, to]);
    }
    expect(read).toEqual([]);
  });

  test("gets the home page of a visitor who is signed out", async () => {
    const visitor = await renderPage(newBrowser(), "/");
    const page = await renderPage(await open(CUSTOMER), "/");
    // Each has a session binding of its own.
    const plain = (html: string) => html.replace(/nonce="[^"]*"/g, "").replace(/[\w-]{43}\.[\w-]+|\d{13}/g, "");
    expect(plain(page.html)).toBe(plain(visitor.html));
  });
});

test("a refreshed session stays the site's own, also for two tabs at once", async () => {
  const browser = await signedIn(CUSTOMER.email);
  expireIn(-60, browser);
  const tabs = await Promise.all([whoIs(browser), whoIs(browser), whoIs(browser)]);
  expect(tabs.map(({ kind }) => kind)).toEqual(["known", "known", "known"]);
  expect(await whoIs(browser)).toMatchObject({ kind: "known" });
  expect(boundSessionIn(browser.jar.get("sb-binding") ?? "")).toBeDefined();
});

test("the cookies of a session that was signed out open nothing", async () => {
  const browser = await signedIn(CUSTOMER.email);
  const old = new Map(browser.jar);
  expect(await renderPage(browser, "/logout", [])).toMatchObject({ status: 303, to: "/" });
  expect([...browser.jar.keys()]).toEqual([]);
  for (const [name, value] of old) browser.jar.set(name, value);
  expect((await renderPage(browser, "/profile")).to).toMatch(/^\/login\?/);
});

test("of two accounts in one browser the second counts, and the first one's cookies do not open it", async () => {
  const browser = await signedIn(CUSTOMER.email);
  const first = new Map(browser.jar);
  const { jar } = await signedIn(OTHER.email);
  browser.jar.set("sb-binding", jar.get("sb-binding") ?? "");
  expect(await whoIs(browser)).toEqual({ kind: "nobody" });
  for (const [name, value] of jar) browser.jar.set(name, value);
  expect(await whoIs(browser)).toMatchObject({ account: { email: OTHER.email } });
  browser.jar.set("sb-binding", first.get("sb-binding") ?? "");
  expect(await whoIs(browser)).toEqual({ kind: "nobody" });
});

test.each([{ alg: "HS256", kid: "unknown" }, { alg: "ES256", kid: "unknown" }, { alg: "none" }])(
  "an access token with the header %j is refreshed once, and without a refresh token the session is over",
  async (header) => {
    for (const refreshToken of [undefined, "unknown-token"]) {
      const browser = await signedIn(CUSTOMER.email);
      const tokens = tokensIn(browser.jar);
      const [, ...rest] = tokens.access_token.split(".");
      const access_token = [Buffer.from(JSON.stringify(header)).toString("base64url"), ...rest].join(".");
      const refresh_token = refreshToken ?? tokens.refresh_token;
      browser.jar.set("sb-auth-token", cookieOf({ ...tokens, access_token, refresh_token }));
      expect((await whoIs(browser)).kind).toBe(refreshToken === undefined ? "known" : "nobody");
      expect(browser.jar.size).toBe(refreshToken === undefined ? 2 : 0);
    }
  },
);
