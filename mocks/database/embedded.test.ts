import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  createRequestClient,
  createStatelessClient,
  type Supabase,
  trustedClient,
} from "#app/platform/database/client.api.server.ts";
import { isDatabaseReady } from "#app/platform/database/ready.api.server.ts";
import { env } from "#app/platform/env.server.ts";
import { openMemory } from "../../tests/integration/open-memory.ts";
import { OWN_TABLES } from "../../tests/integration/sample-rows.ts";
import type { Embedded } from "./embedded.ts";

const ROUNDS = process.env.LONG === "1" ? 100 : 5;

let database: Embedded;
let trusted: Supabase;
let anonymous: Supabase;

beforeAll(async () => {
  ({ database } = await openMemory());
  trusted = trustedClient();
  anonymous = createRequestClient({ cookies: { getAll: () => [], setAll() {} }, acceptsSession: () => true });
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

test("the public key has exactly the grants of the migrations", async () => {
  expect((await anonymous.from("posts").select("slug").limit(1)).error).toBeNull();
  const grants = await database.query(`
    select grantee, table_name, string_agg(privilege_type, ' ' order by privilege_type) as privileges
    from information_schema.role_table_grants
    where table_schema in ('public', 'auth') and grantee in ('anon', 'authenticated')
    group by grantee, table_name order by grantee, table_name`);
  const tables = (role: string) =>
    grants.flatMap((grant) => (grant.grantee === role ? `${grant.privileges} ${grant.table_name}` : []));
  const byColumn: string[] = [
    "billing_contacts",
    "bills",
    "credit_notes",
    "credits",
    "name_moves",
    "name_requests",
    "orders",
    "payments",
    "services",
  ];
  const whole = [
    ...OWN_TABLES.filter((table) => !byColumn.includes(table)),
    "dns_job_states",
    "statement_lines",
    "posts",
    "projects",
  ];
  // Of those in `byColumn` they read single columns, without those that name a member of staff.
  const columns = await database.query(`
    select table_name, column_name from information_schema.column_privileges
    where table_schema = 'public' and grantee in ('anon', 'authenticated') and privilege_type = 'SELECT'`);
  const named = columns.map((column) => `${column.table_name}.${column.column_name}`);
  expect(named).toEqual(
    expect.arrayContaining(["bills.paid_ksh", "credit_notes.code", "orders.taken_at", "payments.code"]),
  );
  expect(named.filter((name) => /staff|flagged|claimed|note_|_by$/.test(name)).toSorted()).toEqual([
    "bills.opened_by",
    "orders.opened_by",
    "payments.confirmed_by",
  ]);
  expect(tables("anon")).toEqual(["SELECT posts", "SELECT projects"]);
  expect(tables("authenticated").toSorted()).toEqual(whole.map((table) => `SELECT ${table}`).toSorted());
});

test("no public table is without row-level security", async () => {
  const open =
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity";
  expect(await database.query(open)).toEqual([]);
});

test.each([undefined, "", "sb_secret_guess"])("refuses the key %j with 401, and changes no account", async (apikey) => {
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
});

test("answers only paths of its two services", async () => {
  const { url, secretKey } = env.supabase;
  const headers = { apikey: secretKey };
  vi.mocked(console.error).mockImplementation(() => {});
  for (const path of ["/_system/introspect", "/storage/v1/bucket", "/"]) {
    await expect(fetch(`${url}${path}`, { headers })).rejects.toThrow();
  }
  vi.mocked(console.error).mockClear();
});

test("answers a failing statement with 500 without repeating the input", async () => {
  const body = JSON.stringify({ email: "a\0@b.ke", password: "secret" });
  const headers = { apikey: env.supabase.publishableKey, "Content-Type": "application/json" };
  const response = await fetch(`${env.supabase.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers,
    body,
  });
  expect([response.status, await response.text()]).toEqual([500, '{"message":"The database failed."}']);
});

test("a cancelled request does not delay the next one", async () => {
  const { url, publishableKey } = env.supabase;
  const waiting = new AbortController();
  const readPosts = (signal?: AbortSignal) =>
    fetch(`${url}/rest/v1/posts?select=slug`, { headers: { apikey: publishableKey }, ...(signal && { signal }) });
  const [first, cancelled] = [readPosts(), readPosts(waiting.signal)];
  waiting.abort(new Error("given up"));
  await expect(cancelled).rejects.toThrow("given up");
  expect((await first).status).toBe(200);
  expect(await isDatabaseReady()).toBe(true);
});
