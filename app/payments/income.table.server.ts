import { z } from "zod";
import { readDesk } from "#app/desk/call-desk.table.server.ts";
import { ORDER_KINDS } from "#app/domains/order-kinds.ts";
import { nowDate } from "#app/platform/clock.ts";
import type { Result } from "#app/platform/result.ts";

/** What is summed up for each month. Source: desk_income in the database. */
const SUMS = [
  ...["mpesa", "other", "credit", "back"],
  ...["receipts", "notes", "vat", ...ORDER_KINDS],
  ...["new", "renewed", "lost"],
] as const;
export type Sum = (typeof SUMS)[number];

/** How many months the desk looks back, this one included: the log, which has what was paid back, is as old. */
export const INCOME_MONTHS = 24;

const sums = z.partialRecord(z.enum(SUMS), z.number());
const incomeSchema = z.array(
  z.object({ month: z.string(), sums }).transform(({ month, sums }) => ({
    month,
    sums: Object.fromEntries(SUMS.map((name) => [name, sums[name] ?? 0])) as Record<Sum, number>,
  })),
);

/**
 * A month in Nairobi ("2026-11") with its sums, in whole KSh; `vat` is in cents of a shilling. `new`, `renewed` and `lost` are
 * numbers of names.
 */
export type Month = z.infer<typeof incomeSchema>[number];

/** Returns the last 24 months, the newest first. */
export async function readIncome(): Promise<Result<Month[]>> {
  const found = await readDesk("desk_income", { at: nowDate().toISOString(), months: INCOME_MONTHS }, incomeSchema);
  return found.ok ? { ...found, value: found.value.reverse() } : found;
}
