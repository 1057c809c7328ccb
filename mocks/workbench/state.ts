import { unlimited } from "#app/platform/abuse/limits.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import { emptyCaches } from "#app/platform/upstream/caches.server.ts";
import { daraja } from "../daraja/daraja.ts";
import type { Embedded } from "../database/embedded.ts";
import { createDemoCustomers } from "../demo-customers.ts";
import { createDemoStaff } from "../demo-staff.ts";
import { resetMocks } from "../handlers.ts";
import { outbox } from "../outbox.ts";
import { account } from "../registrar/account-state.ts";
import { hostingServer } from "../whm/hosting-server.ts";
import { zones } from "../zones.ts";
import { forgetCalls } from "./calls.ts";
import { resetClock, setClock } from "./clock.ts";
import { endFaults } from "./faults.ts";
import { forgetUsers } from "./users.ts";

type Database = Pick<Embedded, "query">;

/** The state that every sandbox begins with. */
const SEED = "seed";

/** What the fake providers hold beside the database, and the clock. */
type Memory = {
  zones: ReturnType<typeof zones.copy>;
  outbox: ReturnType<typeof outbox.list>;
  account: typeof account;
  money: typeof daraja.money;
  prompts: typeof daraja.prompts;
  hosting: ReturnType<typeof hostingServer.list>;
  now: number;
};

const memories = new Map<string, Memory>();

/** Keeps the state that a started sandbox has, for `resetState`. */
export async function keepSeed(database: Database): Promise<void> {
  await database.query(saveSql(SEED));
}

/**
 * Puts database, providers, limits, faults, journal and clock back to what they were at the start. Returns what there is now.
 */
export async function resetState(database: Database) {
  resetClock();
  forgetTests();
  resetMocks();
  await load(database, SEED);
  // The day may have changed since the start, and every state of a domain must exist every day.
  await createDemoCustomers(database);
  await createDemoStaff(database);
  emptyCaches();
  const [counts] = await database.query(`select
    (select count(*)::int from auth.users where email not like 'staff%') as customers,
    (select count(*)::int from public.second_steps) as staff,
    (select count(*)::int from public.domains) as domains`);
  return { customers: Number(counts?.customers), staff: Number(counts?.staff), domains: Number(counts?.domains) };
}

/** Keeps the whole state under a name, in place of an earlier one. */
export async function saveState(database: Database, name: string): Promise<void> {
  await database.query(saveSql(name));
  const { money, prompts } = daraja;
  const own = { zones: zones.copy(), outbox: outbox.list(), hosting: hostingServer.list(), now: nowMs() };
  memories.set(name, structuredClone({ ...own, account, money, prompts }));
}

/** Brings a state back that was kept in this process. Returns false for a name that is not known. */
export async function loadState(database: Database, name: string): Promise<boolean> {
  const memory = structuredClone(memories.get(name));
  if (!memory) return false;
  forgetTests();
  resetMocks();
  await load(database, name);
  zones.restore(memory.zones);
  outbox.restore(memory.outbox);
  hostingServer.restore(memory.hosting);
  Object.assign(account, memory.account);
  for (const [code, money] of memory.money) daraja.money.set(code, money);
  for (const [id, prompt] of memory.prompts) daraja.prompts.set(id, prompt);
  setClock(memory.now);
  return true;
}

export function listStates(): string[] {
  return [...memories.keys()];
}

/** Forgets what tests set: faults, the journal, limits that are off, and people that they made. */
function forgetTests(): void {
  endFaults();
  forgetCalls();
  forgetUsers();
  unlimited.clear();
}

async function load(database: Database, name: string): Promise<void> {
  await database.query(loadSql(name));
  emptyCaches();
}

/** All tables with people's rows. Migrations are not among them. */
const TABLES = `select format('%I.%I', n.nspname, c.relname) as source, n.nspname || '.' || c.relname as kept, c.oid,
  (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
    where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'auth') and c.relname not like '%migration%'`;

/** The name is one of the API's: lower case letters, digits and hyphens (api.ts). */
function saveSql(name: string): string {
  const schema = `"state ${name}"`;
  return `do $save$ declare one record; begin
    drop schema if exists ${schema} cascade;
    create schema ${schema};
    for one in ${TABLES} loop
      execute format('create table ${schema}.%I as select %s from %s', one.kept, one.columns, one.source);
    end loop;
    create table ${schema}.sequences as
      select format('%I.%I', schemaname, sequencename) as name, last_value from pg_sequences where schemaname in ('public', 'auth');
  end $save$`;
}

/** Triggers and foreign keys do not run: the rows come from a state in which they held. */
function loadSql(name: string): string {
  const schema = `"state ${name}"`;
  return `do $load$ declare one record; begin
    set local session_replication_role = replica;
    execute (select 'truncate ' || string_agg(source, ', ') || ' restart identity cascade' from (${TABLES}) as all_tables);
    for one in ${TABLES} loop
      execute format('insert into %s (%s) overriding system value select %s from ${schema}.%I',
        one.source, one.columns, one.columns, one.kept);
    end loop;
    for one in select * from ${schema}.sequences where last_value is not null loop
      perform setval(one.name::regclass, one.last_value);
    end loop;
  end $load$`;
}
