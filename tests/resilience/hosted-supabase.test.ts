import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeStamp } from "#app/use-cases/bot-protection/form-stamp.server.ts";
import { contactFields, httpRequest, postForm } from "./request.ts";
import { freePorts, REAL, runSite, type Site } from "./run-site.ts";

const USER = {
  id: "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01",
  aud: "authenticated",
  role: "authenticated",
  email: "njeri@example.co.ke",
  email_confirmed_at: "2026-01-01T00:00:00Z",
  // Long enough for the session's cookie to be split.
  user_metadata: { full_name: "Njeri Mwangi", notes: "n".repeat(6000) },
  app_metadata: { provider: "email" },
  created_at: "2026-01-01T00:00:00Z",
};
const ORIGIN = REAL.PUBLIC_ORIGIN ?? "";
const PASSWORD = "a password of hers";
/** The sandbox's secret, which signs the stamps of forms. */
const APP_SECRET = "the sandbox has nothing to protect";
/** A form without a token is accepted after three seconds (docs/product.md, "The bot check"). */
const STAMPS: Record<string, string> = {
  "/newsletter": makeStamp("newsletter", 10_000),
  "/stride": makeStamp("school-interest", 10_000),
  "/login": makeStamp("sign-in", 10_000),
};

type Call = { path: string; apikey: unknown; forwarded: unknown; body: unknown };
const calls: Call[] = [];
/** How the auth service fails. */
let trouble: "none" | "down" | "enough" = "none";
/** Seconds that the auth service's clock is ahead of ours. */
let skewSeconds = 0;
let tokens = 0;

/** A hosted auth service, as far as signing in and reading a page need it. */
async function answer(req: IncomingMessage, res: ServerResponse) {
  const path = req.url ?? "";
  const body = req.method === "POST" ? await json(req) : undefined;
  calls.push({ path, apikey: req.headers.apikey, forwarded: req.headers["sb-forwarded-for"], body });
  res.setHeader("Content-Type", "application/json");
  if (trouble === "down") return res.writeHead(503).end("{}");
  if (path.startsWith("/rest/v1/rpc/claim_mailed_link")) return res.end('"customer"');
  if (trouble === "enough")
    return res.writeHead(429).end('{"code":429,"error_code":"over_request_rate_limit","msg":"Too many"}');
  if (path.startsWith("/auth/v1/user")) return res.end(JSON.stringify(USER));
  if (!path.startsWith("/auth/v1/token")) return res.writeHead(404).end("{}");
  const now = Math.floor(Date.now() / 1000) + skewSeconds;
  const claims = { sub: USER.id, iat: now, exp: now + 3600 };
  const jwt = [{ alg: "HS256", typ: "JWT" }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  );
  const access_token = [...jwt, "c2lnbmF0dXJl"].join(".");
  const session = { access_token, token_type: "bearer", expires_in: 3600, expires_at: now + 3600 };
  res.end(JSON.stringify({ ...session, refresh_token: `refresh-${++tokens}`, user: USER }));
}

const authService = createServer(answer);
let site: Site;

beforeAll(async () => {
  authService.listen(0, "127.0.0.1");
  await once(authService, "listening");
  const address = authService.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const settings = { ...REAL, APP_SECRET, SUPABASE_URL: url, TRUSTED_PROXIES: "1" };
  site = await runSite("real", { ...settings, ...(await freePorts()), LOG_LEVEL: "trace" });
});
afterAll(() => authService.close());

const visitor = { "X-Forwarded-For": "203.0.113.9", Origin: ORIGIN };

/** Returns the stamp of the sign-in form. */
async function stampOfSignIn() {
  const { text } = await httpRequest(site, "/login", { headers: visitor });
  return /name="stamp" value="([^"]+)"/.exec(text.slice(text.indexOf('id="sign-in"')))?.[1] ?? "";
}

async function signIn() {
  const stamp = await stampOfSignIn();
  const fields = { email: USER.email, password: PASSWORD, website_2: "", stamp, cookies: "on" };
  const reply = await postForm(site, "/login", fields, visitor);
  return { reply, cookies: reply.headers["set-cookie"] ?? [] };
}
const jarOf = (cookies: string[]) => cookies.map((cookie) => cookie.split(";")[0]).join("; ");

test("every cookie of a sign-in is HttpOnly and Secure", async () => {
  const { reply, cookies } = await signIn();
  expect(reply.status).toBe(303);
  const listed = cookies.map((cookie) =>
    cookie
      .replace(/=[^;]*/, "")
      .split("; ")
      .sort()
      .join("; "),
  );
  expect(listed.sort()).toEqual(
    [
      "HttpOnly; Max-Age=34560000; Path=/; SameSite=Lax; Secure; __Host-device",
      "HttpOnly; Max-Age=34560000; Path=/; SameSite=Lax; Secure; __Host-sb-auth-token.0",
      "HttpOnly; Max-Age=34560000; Path=/; SameSite=Lax; Secure; __Host-sb-auth-token.1",
      "HttpOnly; Max-Age=34560000; Path=/; SameSite=Lax; Secure; __Host-sb-auth-token.2",
      "HttpOnly; Max-Age=600; Path=/; SameSite=Lax; Secure; __Host-flash",
    ].map((line) => line.split("; ").sort().join("; ")),
  );
  expect(reply.headers["cache-control"]).toBe("private, no-store");
});

