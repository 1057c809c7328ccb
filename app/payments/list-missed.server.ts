import { wholeShillings } from "#app/orders/bill.ts";
import { readReference } from "#app/orders/bill-reference.ts";
import { log } from "#app/platform/log.server.ts";
import type { PayProvider } from "./daraja.api.server.ts";
import { findSettledCodes, recordPayment } from "./payments.table.server.ts";

/** The provider lists the last two days. */
const LISTED_MS = 48 * 3600_000;

/**
 * Fetches the provider's list of payments, and records and confirms those that are missing here. Returns false if that failed for any
 * of them, which does not hold up the others.
 */
export async function listMissed(provider: PayProvider, now: Date): Promise<boolean> {
  const listed = await provider.list(new Date(now.getTime() - LISTED_MS), now);
  if (!listed.ok) return false;
  const settled = listed.value.length > 0 ? await findSettledCodes(listed.value.map(({ code }) => code)) : new Set();
  if (!settled) return false;
  let isComplete = true;
  for (const { code, amount, paidAt, reference } of listed.value) {
    if (settled.has(code)) continue;
    const amountKsh = wholeShillings(amount);
    if (amountKsh === undefined) {
      log.error({ payment: code }, "a listed payment needs a person");
      continue;
    }
    const recorded = await recordPayment({
      ...{ code, amountKsh, paidAt: paidAt || now.toISOString(), source: "pull", confirmedBy: "pull" },
      ...{ reference: readReference(reference), typedReference: reference },
    });
    if (!recorded) isComplete = false;
  }
  return isComplete;
}
