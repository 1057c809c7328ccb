import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleRows } from "./sample-rows.ts";
import { HOSTED_ROLES, HOSTED_SCHEMA, hasPostgres15, startPostgres15 } from "./temporary-postgres.ts";

const [FIRST, SECOND] = ["0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01", "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a02"] as const;
/** The commands that docs/operations.md gives an operator. */
const text = readFileSync("docs/operations.md", "utf8");
const commands = [...text.matchAll(/^ {4}((?:pg_dump|psql) [^\n]*(?:\\\n[^\n]*)*)/gm)].map(([, line = ""]) => line);
const [dump = "", restore = "", hold = ""] = commands;
const [, check = ""] = /^ {4}(grep .*mtandao\.sql.*)$/m.exec(text) ?? [];
const erasing = (text.slice(text.indexOf("## Erasing a person")).match(/^ {4}.*$/gm) ?? [])
  .join("\n")
  .split(";")
  .map((statement) => statement.trim())
  .filter(Boolean);

const title = `backup and restore, as docs/operations.md has them${hasPostgres15 ? "" : " (skipped: PostgreSQL 15 is not installed)"}`;

describe.skipIf(!hasPostgres15)(title, () => {
  let server: ReturnType<typeof startPostgres15>;
  let lost: ReturnType<typeof server.connect>;
  let found: ReturnType<typeof server.connect>;

  /** Creates a project as Supabase does, with this version's schema. */
  async function project(name: string) {
    await server.sql.unsafe(`create database ${name}`);
    const sql = server.connect(name);
    await sql.unsafe(HOSTED_SCHEMA);
    for (const file of readdirSync("supabase/migrations").sort()) {
      await sql.unsafe(readFileSync(`supabase/migrations/${file}`, "utf8"));
    }
    return sql;
  }

  beforeAll(async () => {
    server = startPostgres15();
    await server.sql.unsafe(HOSTED_ROLES);
    lost = await project("lost");
    for (const [index, id] of [FIRST, SECOND].entries()) {
      const person = { id, email: `n${index}@example.co.ke`, encrypted_password: `$2a$10$${index}` };
      await lost`insert into auth.users ${lost(person)}`;
      await lost`insert into auth.identities (user_id, identity_data) values (${id}, ${lost.json({ email: person.email })})`;
      await lost`insert into domains (user_id, name, expiry_date) values (${id}, ${`d${index}.co.ke`}, now())`;
    }
    await lost.unsafe(readFileSync("supabase/seed.sql", "utf8"));
    for (const statement of sampleRows(FIRST, SECOND)) await lost.unsafe(statement);
  });
  afterAll(async () => {
    await Promise.all([lost?.end(), found?.end()]);
    await server.stop();
  });

  function runShell(line: string, url: string) {
    const env: object = { PATH: `/usr/lib/postgresql/15/bin:${process.env.PATH}`, DATABASE_URL: url };
    return execFileSync("sh", ["-ec", line], {
      cwd: server.folder,
      env: env as NodeJS.ProcessEnv,
      encoding: "utf8",
      stdio: "pipe",
    });
  }

  /** Returns every row of our tables and of the accounts. */
  async function everything(sql: typeof lost): Promise<Record<string, unknown[]>> {
    const tables = await sql`
      select table_schema || '.' || table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and (table_schema = 'public' or table_schema || '.' || table_name in ('auth.users', 'auth.identities'))
      order by 1`;
    const rows = tables.map(async ({ name }) => {
      const all = await sql.unsafe(`select to_jsonb(t)::text as row from ${name} t order by 1`);
      return [name, all.map(({ row }) => row)] as const;
    });
    return Object.fromEntries(await Promise.all(rows));
  }

  test("a dump restores everything into a new project, which then works", async () => {
    const before = await everything(lost);
    expect(Object.values(before).filter((rows) => rows.length === 0)).toEqual([]);
    expect(runShell(dump, server.urlOf("lost"))).toBe("The dump is whole.\n");
    expect(runShell(check, "")).toBe("The copy is whole.\n");
    await lost.end();
    await server.sql.unsafe("drop database lost");

    found = await project("found");
    runShell(restore, server.urlOf("found"));
    expect(await everything(found)).toEqual(before);
    // Constraints hold: a name belongs to one domain, and a domain to a customer.
    const insert = (user: string, name: string) =>
      found`insert into domains (user_id, name, expiry_date) values (${user}, ${name}, now())`;
    await expect(insert(FIRST, "d1.co.ke")).rejects.toThrow();
    await expect(insert(randomUUID(), "new.co.ke")).rejects.toThrow();
    await insert(FIRST, "new.co.ke");
  });

  test("a failed dump and a truncated copy are reported as incomplete", async () => {
    const file = path.join(server.folder, "mtandao.sql");
    const whole = readFileSync(file);
    expect(() => runShell(dump, server.urlOf("gone"))).toThrow(/database "gone" does not exist/);
    writeFileSync(file, whole.subarray(0, whole.length / 2));
    expect(() => runShell(check, "")).toThrow();
    writeFileSync(file, whole);
  });

  test("mails that may have been sent since the dump wait for a person", async () => {
    expect(await found`select 1 from mails where sent_at is null and failed_at is null`).toHaveLength(1);
    runShell(hold, server.urlOf("found"));
    expect(await found`select 1 from mails where sent_at is null and failed_at is null`).toEqual([]);
  });

  test("a person is erased by e-mail address, with an account or without, and only an unsubscribed row is left", async () => {
    const rest = [...erasing];
    const email = "n0@example.co.ke";
    const run = (line: string) => found.unsafe(line.replaceAll("person@example.co.ke", email));
    for (const table of ["messages", "school_interest"]) await found.unsafe(`update ${table} set email = $1`, [email]);
    await found`update newsletter_pending set email = ${email}, first_name = 'Njeri'`;
    await found`update mails set recipient = ${email}`;
    const asks = rest.pop() ?? "";
    const traces = async () => (await run(asks)).map((row) => Object.values(row)[0]).sort();
    expect(await traces()).toEqual(["account", "mail", "message", "reader", "school"]);
    const closed = await found`
      select close_account(request.id) from closing_requests as request join auth.users as account on account.id = user_id
      where account.email = ${email} and state = 'open'`;
    expect(closed).toEqual([{ close_account: "an account without a name" }]);
    for (const line of rest) await run(line);
    expect(await traces()).toEqual(["reader"]);
    const subscribers = await found`select email, first_name, status from newsletter_pending`;
    expect(subscribers).toEqual([{ email, first_name: null, status: "left" }]);
  });
});

test.each(readdirSync("supabase/migrations"))(
  "the migration %s drops and renames nothing that the previous release needs",
  (file) => {
    const statements = readFileSync(`supabase/migrations/${file}`, "utf8").replace(/--.*/g, "");
    const breaking = /\bdrop\s+(?:table|column|view|function|schema)\b|\brename\b|\balter\s+column\b[^;]*\btype\b/i;
    expect(breaking.exec(statements)?.[0]).toBeUndefined();
  },
);
