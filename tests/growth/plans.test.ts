import type { TransactionSql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasPostgres15, startPostgres15 } from "../integration/temporary-postgres.ts";
import { grow } from "./grown-database.ts";
import { growth, planListener } from "./plan-growth.ts";
import { begin, HOT } from "./queries.ts";

/** Small, so that the test is quick; every table has more rows than a query may read to no purpose. */
const CUSTOMERS = 600;
const title = `on PostgreSQL 15${hasPostgres15 ? "" : " (skipped: PostgreSQL 15 is not installed)"}`;

describe.skipIf(!hasPostgres15)(title, () => {
  let server: ReturnType<typeof startPostgres15>;
  const plans = planListener();

  beforeAll(async () => {
    server = startPostgres15({ onnotice: plans.onnotice });
    await grow(server.sql, CUSTOMERS);
    await server.sql.unsafe(`${plans.settings}; set enable_seqscan = off; set max_parallel_workers_per_gather = 0`);
  });
  afterAll(() => server.stop());

  /** Returns what grows in the plans of a query, after a statement, and changes nothing. */
  async function growthOf({ sql: query, as }: (typeof HOT)[string], before = "select 1"): Promise<string[]> {
    const rollBack = new Error("rolled back");
    await server.sql
      .begin(async (sql: TransactionSql) => {
        await sql.unsafe(before);
        await sql.unsafe(begin(as));
        plans.taken.length = 0;
        await sql.unsafe(query);
        throw rollBack;
      })
      .catch((error: unknown) => {
        if (error !== rollBack) throw error;
      });
    expect(plans.taken.length, "no plan was told").toBeGreaterThan(0);
    return plans.taken.flatMap((plan) => growth(plan));
  }

  const queries = Object.entries(HOT).map(([name, query]) => ({ name, ...query }));

  test.each(queries)("$name: no step reads a table that grows, or sorts it", async (query) => {
    expect(await growthOf(query)).toEqual([]);
  });

  test.each(queries.flatMap((query) => query.indexes.map((index) => ({ ...query, index }))))(
    "$name: without $index a step does",
    async ({ index, ...query }) => {
      expect(await growthOf(query, `drop index public.${index}`)).not.toEqual([]);
    },
  );
});
