import { mailSite } from "#app/mail/mail-site.server.ts";
import { payUrl } from "#app/orders/pay-link.server.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import * as desk from "./desk.table.server.ts";
import { issueReceipts } from "./issue-receipts.server.ts";
import { voidMail } from "./payment-mails.ts";

/** Notes that a payment that counted was not paid after all, and mails its customer. */
export async function voidPayment(staff: Staff, code: string, ksh: number): Promise<Result<desk.PaymentChange>> {
  // The credit note names the receipt.
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
