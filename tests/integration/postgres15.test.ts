import { readdir, readFile } from "node:fs/promises";
import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testDeskOrders } from "./desk-orders-on-postgres.ts";
import { testDeskPayments } from "./desk-payments-on-postgres.ts";
import { testMessages } from "./messages-on-postgres.ts";
import { testMoves } from "./moves-on-postgres.ts";
import { testNewsletter } from "./newsletter-on-postgres.ts";
import { testNotifications } from "./notifications-on-postgres.ts";
import { testOrders } from "./orders-on-postgres.ts";
import { testPayments } from "./payments-on-postgres.ts";
import { testPurges } from "./purges-on-postgres.ts";
import { CLOSED_TABLES, OWN_TABLES, sampleRows } from "./sample-rows.ts";
import { testServices } from "./services-on-postgres.ts";
import { HOSTED_ROLES, HOSTED_SCHEMA, hasPostgres15, startPostgres15 } from "./temporary-postgres.ts";

/** Tables whose rows are never changed or deleted. */
const UNCHANGED = ["desk_log", "receipts", "credit_notes", "credits", "service_changes"];

const FIRST = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01";
const SECOND = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a02";
const DENIED = "42501";
const FOREIGN_KEY = "23503";
/** Columns that customers may not read, of tables in which they may read others. */
const SECRETS = [
  ["newsletter_pending", "confirm_token_hash"],
  ["school_interest", "confirm_token_hash"],
  ["school_interest", "turnstile_token"],
  ["mails", "body_text"],
  ["orders", "payload"],
  ["payments", "entered_by"],
  ["payments", "taken_by"],
  ["submissions", "key"],
  ["submissions", "result"],
];

const title = `on PostgreSQL 15, in plain SQL${hasPostgres15 ? "" : " (skipped: PostgreSQL 15 is not installed)"}`;

