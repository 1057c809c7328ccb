import { env } from "#app/env.server.ts";
import { listReceipts } from "#app/gateways/desk/payments.server.ts";
import { MOST_CSV_ROWS } from "#app/model/desk/csv.ts";
import { splitVat } from "#app/model/payments/shillings.ts";
import { success } from "#app/model/result.ts";

/** Returns whether customers can pay on the site. */
export function arePaymentsOn(): boolean {
  return env.mpesa !== null;
}

/**
 * Returns the receipts from a moment to another with their VAT in whole KSh, oldest first, at most 5,000. If our prices have no VAT
 * in them, the net amount is the gross one.
 */
export async function readReceipts(from: Date, to: Date) {
  const found = await listReceipts(from, to, MOST_CSV_ROWS);
  if (!found.ok) return found;
  const includesVat = env.tax.includesVat && env.tax.pin !== undefined;
  const receipts = found.value.map((receipt) => {
    const gross = receipt.amount_ksh;
    return { ...receipt, gross, ...(includesVat ? splitVat(gross) : { net: gross, vat: 0 }) };
  });
  return success(receipts);
}
