import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { env } from "#app/env.server.ts";
import {
  createRequestClient,
  createStatelessClient,
  type Supabase,
  trustedClient,
} from "#app/gateways/supabase/client.server.ts";
import { isDatabaseReady } from "#app/gateways/supabase/ready.server.ts";
import { openMemory } from "../../tests/integration/open-memory.ts";
import type { Embedded } from "./embedded.ts";
import type { AuthMail } from "./mail-queue.ts";

const ROUNDS = process.env.LONG === "1" ? 100 : 5;

let database: Embedded;
let mails: AuthMail[];
let trusted: Supabase;
let anonymous: Supabase;

beforeAll(async () => {
  ({ database, mails } = await openMemory());
  trusted = trustedClient();
  anonymous = createRequestClient({ cookies: { getAll: () => [], setAll() {} } });
});
afterAll(() => database.close());

test("requests of the same tick never run under each other's role", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const calls = Array.from({ length: 15 }, (_, index) => [
      trusted.from("newsletter_pending").insert({ email: `reader-${round}-${index}@example.co.ke` }),
      anonymous.from("newsletter_pending").select("email"),
      anonymous.from("posts").select("slug").limit(1),
    ]);
    for (const [insert, forbidden, allowed] of await Promise.all(calls.map((call) => Promise.all(call)))) {
      expect(insert?.error).toBeNull();
      expect(forbidden?.error?.code).toBe("42501");
      expect(allowed?.data).toHaveLength(1);
    }
  }
  const { count } = await trusted.from("newsletter_pending").select("*", { count: "exact", head: true });
  expect(count).toBe(ROUNDS * 15);
});

test("after the first request the public key has exactly what the migrations grant", async () => {
  expect((await anonymous.from("posts").select("slug").limit(1)).error).toBeNull();
  const grants = await database.query(`
    select grantee, table_name, string_agg(privilege_type, ' ' order by privilege_type) as privileges
    from information_schema.role_table_grants
    where table_schema in ('public', 'auth') and grantee in ('anon', 'authenticated')
    group by grantee, table_name order by grantee, table_name`);
  expect(grants).toEqual([
    { grantee: "anon", table_name: "posts", privileges: "SELECT" },
    { grantee: "anon", table_name: "projects", privileges: "SELECT" },
    { grantee: "authenticated", table_name: "account_changes", privileges: "SELECT" },
    { grantee: "authenticated", table_name: "closing_requests", privileges: "SELECT" },
    { grantee: "authenticated", table_name: "dns_changes", privileges: "SELECT" },
    { grantee: "authenticated", table_name: "dns_job_states", privileges: "SELECT" },
    { grantee: "authenticated", table_name: "dns_jobs", privileges: "SELECT" },
    { grantee: "authenticated", table_name: "domains", privileges: "SELECT" },
    { grantee: "authenticated", table_name: "orders", privileges: "SELECT" },
    { grantee: "authenticated", table_name: "posts", privileges: "SELECT" },
    { grantee: "authenticated", table_name: "projects", privileges: "SELECT" },
    { grantee: "authenticated", table_name: "reminder_choices", privileges: "SELECT" },
    { grantee: "authenticated", table_name: "renewal_notices", privileges: "SELECT" },
  ]);
});

test("no public table is without row-level security", async () => {
  const open =
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity";
  expect(await database.query(open)).toEqual([]);
});

test.each([undefined, "", "sb_secret_guess"])(
  "with %j for a key no service answers, and nobody is signed up anew",
  async (apikey) => {
    const headers = new Headers({ "Content-Type": "application/json" });
    if (apikey !== undefined) headers.set("apikey", apikey);
    const status = async (path: string, init: RequestInit = {}) =>
      (await fetch(`${env.supabase.url}${path}`, { headers, ...init })).status;
    expect(await status("/rest/v1/posts")).toBe(401);
    const person = { email: "unconfirmed@example.co.ke", password: "a long password" };
    await createStatelessClient(undefined).auth.signUp(person);
    const [before] = await database.query("select id from auth.users where email = $1", [person.email]);
    for (const path of ["signup", "resend", "token?grant_type=password"]) {
      const body = JSON.stringify({ ...person, type: "signup" });
      expect(await status(`/auth/v1/${path}`, { method: "POST", body })).toBe(401);
    }
    expect(await database.query("select id from auth.users where email = $1", [person.email])).toEqual([before]);
  },
);