test("the auth service gets the visitor's IP address, and the log neither person nor password", async () => {
  calls.length = 0;
  const { cookies } = await signIn();
  const call = calls.find(({ path }) => path.startsWith("/auth"));
  expect(call).toMatchObject({
    path: "/auth/v1/token?grant_type=password",
    apikey: REAL.SUPABASE_SECRET_KEY,
    forwarded: "203.0.113.9",
    body: { email: USER.email, password: PASSWORD },
  });
  const page = await httpRequest(site, "/", { headers: { ...visitor, Cookie: jarOf(cookies) } });
  expect(page.text).toContain("Njeri Mwangi");
  expect(page.headers["cache-control"]).toBe("private, no-store");
  for (const secret of [PASSWORD, USER.email, "Njeri", "refresh-", "203.0.113.9", REAL.SUPABASE_SECRET_KEY ?? ""]) {
    expect(site.output()).not.toContain(secret);
  }
});

test.each([600, -600])("a clock that is %i seconds off signs nobody out", async (seconds) => {
  skewSeconds = seconds;
  const { cookies } = await signIn();
  let jar = jarOf(cookies);
  for (let look = 0; look < 3; look++) {
    const page = await httpRequest(site, "/", { headers: { ...visitor, Cookie: jar } });
    expect(page.text).toContain("Njeri Mwangi");
    const renewed = page.headers["set-cookie"]?.filter((cookie) => cookie.startsWith("__Host-sb-")) ?? [];
    expect(renewed.filter((cookie) => cookie.includes("Max-Age=0"))).toEqual([]);
    if (renewed.length > 0) jar = jarOf(renewed);
  }
  skewSeconds = 0;
});

test("a session cookie named as before the upgrade is read, and continues under the new name", async () => {
  // The access token has expired: this request refreshes it.
  skewSeconds = -3600;
  const { cookies } = await signIn();
  skewSeconds = 0;
  const earlier = jarOf(cookies.filter((cookie) => cookie.includes("sb-auth-token"))).replaceAll("__Host-", "");
  const page = await httpRequest(site, "/", { headers: { ...visitor, Cookie: earlier } });
  expect(page.text).toContain("Njeri Mwangi");
  expect(page.headers["cache-control"]).toBe("private, no-store");
  const given = page.headers["set-cookie"] ?? [];
  const ended = given.filter((cookie) => cookie.includes("Max-Age=0")).map((cookie) => cookie.split("=")[0]);
  const whole = "__Host-sb-auth-token";
  expect(ended).toEqual([whole, "sb-auth-token.0", "sb-auth-token.1", "sb-auth-token.2"]);
  const renewed = jarOf(given.filter((cookie) => !cookie.includes("Max-Age=0")));
  expect(renewed).toMatch(/^__Host-sb-auth-token\.0=/);
  const next = await httpRequest(site, "/", { headers: { ...visitor, Cookie: renewed } });
  expect(next.text).toContain("Njeri Mwangi");
  expect(next.headers["set-cookie"]).toBeUndefined();
});

const LINK = { type: "recovery", token_hash: "f".repeat(56) };

test("a mailed link that cannot be used now comes back with its form and says when to try again", async () => {
  trouble = "enough";
  const reply = await postForm(site, "/auth/confirm", LINK, visitor);
  expect([reply.status, reply.headers["retry-after"]]).toEqual([429, "60"]);
  expect(reply.text).toContain("This one still works");
  expect(reply.text).toContain(`value="${LINK.token_hash}"`);
  trouble = "none";
});

// The auth service, the database and the workers of these forms are down.
describe("a failed form is a 503 with Retry-After and a reference to the log", () => {
  beforeAll(() => {
    trouble = "down";
  });
  afterAll(() => {
    trouble = "none";
  });

  const reader = { email: "wanjiku@example.co.ke" };
  const school = { name: "Grace", school: "Kibera Hills", phone: "0712345678", email: "grace@example.co.ke" };
  const token = { token: "t".repeat(43) };
  test.each<[string, Record<string, string>]>([
    ["/contact", contactFields()],
    ["/newsletter", reader],
    ["/newsletter/confirm", token],
    ["/stride", { ...school, role: "teacher" }],
    ["/stride/confirm", token],
    ["/login", { email: USER.email, password: PASSWORD, cookies: "on" }],
    ["/login/forgot", { email: USER.email }],
    ["/login/resend", { email: USER.email }],
    ["/auth/confirm", LINK],
  ])("%s", async (path, fields) => {
    const reply = await postForm(site, path, { website_2: "", stamp: STAMPS[path] ?? "", ...fields }, visitor);
    expect(reply.status).toBe(503);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
    const [, reference = "none"] = /Reference: (?:<!-- -->)?([\w-]+)/.exec(reply.text) ?? [];
    await site.said(`"requestId":"${reference}"`);
  });
});
