import { z } from "zod";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { readRows } from "#app/platform/database/rows.table.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { deadline } from "#app/platform/upstream/deadlines.server.ts";
import { withTimeout } from "#app/platform/upstream/with-timeout.server.ts";
import { OWN_PARTS } from "./own-data.ts";
import type { OwnPart } from "./own-part.ts";

/** The most rows of one table in a file. */
const MAX_ROWS = 5000;
/** Row limit of a database reply. */
const PAGE = 1000;
const OWN_DATA_NOT_READ = "Your data could not be read. Please try again.";

const rowSchema = z.record(z.string(), z.unknown());
type Row = z.infer<typeof rowSchema>;

/** A part with its rows, newest first; `isWhole` is false for more than 5,000 rows. */
type ReadPart = { about: string; isWhole: boolean; rows: Row[] };

/**
 * Returns all data that the database stores about a customer. Takes the customer's own client, or the trusted one after the
 * caller's own checks: both read the same. Fails if any part cannot be read within twelve seconds. Source:
 * docs/product/accounts.md, "Your data".
 */
export async function readOwnData(
  supabase: Supabase,
  account: Pick<Account, "id" | "email">,
): Promise<Result<Record<string, ReadPart>>> {
  const timeout = deadline("ownData");
  const reading = Promise.all(
    Object.entries(OWN_PARTS).map(async ([name, part]) => {
      const rows = await readPart(supabase, account, part, timeout);
      return rows && ([name, shown(part, rows)] as const);
    }),
  );
  const parts = (await withTimeout(reading, timeout))?.filter((part) => part !== undefined);
  const isWhole = parts?.length === Object.keys(OWN_PARTS).length;
  return isWhole ? success(Object.fromEntries(parts)) : failure(0, OWN_DATA_NOT_READ);
}

/** Reads one row more than the limit, which shows that there are more. */
async function readPart(
  supabase: Supabase,
  account: Pick<Account, "id" | "email">,
  { table, owner, columns, order: [time, id], only }: OwnPart,
  timeout: AbortSignal,
): Promise<Row[] | undefined> {
  const rows: Row[] = [];
  for (let from = 0; rows.length <= MAX_ROWS; from += PAGE) {
    if (timeout.aborted) return undefined;
    const all = supabase.from(table).select(columns.join(","));
    const own = all.eq(owner, owner === "address" ? account.email.toLowerCase() : account.id);
    const certain = only ? own.filter(...only) : own;
    const sorted = certain.order(time, { ascending: false }).order(id, { ascending: false });
    const page = await readRows(sorted.range(from, from + PAGE - 1), rowSchema, "own data not read");
    if (page === undefined) return undefined;
    rows.push(...page);
    if (page.length < PAGE) break;
  }
  return rows;
}

function shown({ about }: OwnPart, rows: Row[]): ReadPart {
  return { about, isWhole: rows.length <= MAX_ROWS, rows: rows.slice(0, MAX_ROWS) };
}