test("nothing of the database but its two services answers", async () => {
  const { url, secretKey } = env.supabase;
  const headers = { apikey: secretKey };
  vi.mocked(console.error).mockImplementation(() => {});
  for (const path of ["/_system/introspect", "/storage/v1/bucket", "/"]) {
    await expect(fetch(`${url}${path}`, { headers })).rejects.toThrow();
  }
  vi.mocked(console.error).mockClear();
});

test("a statement that fails is a 500, which repeats nothing of what was sent", async () => {
  const body = JSON.stringify({ email: "a\0@b.ke", password: "secret" });
  const headers = { apikey: env.supabase.publishableKey, "Content-Type": "application/json" };
  const reply = await fetch(`${env.supabase.url}/auth/v1/token?grant_type=password`, { method: "POST", headers, body });
  expect([reply.status, await reply.text()]).toEqual([500, '{"message":"The database failed."}']);
});

test("a request that was given up does not hold the next one", async () => {
  const { url, publishableKey } = env.supabase;
  const waiting = new AbortController();
  const asked = (signal?: AbortSignal) =>
    fetch(`${url}/rest/v1/posts?select=slug`, { headers: { apikey: publishableKey }, ...(signal && { signal }) });
  const [first, given] = [asked(), asked(waiting.signal)];
  waiting.abort(new Error("given up"));
  await expect(given).rejects.toThrow("given up");
  expect((await first).status).toBe(200);
  expect(await isDatabaseReady()).toBe(true);
});

test("signing up sends a mail whose link confirms, and signing in sets only HttpOnly cookies", async () => {
  const cookies: { name: string; options: object }[] = [];
  const visitor = createRequestClient({
    cookies: { getAll: () => [], setAll: (set) => void cookies.push(...set) },
  });
  const person = { email: "achieng@example.co.ke", password: "a long password" };
  expect((await visitor.auth.signUp({ ...person, options: { data: { full_name: "Achieng" } } })).error).toBeNull();
  expect((await visitor.auth.signInWithPassword(person)).error?.code).toBe("email_not_confirmed");

  const mail = mails.at(-1);
  expect(mail).toMatchObject({ to: person.email, subject: "Confirm your e-mail address" });
  const link = new URL(mail?.text.match(/https?:\S+/)?.[0] ?? "");
  expect(link.pathname).toBe("/auth/confirm");
  const token_hash = link.searchParams.get("token_hash") ?? "";
  expect((await visitor.auth.verifyOtp({ type: "signup", token_hash })).error).toBeNull();
  expect((await visitor.auth.signInWithPassword(person)).data.user?.user_metadata.full_name).toBe("Achieng");

  const session = cookies.filter(({ name }) => /^sb-auth-token(\.\d)?$/.test(name));
  expect(session.length).toBeGreaterThan(0);
  for (const { options } of cookies) {
    expect(options).toMatchObject({ httpOnly: true, secure: false, sameSite: "lax", path: "/" });
  }
});

test("signing up works although the mail cannot be sent", async () => {
  mails.push = () => {
    throw new Error("no outbox");
  };
  const visitor = createRequestClient({ cookies: { getAll: () => [], setAll() {} } });
  const signUp = await visitor.auth.signUp({ email: "barasa@example.co.ke", password: "a long password" });
  expect(signUp.error).toBeNull();
  expect(await database.query("select email from auth.users where email like 'barasa%'")).toHaveLength(1);
});
