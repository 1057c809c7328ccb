import { beforeAll, describe, expect, test } from "vitest";
import { eraseAuditEntries } from "#app/accounts/closing-requests.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { newBrowser } from "./browser.ts";
import { database, newCustomer, signIn, whoIs } from "./customers.ts";
import { clientOf } from "./demo-customers.ts";

/** Calls the function that the agency calls in the database's console. */
const closeAccount = (request: unknown) => trustedClient().rpc("close_account", { request });
const OF_CUSTOMER =
  "dns_jobs dns_changes school_interest mails renewal_reminders reminder_choices account_changes name_requests name_moves billing_contacts service_notices";
const PERSONAL = `${OF_CUSTOMER} second_steps step_codes stepped_sessions`.split(" ");

type Customer = Awaited<ReturnType<typeof newCustomer>> & { id: string; request: string };

/** Creates a customer with rows in every table who has asked to close the account. */
async function leavingCustomer({ hasDomain }: { hasDomain: boolean }): Promise<Customer> {
  const customer = await newCustomer();
  const { email } = customer;
  const [user] = await database.query("select id from auth.users where email = $1", [email]);
  const id = String(user?.id);
  const ofDomain = [
    `insert into domains (user_id, name, expiry_date) values ($1, $1 || '.co.ke', now())`,
    `insert into orders (user_id, kind, domain, price_ksh, idempotency_key) values ($1, 'renew', 'x.co.ke', 1500, $1)`,
    `with job as (
       insert into dns_jobs (user_id, domain_id, zone_id, kind, title, state)
       select user_id, id, 'zone', 'add', 'Added', 'finished' from domains where user_id = $1 returning *
     )
     insert into dns_changes (user_id, domain_id, zone_id, job_id, after)
     select user_id, domain_id, 'zone', id, '{"type":"A"}' from job`,
    `insert into renewal_reminders (user_id, domain_id, expires_on, step, notified_on)
     select user_id, id, '2027-01-01', '60', '2026-11-22' from domains where user_id = $1`,
    `insert into name_requests (user_id, domain_id, kind, not_before)
     select user_id, id, 'lock', now() from domains where user_id = $1`,
    `insert into name_moves (user_id, domain_id, to_email, not_before, ends_at)
     select user_id, id, 'amina@example.co.ke', now(), now() from domains where user_id = $1`,
    `with service as (
       insert into services (user_id, kind, domain, plan) values ($1, 'hosting', 'x.co.ke', 'deluxe') returning id, user_id
     )
     insert into service_notices (user_id, service_id, ends_on, step, notified_on)
     select user_id, id, '2027-01-01', '30', '2026-12-02' from service`,
  ];
  const ofCustomer = [
    `insert into reminder_choices (user_id, wants_reminders) values ($1, false)`,
    `insert into billing_contacts (user_id, email, confirmed_at) values ($1, 'books@example.co.ke', now())`,
    `insert into account_changes (user_id, kind, email) values ($1, 'sign-out', '${email}')`,
    "insert into second_steps (user_id, secret) values ($1, 'sealed')",
    "insert into step_codes (user_id, hash) values ($1, 'hash')",
    "insert into stepped_sessions (session_id, user_id, passed_by) values (gen_random_uuid(), $1, 'app')",
    `insert into school_interest (name, email, phone, school) values ('Njeri', upper('${email}'), '0712345678', $1)`,
    `insert into newsletter_pending (email, first_name, status) values ('${email}', 'Njeri', 'sent')`,
    `insert into mails (key, message_id, kind, recipient, subject, body_text)
     values ($1, '<' || $1 || '@x.ke>', 'x', '${email}', 'S', 'T')`,
    `insert into submissions (key, form, owner) values (repeat(replace($1, '-', ''), 2), 'order', $1)`,
    `insert into closing_requests (user_id, reason) values ($1, 'Njeri leaves')`,
  ];
  for (const sql of [...(hasDomain ? ofDomain : []), ...ofCustomer])
    await database.query(sql.replaceAll("$1", `'${id}'`));
  const [asked] = await database.query("select id from closing_requests where user_id = $1", [id]);
  return { ...customer, id, request: String(asked?.id) };
}

const countOf = async (table: string) => Number((await database.query(`select count(*) as n from ${table}`))[0]?.n);
const authLogOf = (word: string) =>
  database.query("select payload from auth.audit_log_entries where payload::text ilike '%' || $1 || '%'", [word]);

