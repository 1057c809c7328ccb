import { readFileSync } from "node:fs";
import type { Sql } from "postgres";
import { test } from "vitest";
import { startPostgres15 } from "../integration/temporary-postgres.ts";
import { grow } from "./grown-database.ts";
import { growth, planListener } from "./plan-growth.ts";
import { begin, GROWING, HOT } from "./queries.ts";

/**
 * How many customers the databases have, the smallest first. Set by `npm run bench -- growth`; without it nothing is
 * measured.
 */
const SIZES = (process.env.GROWTH ?? "").split(",").filter(Boolean).map(Number);
const CPU_MS = 150;
const MOST_RUNS = 30;
/** A clock tick of Linux, by which it counts processor time. */
const TICK_MS = 10;

const QUERIES = { ...HOT, ...Object.fromEntries(Object.entries(GROWING).map(([name, sql]) => [name, { sql }])) };

/** The processor time of a process so far, in ms. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Runs a query in a transaction that is rolled back. */
async function run(sql: Sql, { sql: query, as }: { sql: string; as?: "customer" }): Promise<void> {
  await sql.unsafe(`begin; ${begin(as)}`);
  await sql.unsafe(query);
  await sql.unsafe("rollback");
}

/** Returns the processor time of a query in ms, warm. */
async function measure(sql: Sql, pid: number, query: (typeof QUERIES)[string]): Promise<number> {
  await run(sql, query);
  const before = cpuOf(pid);
  let runs = 0;
  while (runs < MOST_RUNS && (runs < 3 || cpuOf(pid) - before < CPU_MS)) {
    await run(sql, query);
    runs += 1;
  }
  return (cpuOf(pid) - before) / runs;
}

/** Returns the processor times of all queries for an agency with so many customers, and what grows in their plans. */
async function measureAll(customers: number) {
  const plans = planListener();
  const server = startPostgres15({ onnotice: plans.onnotice });
  try {
    await grow(server.sql, customers);
    await server.sql.unsafe("set statement_timeout = '60s'; set max_parallel_workers_per_gather = 0");
    const [row] = await server.sql`select pg_backend_pid() as pid`;
    const times: Record<string, number> = {};
    for (const [name, query] of Object.entries(QUERIES))
      times[name] = await measure(server.sql, Number(row?.pid), query);
    await server.sql.unsafe(plans.settings);
    const words: Record<string, string> = {};
    for (const [name, query] of Object.entries(QUERIES)) {
      plans.taken.length = 0;
      await run(server.sql, query);
      words[name] = [...new Set(plans.taken.flatMap((plan) => growth(plan)))].join("; ");
    }
    return { times, words };
  } finally {
    await server.stop();
  }
}

test.skipIf(SIZES.length === 0)("prints what each query costs as an agency grows", { timeout: 3_600_000 }, async () => {
  const measured = [];
  for (const size of SIZES) measured.push(await measureAll(size));
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(
    `| Query, ms of the database's processor | ${SIZES.map((size) => `${size} customers`).join(" | ")} | What grows |`,
  );
  print(`|---|${SIZES.map(() => "---").join("|")}|---|`);
  for (const name of Object.keys(QUERIES)) {
    const times = measured.map(({ times }) => (times[name] ?? 0).toFixed(1));
    print(`| ${name} | ${times.join(" | ")} | ${measured.at(-1)?.words[name]} |`);
  }
});
