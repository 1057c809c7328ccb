import { z } from "zod";
import type { Account } from "#app/model/account.ts";
import { MAX_ROWS, OWN_PARTS, type OwnPart, withoutTransferCode } from "#app/model/own-data.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import type { Supabase } from "./supabase/client.server.ts";
import { readRows } from "./supabase/rows.server.ts";
import { withTimeout } from "./with-timeout.server.ts";

/** What the database gives at most in one reply. */
const PAGE = 1000;
/** A proxy waits for 15 s at least (docs/going-live.md). */
const PATIENCE_MS = 12_000;
const OWN_DATA_NOT_READ = "Your data could not be read. Please try again.";

const rowSchema = z.record(z.string(), z.unknown());
type Row = z.infer<typeof rowSchema>;

/** A part with its rows, the newest first; not whole when there are more than 5,000. */
type ReadPart = { about: string; isWhole: boolean; rows: Row[] };

/**
 * All that the database keeps of a customer, part by part, read by their own rights. All of it or, when any part cannot be
 * read within twelve seconds, a refusal. Source: docs/product.md, "Your data".
 */
export async function readOwnData(
  supabase: Supabase,
  account: Pick<Account, "id" | "email">,
): Promise<Result<Record<string, ReadPart>>> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const reading = Promise.all(
    Object.entries(OWN_PARTS).map(async ([name, part]) => {
      const rows = await readPart(supabase, account, part, patience);
      return rows && ([name, shown(part, rows)] as const);
    }),
  );
  const parts = (await withTimeout(reading, patience))?.filter((part) => part !== undefined);
  const isWhole = parts?.length === Object.keys(OWN_PARTS).length;
  return isWhole ? success(Object.fromEntries(parts)) : failure(0, OWN_DATA_NOT_READ);
}

/** One row more than a file takes tells that there are more. */
async function readPart(
  supabase: Supabase,
  account: Pick<Account, "id" | "email">,
  { table, owner, columns, order: [time, id] }: OwnPart,
  patience: AbortSignal,
): Promise<Row[] | undefined> {
  const rows: Row[] = [];
  while (rows.length <= MAX_ROWS) {
    if (patience.aborted) return undefined;
    const all = supabase.from(table).select(columns.join(",")).retry(false);
    const own = owner.is === "id" ? all.eq(owner.column, account.id) : all.ilike(owner.column, exactly(account.email));
    const sorted = own.order(time, { ascending: false }).order(id, { ascending: false });
    const page = await readRows(sorted.range(rows.length, rows.length + PAGE - 1), rowSchema, "own data not read");
    if (page === undefined) return undefined;
    rows.push(...page);
    if (page.length < PAGE) break;
  }
  return rows;
}

function shown({ table, about }: OwnPart, rows: Row[]): ReadPart {
  const kept = rows.slice(0, MAX_ROWS);
  const isWhole = rows.length <= MAX_ROWS;
  return { about, isWhole, rows: table === "orders" ? kept.map(withoutTransferCode) : kept };
}

/**
 * A pattern that is this text in small letters or capitals. What PostgREST takes for a wild card of its own ("*") stays one:
 * row-level security behind it compares the address itself.
 */
function exactly(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