describe.skipIf(!hasPostgres15)(title, () => {
  let server: ReturnType<typeof startPostgres15>;

  beforeAll(async () => {
    server = startPostgres15();
    await server.sql.unsafe(HOSTED_ROLES + HOSTED_SCHEMA);
    for (const file of (await readdir("supabase/migrations")).sort()) {
      await server.sql.unsafe(await readFile(`supabase/migrations/${file}`, "utf8"));
    }
    const seed = await readFile("supabase/seed.sql", "utf8");
    // Twice: it must be possible to run it again.
    for (let run = 0; run < 2; run++) await server.sql.unsafe(seed);
    for (const [index, id] of [FIRST, SECOND].entries()) {
      await server.sql`insert into auth.users (id) values (${id})`;
      await server.sql`insert into domains (user_id, name, expiry_date) values (${id}, ${`d${index}.co.ke`}, now())`;
    }
    for (const statement of sampleRows(FIRST, SECOND)) await server.sql.unsafe(statement);
  });
  afterAll(() => server.stop());

  /** Runs a statement with a role and rolls it back. Returns the rows, or the error code. */
  async function as(role: string, user: string | null, statement: string, email = "") {
    let outcome: Record<string, unknown>[] | string = [];
    const rollBack = new Error("rolled back");
    await server.sql
      .begin(async (sql: TransactionSql) => {
        await sql.unsafe(`set local role ${role}`);
        await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: user ?? "", email })}, true)`;
        outcome = [...(await sql.unsafe(statement))];
        throw rollBack;
      })
      .catch((error: { code?: string }) => {
        if (error !== rollBack) outcome = error.code ?? String(error);
      });
    return outcome;
  }

  describe.each([
    ["anon", null],
    ["authenticated", FIRST],
    ["authenticated", SECOND],
  ])("as %s %s", (role, user) => {
    test.each([
      // One is a draft; two more projects are a draft and scheduled.
      ["posts", "title", 19],
      ["projects", "title", 1],
    ])("every public row of %s can be read and none written", async (table, column, count) => {
      expect(await as(role, user, `select id from ${table}`)).toHaveLength(count);
      expect(await as(role, user, `insert into ${table} (${column}) values ('x')`)).toBe(DENIED);
      expect(await as(role, user, `update ${table} set ${column} = 'x'`)).toBe(DENIED);
      expect(await as(role, user, `delete from ${table}`)).toBe(DENIED);
    });

    test.each(CLOSED_TABLES)("%s can neither be read nor written", async (table, column) => {
      expect(await as(role, user, `select * from ${table}`)).toBe(DENIED);
      expect(await as(role, user, `insert into ${table} (${column}) values ('x')`)).toBe(DENIED);
      expect(await as(role, user, `delete from ${table}`)).toBe(DENIED);
    });

    test.each(OWN_TABLES)("%s shows the user's own rows and accepts none", async (table) => {
      const seen = await as(role, user, `select user_id from ${table}`);
      expect(seen).toEqual(user ? [{ user_id: user }] : DENIED);
      expect(await as(role, user, `insert into ${table} (user_id) values ('${user ?? FIRST}')`)).toBe(DENIED);
      expect(await as(role, user, `update ${table} set user_id = '${user ?? FIRST}'`)).toBe(DENIED);
      expect(await as(role, user, `delete from ${table}`)).toBe(DENIED);
    });
  });

  test("the secret key's role reads and writes every table, but deletes no log line and no issued document", async () => {
    for (const [table] of [...CLOSED_TABLES, ...OWN_TABLES.map((name) => [name]), ["posts"], ["projects"]]) {
      expect(await as("service_role", null, `select 1 as one from ${table} limit 1`)).toEqual([{ one: 1 }]);
      // A foreign key may forbid it; the role may do it.
      expect(await as("service_role", null, `delete from ${table}`)).toSatisfy((outcome) =>
        UNCHANGED.includes(table) ? outcome === DENIED : Array.isArray(outcome) || outcome === FOREIGN_KEY,
      );
    }
    const insert = "insert into newsletter_pending (email) values ('new@example.co.ke') returning status";
    expect(await as("service_role", null, insert)).toEqual([{ status: "unconfirmed" }]);
  });

  test("claiming a mailed link tells whose account it is, and resets a stranger's account", async () => {
    const { sql } = server;
    const made = { full_name: "Njeri", sign_up_id: "hers" };
    const identity = { sub: FIRST, email: "njeri@example.co.ke", ...made };
    const accounts = () =>
      sql`select encrypted_password as password, raw_user_meta_data as about from auth.users where id = ${FIRST}`;
    await sql`update auth.users set encrypted_password = 'hash', raw_user_meta_data = ${sql.json(made)} where id = ${FIRST}`;
    await sql`insert into auth.identities values (${FIRST}, ${sql.json(identity)})`;
    await sql`insert into auth.sessions values (${FIRST})`;
    await sql`insert into auth.one_time_tokens values (${FIRST}, 'link')`;
    const claim = (mark: string, link = "link") => `select claim_mailed_link('${link}', ${mark}) as owner`;
    const owner = async (...given: Parameters<typeof claim>) => (await sql.unsafe(claim(...given)))[0]?.owner;

    expect(await as("service_role", null, claim("'hers'"))).toEqual([{ owner: "maker" }]);
    expect(await owner("'hers'", "no link")).toBeNull();
    expect(await accounts()).toEqual([{ password: "hash", about: made }]);
    expect(await owner("null")).toBe("mailbox");
    expect(await accounts()).toEqual([{ password: "", about: {} }]);
    expect(await sql`select identity_data from auth.identities`).toEqual([
      { identity_data: { sub: FIRST, email: "njeri@example.co.ke" } },
    ]);
    expect(await sql`select * from auth.sessions`).toHaveLength(0);
    expect(await owner("'hers'")).toBe("mailbox");

    await sql`update auth.users set encrypted_password = 'chosen', email_confirmed_at = now() where id = ${FIRST}`;
    expect(await owner("'hers'")).toBe("customer");
    expect(await accounts()).toEqual([{ password: "chosen", about: {} }]);
  });

  test("a job is stored for the domain's owner, with all its changes or not at all", async () => {
    const [domain] = await server.sql`select id from domains where user_id = ${FIRST}`;
    const change = { before: null, after: { type: "A" } };
    const keep = (of: object) => {
      const made = { user_id: FIRST, domain_id: domain?.id, zone_id: "zone", kind: "import", title: "Import" };
      const each = { state: "planned", asides: [], change_state: "waiting", sent_at: null, changes: [change, change] };
      return `select store_dns_job('${JSON.stringify({ ...made, ...each, ...of })}') as kept`;
    };
    const written = { kept: { job: expect.any(String), change: expect.any(Number) } };
    expect(await as("service_role", null, keep({}))).toEqual([written]);
    expect(await as("service_role", null, keep({ changes: [] }))).toMatchObject([{ kept: { change: null } }]);
    expect(await as("service_role", null, keep({ user_id: SECOND }))).toEqual([{ kept: null }]);

    const rows = () => server.sql`select id::text from dns_jobs union all select job_id::text from dns_changes`;
    const before = (await rows()).length;
    const broken = keep({ changes: [change, { before: null, after: null }] });
    await expect(server.sql.unsafe(broken)).rejects.toMatchObject({ code: "23514" });
    expect(await rows()).toHaveLength(before);
    await server.sql.unsafe(keep({}));
    expect(await rows()).toHaveLength(before + 3);
    await server.sql`delete from dns_jobs where title = 'Import'`;
  });

  test("rows confirmed for an address are readable by its account only, in any case, without secrets", async () => {
    await server.sql`insert into newsletter_pending (email, status) values ('Reader@x.ke', 'sent'), ('_eader@x.ke', 'unconfirmed')`;
    const readers = "select email from newsletter_pending";
    expect(await as("authenticated", FIRST, readers, "reader@X.ke")).toEqual([{ email: "Reader@x.ke" }]);
    for (const email of ["", "_eader@x.ke", "%", "other@x.ke"]) {
      expect(await as("authenticated", SECOND, readers, email)).toEqual([]);
    }
    expect(await as("anon", null, readers)).toBe(DENIED);
    for (const [table, secret] of SECRETS) {
      expect(await as("authenticated", FIRST, `select ${secret} from ${table}`, "reader@x.ke")).toBe(DENIED);
    }
  });

  test("concurrent claims of mails get one each without waiting", async () => {
    const { sql } = server;
    const queue = (key: string) => {
      const mail = { key, message_id: `<${key}@a.ke>`, kind: "confirm", recipient: "a@b.ke", subject: "S" };
      return `select queue_mail('${JSON.stringify({ ...mail, body_text: "T", body_html: "", tags: [] })}')`;
    };
    const claim = "select key, attempts from claim_mail(300)";
    await sql`truncate mails cascade`;
    for (const key of ["first-mail", "other-mail"]) await sql.unsafe(queue(key));
    const other = server.connect();
    const halfway = await sql.begin(async (open: TransactionSql) => {
      const mine = await open.unsafe(claim);
      // The first is locked while this transaction is open.
      return [...mine, ...(await other.unsafe(claim)), ...(await other.unsafe(claim))];
    });
    await other.end();
    expect(halfway.map(({ key }) => key).sort()).toEqual(["first-mail", "other-mail"]);
    expect(await sql.unsafe(claim)).toHaveLength(0);
  });

  const given = { server: () => server, customer: FIRST };
  testNotifications(given);
  testServices(given);
  testMessages(given);
  testOrders(given);
  testNewsletter(given);
  testPurges(given);
  testPayments(given);
  testDeskOrders(given);
  testDeskPayments(given);
  testMoves(given);

  test("every public table has row-level security", async () => {
    const open = await server.sql`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`;
    expect(open).toHaveLength(0);
  });

  test("only the server may use functions and sequences, and each function sets its search path", async () => {
    const open = await server.sql`
      select oid::regprocedure::text as open from pg_proc, unnest(array['anon', 'authenticated']) as visitor
      where pronamespace = 'public'::regnamespace
        and (has_function_privilege(visitor, oid, 'execute') or not 'search_path=""' = any(coalesce(proconfig, '{}')))
      union select oid::regclass::text from pg_class, unnest(array['anon', 'authenticated']) as visitor
      where relnamespace = 'public'::regnamespace and relkind = 'S'
        and has_sequence_privilege(visitor, oid, 'usage, select, update')`;
    // Row-level security calls it as the customer, about whom alone it answers.
    expect(open).toEqual([{ open: "has_stepped()" }]);
  });
});
