import { z } from "zod";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";

const NOT_SAVED = "We could not save this. Pressing again does it once.";

/** 'late': something was paid or reported for it, a phone is asked, or somebody has begun it. Null: no order of this customer. */
const outcomeSchema = z.enum(["done", "late"]).nullable();
export type OwnOrderOutcome = z.infer<typeof outcomeSchema>;

/** Cancels an unpaid order of a customer. A second press changes nothing. Source: docs/product/payments.md, "Payments". */
export const cancelOrder = (customer: string, wanted: string) => call("cancel_order", { customer, wanted });

/** Changes the years of an unpaid order of a customer, and its price in whole shillings. A second press changes nothing. */
export const changeOrderYears = (customer: string, wanted: string, years: number, ksh: number) =>
  call("change_order_years", { customer, wanted, years, ksh });

async function call(name: string, values: Record<string, unknown>): Promise<Result<OwnOrderOutcome>> {
  const { data, error } = await runQuery(trustedClient().rpc(name, values));
  const parsed = outcomeSchema.safeParse(data);
  if (!error && parsed.success) return success(parsed.data);
  log.error({ reason: error?.message ?? "a value of another shape" }, `${name} failed`);
  return failure(0, NOT_SAVED, true);
}
