import * as desk from "#app/gateways/desk/payments.server.ts";
import { mailSite } from "#app/gateways/mail-site.server.ts";
import type { Staff } from "#app/model/desk/staff.ts";
import { isMailbox } from "#app/model/one-line.ts";
import { voidMail } from "#app/model/payments/payment-mails.ts";
import type { Result } from "#app/model/result.ts";
import { payUrl } from "../payments/pay-link.server.ts";
import { issueReceipts } from "../payments/receipts.server.ts";

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
      ? [voidMail(payment, bill.reference, { to, name: undefined, payUrl: payUrl(bill.id), site: mailSite() })]
      : [];
  return desk.voidPayment(staff, code, ksh, mails);
}
