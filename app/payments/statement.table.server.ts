import { z } from "zod";
import { findOnTheirWay } from "#app/orders/bills.table.server.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { readRows, rowsAfter } from "#app/platform/database/rows.table.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { PageKey } from "#app/platform/text/page-key.ts";

/** How many lines one page of a statement has. */
export const LINES_A_PAGE = 500;

/**
 * What a line is: a payment, a receipt, a credit note, money that went back from a bill ("back") or as a whole payment
 * ("returned"), a payment that did not reach us ("void"), credit that was kept, taken back, used, given or sent, an unpaid
 * bill, and what a bill owes its customer.
 */
export const LINE_KINDS = [
  ...(["payment", "receipt", "note", "back", "returned", "void", "bill", "due-back"] as const),
  ...(["kept", "taken-back", "used", "goodwill", "paid-out"] as const),
] as const;

/** The lines that move no money: they wait, and stand below the others. */
const WAITING = ["bill", "due-back"] satisfies (typeof LINE_KINDS)[number][];
const MOVING = LINE_KINDS.filter((kind) => !WAITING.some((one) => one === kind));

const lineSchema = z.object({
  day: z.string(),
  id: z.string(),
  kind: z.enum(LINE_KINDS),
  number: z.string(),
  bill_id: z.string().nullable(),
  reference: z.string().nullable(),
  receipt_number: z.string().nullable(),
  way: z.string().nullable(),
  own_number: z.string().nullable(),
  bank: z.string().nullable(),
  lines: z.array(z.object({ what: z.string() })).nullable(),
  ksh: z.number(),
  charged: z.number(),
  paid: z.number(),
  charged_sum: z.number(),
  paid_sum: z.number(),
  due_sum: z.number(),
  credit_sum: z.number(),
});

/**
 * A line of a customer's statement (the view statement_lines). All amounts are whole KSh. `charged` and `paid` change the
 * balance; the four sums include all lines up to this one.
 */
export type StatementLine = z.infer<typeof lineSchema>;

const COLUMNS = Object.keys(lineSchema.shape).join(",");

/** The lines of a span of time, and what stood before it and at its end. */
export type StatementRows = {
  /** The customer's very first line, the last one before the span, and the last one before its end. */
  first: StatementLine | undefined;
  before: StatementLine | undefined;
  last: StatementLine | undefined;
  /** The unpaid bills, and what bills owe, of the span. `isOnItsWay`: the money of an unpaid bill is being looked for. */
  waiting: (StatementLine & { isOnItsWay: boolean })[];
  /** One page of the other lines in order, and the key of its last line if there are more. */
  lines: StatementLine[];
  next: PageKey | undefined;
};

/**
 * Returns a page of a customer's statement from `since` to before `until`, after a key. Takes the customer's own client, or
 * that of the server for the desk.
 */
export async function readStatementRows(
  supabase: Supabase,
  userId: string,
  { since, until, after }: { since: Date; until: Date; after: PageKey | undefined },
): Promise<Result<StatementRows>> {
  const own = () => supabase.from("statement_lines").select(COLUMNS).eq("user_id", userId);
  const sorted = (query: ReturnType<typeof own>, ascending: boolean, rows: number) =>
    readRows(
      query.order("day", { ascending }).order("id", { ascending }).limit(rows),
      lineSchema,
      "statement not read",
    );
  const inSpan = (kinds: readonly string[]) =>
    own().gte("day", since.toISOString()).lt("day", until.toISOString()).in("kind", kinds);
  const moving = inSpan(MOVING);
  const [first, before, last, waiting, lines] = await Promise.all([
    sorted(own(), true, 1),
    sorted(own().lt("day", since.toISOString()), false, 1),
    sorted(own().lt("day", until.toISOString()), false, 1),
    sorted(inSpan(WAITING), true, LINES_A_PAGE),
    sorted(after ? moving.or(rowsAfter("day", after, false)) : moving, true, LINES_A_PAGE + 1),
  ]);
  const unpaid = (waiting ?? []).flatMap(({ kind, bill_id }) => (kind === "bill" && bill_id ? [bill_id] : []));
  const onTheirWay = await findOnTheirWay(userId, unpaid);
  if (!first || !before || !last || !waiting || !lines || !onTheirWay) {
    return failure(503, "We can’t read your statement right now. Please try again.");
  }
  const end = lines.length > LINES_A_PAGE ? lines[LINES_A_PAGE - 1] : undefined;
  return success({
    ...{ first: first[0], before: before[0], last: last[0] },
    waiting: waiting.map((line) => ({
      ...line,
      isOnItsWay: line.kind === "bill" && onTheirWay.some((id) => id === line.bill_id),
    })),
    lines: lines.slice(0, LINES_A_PAGE),
    next: end && { at: end.day, key: end.id },
  });
}
