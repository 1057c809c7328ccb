import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeStamp } from "#app/platform/abuse/form-proofs.server.ts";
import { httpRequest, postForm } from "./request.ts";
import { REAL, runSite, type Site } from "./run-site.ts";

const USER = {
  id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01",
  aud: "authenticated",
  role: "authenticated",
  email: "njeri@example.co.ke",
  email_confirmed_at: "2026-01-01T00:00:00Z",
  // More than all cookies may have.
  user_metadata: { full_name: "Njeri Mwangi", notes: "n".repeat(20_000) },
  app_metadata: { provider: "email" },
  created_at: "2026-01-01T00:00:00Z",
};
const SESSION_ID = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1d01";
const PASSWORD = "a password of hers";
/** The sandbox's secret, with which the tests sign the stamps of forms. */
const APP_SECRET = "the sandbox has nothing to protect";
const VISITOR = { "X-Forwarded-For": "203.0.113.9", Origin: REAL.PUBLIC_ORIGIN ?? "" };

const calls: { path: string; apikey: unknown; forwarded: unknown; body: unknown }[] = [];
let isDown = false;
/** Seconds that the auth service's clock is ahead of the site's. */
let skewSeconds = 0;

/** A hosted auth service, as far as signing in and reading a page need it. */
async function respond(req: IncomingMessage, res: ServerResponse) {
  const path = req.url ?? "";
  const body = req.method === "POST" ? await json(req) : undefined;
  calls.push({ path, apikey: req.headers.apikey, forwarded: req.headers["sb-forwarded-for"], body });
  res.setHeader("Content-Type", "application/json");
  if (isDown) return res.writeHead(503).end("{}");
  if (path.startsWith("/auth/v1/user")) return res.end(JSON.stringify(USER));
  // No second step.
  if (path.startsWith("/rest/v1/second_steps")) return res.end("[]");
  if (path.startsWith("/rest/v1/rpc/stepped_at")) return res.end('{"is_on":false,"passed_at":null}');
  if (!path.startsWith("/auth/v1/token")) return res.writeHead(404).end("{}");
  const now = Math.floor(Date.now() / 1000) + skewSeconds;
  // Long enough for the session's cookie to be split.
  const user_metadata = { notes: "n".repeat(2000) };
  const claims = { sub: USER.id, session_id: SESSION_ID, iat: now, exp: now + 3600, user_metadata };
  const jwt = [{ alg: "HS256", typ: "JWT" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const access_token = [...jwt, "c2lnbmF0dXJl"].join(".");
  const session = { access_token, token_type: "bearer", expires_in: 3600, expires_at: now + 3600 };
  res.end(JSON.stringify({ ...session, refresh_token: `refresh-${calls.length}`, user: USER }));
}

const authService = createServer(respond);
let site: Site;
beforeAll(async () => {
  authService.listen(0, "127.0.0.1");
  await once(authService, "listening");
  const address = authService.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const settings = { ...REAL, APP_SECRET, SUPABASE_URL: url, TRUSTED_PROXIES: "1" };
  site = await runSite("real", { ...settings, LOG_LEVEL: "trace" });
});
afterAll(() => authService.close());

async function signIn() {
  const fields = { email: USER.email, password: PASSWORD, website_2: "", cookies: "on" };
  const response = await postForm(site, "/login", { ...fields, stamp: makeStamp("sign-in", 10_000) }, VISITOR);
  return { response, cookies: response.headers["set-cookie"] ?? [] };
}
const cookieHeader = (cookies: string[]) => cookies.map((cookie) => cookie.split(";")[0]).join("; ");
const homePage = (Cookie: string) => httpRequest(site, "/", { headers: { ...VISITOR, Cookie } });

test("every cookie of a sign-in is HttpOnly and Secure", async () => {
  const { response, cookies } = await signIn();
  expect([response.status, response.headers["cache-control"]]).toEqual([303, "private, no-store"]);
  const attributes = Object.fromEntries(
    cookies.map((cookie) => {
      const [pair = "", ...rest] = cookie.split("; ");
      return [pair.replace(/=.*/, ""), rest.sort().join("; ")];
    }),
  );
  const lasting = "HttpOnly; Max-Age=34560000; Path=/; SameSite=Lax; Secure";
  expect(Buffer.byteLength(cookieHeader(cookies))).toBeLessThan(6000);
  expect(attributes).toEqual({
    "__Host-device": lasting,
    "__Host-sb-auth-token.0": lasting,
    "__Host-sb-auth-token.1": lasting,
    "__Host-sb-binding": lasting,
    "__Host-flash": "HttpOnly; Max-Age=600; Path=/; SameSite=Lax; Secure",
  });
});

test("the auth service gets the visitor's IP address, and the log contains neither personal data nor the password", async () => {
  calls.length = 0;
  const { cookies } = await signIn();
  expect(calls.find(({ path }) => path.startsWith("/auth"))).toMatchObject({
    path: "/auth/v1/token?grant_type=password",
    apikey: REAL.SUPABASE_SECRET_KEY,
    forwarded: "203.0.113.9",
    body: { email: USER.email, password: PASSWORD },
  });
  const page = await homePage(cookieHeader(cookies));
  expect(page.text).toContain("Njeri Mwangi");
  expect(page.headers["cache-control"]).toBe("private, no-store");
  for (const secret of [PASSWORD, USER.email, "Njeri", "refresh-", "203.0.113.9", REAL.SUPABASE_SECRET_KEY ?? ""]) {
    expect(site.output()).not.toContain(secret);
  }
});

test.each([600, -600])("a clock that is %i seconds off signs nobody out", async (seconds) => {
  skewSeconds = seconds;
  let jar = cookieHeader((await signIn()).cookies);
  for (let visit = 0; visit < 3; visit++) {
    const page = await homePage(jar);
    expect(page.text).toContain("Njeri Mwangi");
    const renewed = page.headers["set-cookie"]?.filter((cookie) => cookie.startsWith("__Host-sb-")) ?? [];
    expect(renewed.filter((cookie) => cookie.includes("Max-Age=0"))).toEqual([]);
    if (renewed.length > 0) jar = cookieHeader(renewed);
  }
  skewSeconds = 0;
});

test("a session cookie under its name without __Host- is no session", async () => {
  const { cookies } = await signIn();
  const page = await homePage(cookieHeader(cookies).replaceAll("__Host-", ""));
  expect(page.text).not.toContain("Njeri Mwangi");
});

// tests/integration/outage-request-id.test.ts tests every page and form.
test("a form that fails is a 503 with Retry-After and a reference to the log", async () => {
  isDown = true;
  const { response } = await signIn();
  isDown = false;
  expect(response.status).toBe(503);
  expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
  const [, reference = "none"] = /Reference: (?:<!-- -->)?([\w-]+)/.exec(response.text) ?? [];
  await site.waitForOutput(`"requestId":"${reference}"`);
});
