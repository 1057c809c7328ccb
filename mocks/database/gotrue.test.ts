import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aMinuteLater, mailsSettled, openMemory } from "../../tests/integration/open-memory.ts";
import { createDemoCustomers, demoCustomers } from "../demo-customers.ts";
import { resetMocks } from "../handlers.ts";
import type { Embedded } from "./embedded.ts";
import { authLimits } from "./gotrue.ts";

const [{ email, id }] = demoCustomers;
const RIGHT = { email, password: "sandbox-password" };
const SIGN_IN = "token?grant_type=password";
const limits = { ...authLimits };

let database: Embedded;
let mails: unknown[];
beforeEach(async () => {
  ({ database, mails } = await openMemory());
  await createDemoCustomers(database);
});
afterEach(() => {
  Object.assign(authLimits, limits);
  resetMocks();
});

type Call = { headers?: Record<string, string>; method?: string; key?: "publishableKey" | "secretKey" };

/** Calls the auth service as the site's client does. */
async function call(path: string, body: object, { headers, method = "POST", key = "publishableKey" }: Call = {}) {
  const sent = { apikey: database.keys[key], "X-Supabase-Api-Version": "2024-01-01", ...headers };
  const request = new Request(`http://localhost/auth/v1/${path}`, {
    method,
    headers: sent,
    body: JSON.stringify(body),
  });
  const response = await database.answer(request);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith("{") ? JSON.parse(text) : null,
  };
}

test("answers an error with a code and a message in the requested API version", async () => {
  const wrong = { ...RIGHT, password: "wrong" };
  const { status, headers, body } = await call(SIGN_IN, wrong);
  expect([status, headers.get("X-Supabase-Api-Version")]).toEqual([400, "2024-01-01"]);
  expect(body).toEqual({ code: "invalid_credentials", message: "Invalid login credentials" });
  const old = await call(SIGN_IN, wrong, { headers: { "X-Supabase-Api-Version": "" } });
  expect(old.headers.get("X-Supabase-Api-Version")).toBeNull();
  expect(old.body).toEqual({ code: 400, error_code: "invalid_credentials", msg: "Invalid login credentials" });
});

describe("the limit of an address", () => {
  const from = (address: string): Call => ({ key: "secretKey", headers: { "Sb-Forwarded-For": address } });
  const statuses = async (times: number, ...args: Parameters<typeof call>) => {
    const all = [];
    for (let i = 0; i < times; i++) all.push((await call(...args)).status);
    return all;
  };

  test("is shared by sign-in and refresh", async () => {
    Object.assign(authLimits, { burst: 4 });
    expect(await statuses(3, SIGN_IN, { ...RIGHT, password: "x" }, from("192.0.2.1"))).toEqual([400, 400, 400]);
    const refresh = ["token?grant_type=refresh_token", { refresh_token: "x".repeat(12) }] as const;
    expect(await statuses(1, ...refresh, from("192.0.2.1"))).toEqual([400]);
    const refused = await call(...refresh, from("192.0.2.1"));
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ code: "over_request_rate_limit", message: "Request rate limit reached" });
    expect(await statuses(1, SIGN_IN, RIGHT, from("192.0.2.2"))).toEqual([200]);
  });

  test("is the site's own if no address is sent, or with the public key", async () => {
    Object.assign(authLimits, { burst: 30, siteBurst: 2 });
    const forged = { headers: { "Sb-Forwarded-For": "192.0.2.3" } };
    expect(await statuses(3, "verify", {}, forged)).toEqual([400, 400, 429]);
    expect(await statuses(1, "verify", {})).toEqual([429]);
    expect(await statuses(1, "verify", {}, from("192.0.2.3"))).toEqual([400]);
  });
});

test("sends one mail a minute to an address", async () => {
  expect((await call("recover", { email })).status).toBe(200);
  const refused = await call("recover", { email });
  expect([refused.status, refused.body.code]).toEqual([429, "over_email_send_rate_limit"]);
  expect(refused.body.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
  await aMinuteLater();
  expect((await call("recover", { email })).status).toBe(200);
  await mailsSettled();
  expect(mails).toHaveLength(2);
});

test.each(["fail@a.co.ke", "refuse@a.co.ke", "a..b@a.co.ke", ".a@a.co.ke", "a.@a.co.ke"])(
  "answers 500 and makes no account when the mail to %s fails",
  async (refused) => {
    const { status, body } = await call("signup", { email: refused, password: "a good password" });
    expect([status, body]).toEqual([500, { code: "unexpected_failure", message: "Error sending confirmation email" }]);
    expect(await database.query("select 1 from auth.users where email = $1", [refused])).toEqual([]);
    expect((await call("recover", { email: refused })).status).toBe(200);
  },
);

test.each(["signup", "recover", "resend"])("/%s refuses addresses in other alphabets and in quotes", async (path) => {
  for (const unfit of ["josé@a.co.ke", '"a b"@a.co.ke', "a@münchen.de", "a@-a.co.ke"]) {
    const { status, body } = await call(path, { email: unfit, password: "a good password", type: "signup" });
    const refusal = { code: "validation_failed", message: "Unable to validate email address: invalid format" };
    expect([status, body]).toEqual([400, refusal]);
  }
});

test("deletes an account softly for the secret key only, and keeps its e-mail address in the audit log", async () => {
  const remove = (how: Call) => call(`admin/users/${id}`, { should_soft_delete: true }, { method: "DELETE", ...how });
  await call(SIGN_IN, RIGHT);
  expect((await remove({})).status).toBe(403);
  expect((await remove({ key: "secretKey" })).status).toBe(200);
  const columns = "email, raw_user_meta_data as data, deleted_at";
  const [user] = await database.query(`select ${columns} from auth.users where id = $1`, [id]);
  const hash = expect.stringMatching(/^[\w-]{43}$/);
  expect(user).toEqual({ email: hash, data: {}, deleted_at: expect.any(String) });
  expect((await call(SIGN_IN, RIGHT)).body.code).toBe("invalid_credentials");
  const entries = "select payload from auth.audit_log_entries where payload::text like $1";
  const log = await database.query(entries, [`%${email}%`]);
  expect(log.length).toBeGreaterThanOrEqual(2);
});

test("mails a request for another address by our template, whose links change nothing", async () => {
  const { body } = await call(SIGN_IN, RIGHT);
  const headers = { Authorization: `Bearer ${body.access_token}` };
  expect(await call("user", { email: "another@example.co.ke" }, { method: "PUT", headers })).toMatchObject({
    status: 200,
  });
  await mailsSettled();
  expect(mails).not.toEqual([]);
  expect(mails).toEqual(mails.map(() => expect.objectContaining({ subject: "A new e-mail address was asked for" })));
  expect(JSON.stringify(mails)).not.toMatch(/verify|token/);
});
