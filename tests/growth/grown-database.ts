import { readdirSync, readFileSync } from "node:fs";
import type { Sql } from "postgres";
import { HOSTED_ROLES, HOSTED_SCHEMA } from "../integration/temporary-postgres.ts";

/** Fills an empty database as an agency with so many customers has it. Row n of a table always has the same content. */
export async function grow(sql: Sql, customers: number): Promise<void> {
  await sql.unsafe(HOSTED_ROLES + HOSTED_SCHEMA);
  for (const file of readdirSync("supabase/migrations").sort()) {
    await sql.unsafe(readFileSync(`supabase/migrations/${file}`, "utf8"));
  }
  await sql`select set_config('growth.customers', ${String(customers)}, false)`;
  await sql.unsafe(readFileSync("tests/growth/seed.sql", "utf8"));
  // So that a query at once reads what a later one would read from the index alone.
  await sql.unsafe("vacuum analyze");
}
