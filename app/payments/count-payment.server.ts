import { type Mail, messageMail } from "#app/mail/mail.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { payUrl } from "#app/orders/new-bill.server.ts";
import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import * as desk from "./desk.table.server.ts";
import type { Witness } from "./desk-ways.ts";
import { issueReceipts } from "./issue-receipts.server.ts";
import { voidMail } from "./payment-mails.ts";

/** Returns who must confirm a payment that was entered by hand, by the settings PAYMENTS_WITNESS and STAFF. */
export function witness(): Witness {
  if (!env.needsWitness) return "alone";
  return env.staff.length > 1 ? "other" : "missing";
}

/**
 * Counts a payment that staff have seen. With PAYMENTS_WITNESS=0 the member of staff who entered the payment may count it too;
 * then the agency is notified by mail.
 */
export function countPayment(staff: Staff, code: string, counting: desk.Counting) {
  return desk.countPayment(staff, code, counting, env.needsWitness ? null : [aloneMail(staff, code, counting)]);
}

function aloneMail({ name }: Staff, code: string, { ksh, reference }: desk.Counting): Mail {
  const { name: brand, email } = brandFrom(env.brand);
  const bill = reference === undefined ? "" : ` It counts for the bill ${reference}.`;
  const message = {
    name: brand,
    email,
    subject: `Counted by one person alone: ${formatKsh(ksh)}, ${code}`,
    message: `${name} entered the payment ${code} by hand and confirmed ${formatKsh(ksh)}.${bill} PAYMENTS_WITNESS=0 allows it. Look at it: ${env.origin}/desk/payments/${code}`,
  };
  return messageMail(message, { to: email, key: `alone-${code}` });
}

/** Notes that a payment that counted or was kept was not paid after all, and mails its customer. */
export async function voidPayment(staff: Staff, code: string, ksh: number): Promise<Result<desk.PaymentChange>> {
  // Issue receipts first, because the credit note names the receipt.
  const issued = await issueReceipts();
  if (!issued.ok) return issued;
  const found = await desk.findDeskPayment(code);
  if (!found.ok) return found;
  const payment = found.value;
  const [to, bill] = [payment?.bill?.email ?? "", payment?.bill];
  const mails =
    payment && bill && isMailbox(to)
      ? [voidMail(payment, bill, { to, name: undefined, payUrl: payUrl(bill.id), site: mailSite() })]
      : [];
  return desk.voidPayment(staff, code, ksh, mails);
}