describe("a closed account", () => {
  let gone: Customer;
  let other: Customer;
  let before: string;
  const everythingOfOther = async () => {
    const tables = ["domains", "orders", "dns_jobs", "dns_changes", "closing_requests", "account_changes"];
    const rows = tables.map((table) => database.query(`select * from ${table} where user_id = $1`, [other.id]));
    const user = database.query("select * from auth.users where id = $1", [other.id]);
    const subscriber = database.query("select * from newsletter_pending where email = $1", [other.email]);
    return JSON.stringify(await Promise.all([...rows, user, subscriber, authLogOf(other.email)]));
  };

  beforeAll(async () => {
    gone = await leavingCustomer({ hasDomain: true });
    other = await leavingCustomer({ hasDomain: true });
    // A row as the auth service's console logs it.
    await database.query(
      `insert into auth.audit_log_entries (id, payload, created_at) values (gen_random_uuid(), json_build_object(
         'actor_username', 'service_role', 'action', 'user_modified',
         'traits', json_build_object('user_id', $1::text, 'user_email', upper($2))), now())`,
      [gone.id, gone.email],
    );
    expect((await authLogOf(gone.email)).length).toBeGreaterThanOrEqual(3);
    before = await everythingOfOther();
    expect(await closeAccount(gone.request)).toMatchObject({ error: null, data: "an account without a name" });
  });

  test("has no session, no sign-in and no personal data, and the next housekeeping empties the log of the auth service", async () => {
    expect(await whoIs(gone.browser)).toMatchObject({ kind: "nobody" });
    expect(await signIn(newBrowser(), gone.email)).toMatchObject({ ok: false, reason: "wrong-credentials" });
    const [user] = await database.query("select * from auth.users where id = $1", [gone.id]);
    expect(JSON.stringify(user)).not.toMatch(new RegExp(`${gone.email}|Njeri`));
    expect(await database.query("select * from auth.identities where user_id = $1", [gone.id])).toEqual([]);
    await eraseAuditEntries();
    for (const word of [gone.email, gone.id]) expect(await authLogOf(word)).toEqual([]);
    expect(await countOf("audit_erasures")).toBe(0);
  });

  test("keeps its orders and domains and nothing else", async () => {
    for (const table of ["orders", "domains"]) {
      expect(await database.query(`select id from ${table} where user_id = $1`, [gone.id])).toHaveLength(1);
    }
    // Only the other customer's rows are left.
    const left = await Promise.all(PERSONAL.map(async (table) => [table, await countOf(table)]));
    expect(left.filter(([_table, count]) => count !== 1)).toEqual([]);
    expect(await database.query("select key from submissions where owner = $1", [gone.id])).toEqual([]);
    const subscribers = "select status, first_name, left_at from newsletter_pending where email = $1";
    expect(await database.query(subscribers, [gone.email])).toMatchObject([
      { status: "left", first_name: null, left_at: expect.anything() },
    ]);
    const requests = await database.query("select state, reason from closing_requests where user_id = $1", [gone.id]);
    expect(requests).toEqual([{ state: "done", reason: null }]);
    expect(await database.query("select did, detail from service_changes where user_id = $1", [gone.id])).toEqual([
      { did: "will-end", detail: { account: "closed" } },
    ]);
  });

  test("leaves other accounts unchanged", async () => {
    expect(await everythingOfOther()).toBe(before);
    expect(await whoIs(other.browser)).toMatchObject({ kind: "known" });
  });

  test("is closed once, and only if that was requested and not cancelled", async () => {
    await database.query("update closing_requests set state = 'withdrawn' where user_id = $1", [other.id]);
    for (const request of [gone.request, other.request, crypto.randomUUID()]) {
      expect((await closeAccount(request)).error?.message).toContain("no open request");
    }
    expect(await whoIs(other.browser)).toMatchObject({ kind: "known" });
  });
});

test("an account without orders and domains is deleted by the agency only, and its address may sign up again", async () => {
  const { id, request, browser, email } = await leavingCustomer({ hasDomain: false });
  expect((await clientOf(browser).rpc("close_account", { request })).error?.code).toBe("42501");
  expect(await whoIs(browser)).toMatchObject({ kind: "known" });
  expect(await closeAccount(request)).toMatchObject({ error: null, data: "nothing" });
  expect(await database.query("select id from auth.users where id = $1 or email = $2", [id, email])).toEqual([]);
  expect(await whoIs(browser)).toMatchObject({ kind: "nobody" });
  // In slices of two entries, as if each run had been stopped. Who signs up later with the address keeps their entries.
  await database.query(
    `insert into auth.audit_log_entries (id, payload, created_at)
     values (gen_random_uuid(), json_build_object('actor_username', $1::text, 'action', 'login'), now() + interval '1 minute')`,
    [email],
  );
  const slice = async () => (await trustedClient().rpc("erase_audit_entries", { max_rows: 2 })).data;
  while ((await slice()) === 2) expect(await countOf("audit_erasures")).toBe(1);
  expect(await authLogOf(email)).toMatchObject([{ payload: { action: "login" } }]);
  expect(await authLogOf(id)).toEqual([]);
  expect(await slice()).toBe(0);
});

test("a soft-deleted account causes no notification about a changed address", async () => {
  const { id, email } = await leavingCustomer({ hasDomain: true });
  const before = await countOf("account_changes");
  const body = JSON.stringify({ should_soft_delete: true });
  const init = { method: "DELETE", body, headers: { apikey: database.keys.secretKey } };
  const deleted = await database.answer(new Request(`http://localhost/auth/v1/admin/users/${id}`, init));
  expect(deleted.status).toBe(200);
  expect(await database.query("select id from auth.users where email = $1", [email])).toEqual([]);
  expect(await countOf("account_changes")).toBe(before);
});
