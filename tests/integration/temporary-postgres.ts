import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";

const BIN = "/usr/lib/postgresql/15/bin";

export const hasPostgres15 = existsSync(`${BIN}/initdb`);

/** The roles of a hosted project, which belong to the whole server. */
export const HOSTED_ROLES = `
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
`;

/** The schema of its accounts and its default grants, which belong to a database. */
export const HOSTED_SCHEMA = `
  create schema auth;
  create table auth.users (id uuid primary key, email text, encrypted_password varchar(255), email_confirmed_at timestamptz, invited_at timestamptz,
    raw_user_meta_data jsonb, phone text, phone_change text, email_change text, deleted_at timestamptz,
    created_at timestamptz, last_sign_in_at timestamptz, is_sso_user boolean not null default false);
  create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
  create table auth.audit_log_entries (id uuid primary key, payload json, created_at timestamptz, ip_address varchar(64));
  create table auth.identities (user_id uuid references auth.users, identity_data jsonb);
  create index identities_user_id_idx on auth.identities (user_id);
  create table auth.sessions (user_id uuid references auth.users);
  create index sessions_user_id_idx on auth.sessions (user_id);
  create table auth.one_time_tokens (user_id uuid references auth.users, token_hash text);
  create function auth.uid() returns uuid language sql stable as
    $$ select nullif(current_setting('request.jwt.claims', true)::jsonb ->> 'sub', '')::uuid $$;
  create function auth.jwt() returns jsonb language sql stable as
    $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;
  grant usage on schema auth to anon, authenticated, service_role;
  alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
`;

type Options = { onnotice?: (notice: { message?: string }) => void };

/** Starts a PostgreSQL 15 with a socket in a temporary folder. `stop` deletes the folder. */
export function startPostgres15({ onnotice = () => {} }: Options = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "mtandao-pg15-"));
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const run = (program: string, ...words: string[]) =>
    execFileSync(`${BIN}/${program}`, words, { ...user, cwd: folder, stdio: "ignore" });

  const data = path.join(folder, "data");
  run("initdb", "-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync");
  // Compiling a query of a test costs seconds, and running it a millisecond.
  const options = `-c jit=off -c listen_addresses='' -c unix_socket_directories=${folder} -c fsync=off`;
  run("pg_ctl", "-D", data, "-w", "-o", options, "-l", path.join(folder, "log"), "start");
  if (process.env.CLOCK_OFFSET_MS) {
    for (const database of ["template1", "postgres"]) {
      run("psql", "-h", folder, "-U", "postgres", "-d", database, "-c", nowAt(process.env.CLOCK_OFFSET_MS));
    }
  }
  const connect = (database = "postgres") =>
    postgres({ host: folder, username: "postgres", database, max: 1, onnotice });
  const sql = connect();
  return {
    sql,
    folder,
    /** Returns the URL of a database, for psql and pg_dump. */
    urlOf: (database: string) => `postgresql://postgres@/${database}?host=${folder}`,
    /** Opens another connection, which the caller closes. */
    connect,
    async stop() {
      await sql.end();
      run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a file of tests on one server gets from postgres15.test.ts. */
export type OnPostgres = {
  server: () => ReturnType<typeof startPostgres15>;
  customer: string;
};

/** Moves `now()` by the clock of this process (tests/set-clock.js). The planner inlines the function. */
function nowAt(offsetMs: string): string {
  const moved = `pg_catalog.transaction_timestamp() + interval '${Number(offsetMs)} ms'`;
  return `create or replace function pg_catalog.now() returns timestamptz language sql stable as $$ select ${moved} $$`;
}

function idOf(flag: "-u" | "-g"): number {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
}
