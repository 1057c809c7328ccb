import { randomUUID } from "node:crypto";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { findBilledCustomer, storeKept } from "./credits.table.server.ts";
import type { PaymentChange } from "./desk.table.server.ts";
import type { Due } from "./desk-forms.ts";
import { issueReceipts } from "./issue-receipts.server.ts";
import { contextOf } from "./notify.server.ts";
import { keptMail } from "./payment-mails.ts";

/**
 * Keeps what a bill owes its customer for the next bill, and mails the customer. `staff`: null for the customer. Source:
 * docs/product/payments.md, "Credit".
 */
export async function keepCredit(staff: Staff | null, due: Due): Promise<Result<PaymentChange>> {
  // Issue receipts first, because a credit note names its receipt.
  const issued = await issueReceipts();
  if (!issued.ok) return issued;
  const found = await findBilledCustomer(due.reference);
  if (!found.ok) return found;
  const context = found.value ? contextOf(found.value) : undefined;
  return storeKept(staff, due, context ? [keptMail(due, randomUUID(), context)] : []);
}
