import { mailSite } from "#app/mail/mail-site.server.ts";
import { movingMails } from "#app/orders/moving-mail.ts";
import { orderMail } from "#app/orders/order-mail.ts";
import { type OrderNews, orderNewsMail } from "#app/orders/order-news-mail.ts";
import { upcomingSteps } from "#app/orders/order-steps.ts";
import { promises, stepPromises } from "#app/orders/promises.server.ts";
import { creditMail, keptMail, paymentMail, refundMail, unpaidMail, voidMail } from "#app/payments/payment-mails.ts";
import { nowDate } from "#app/platform/clock.ts";
import { type MailedService, type ServiceNews, serviceMail } from "#app/services/service-mail.ts";

const TO = "njeri@example.co.ke";

/** Returns one mail of each kind about orders and payments. */
export function sampleOrderMails() {
  return { ...orderMails(), ...paymentMails(), ...orderNewsMails(), ...serviceMails() };
}

function orderMails() {
  const order = (id: string, domain: string, priceKsh: number) => {
    return { id: `${id}-0000-4000-8000-000000000000`, kind: "renew" as const, domain, priceKsh, detail: "1 year" };
  };
  const of = { kind: "renew" as const, promises: stepPromises, isByHand: true, isInMail: true };
  const steps = upcomingSteps(of);
  const context = { to: TO, name: "Njeri Mwangi", steps, vat: promises.vat, site: mailSite() };
  const two = [order("3f2a91bc", "mamamboga.co.ke", 1500), order("77c0de12", "njeri-bakes.com", 3288)] as const;
  const toPay = { href: `${context.site.origin}/pay/sample`, reference: "M7K2Q9XA", ksh: 1500 };
  const toPaySteps = upcomingSteps({ ...of, isPaidFirst: true });
  const byPhone = orderMail([two[0]], { ...context, steps: toPaySteps, toPay, isByPhone: true });
  return { order: orderMail([two[0]], context), orders: orderMail(two, context), "order-by-phone": byPhone };
}

function paymentMails() {
  const bill = {
    ...{
      id: "3f2a91bc-0000-4000-8000-000000000000",
      userId: "",
      reference: "M7K2Q9XA",
      amountKsh: 4788,
      paidKsh: 4788,
    },
    ...{ missingKsh: 0, surplusKsh: 0, wantedBackKsh: 0, openedAt: "", paidAt: "", number: "2026-00042" },
    ...{ buyerName: null, buyerPin: null, etimsNumber: null, typedCode: null },
  };
  const site = mailSite();
  const context = { to: TO, name: "Njeri Mwangi", payUrl: `${site.origin}/pay/sample`, site };
  const payment = { source: "stk", code: "SG722NMVXQ", amountKsh: 4788 };
  const cheque = { ...payment, source: "cheque", number: "000123", bank: "KCB, account ending 4417" };
  const failed = { kind: "renew" as const, domain: "njeri-bakes.com", reason: null };
  const unpaid = { ...bill, paidKsh: 0, missingKsh: 4788, number: null };
  const reminder = { times: 0, endsAt: null, isBegun: false, isOnItsWay: false };
  return {
    paid: paymentMail(payment, { ...bill, surplusKsh: 50, newName: "kuku-tamu.com" }, context),
    void: voidMail(
      { ...cheque, amountKsh: 1500, state: "counted", keptKsh: 300 },
      { ...bill, paidAt: "2026-12-02T05:00:00Z" },
      context,
    ),
    "paid-in-part": paymentMail(
      { ...cheque, amountKsh: 1500 },
      { ...bill, paidKsh: 1500, missingKsh: 3288, number: null },
      context,
    ),
    unpaid: unpaidMail(unpaid, reminder, context),
    "unpaid-last": unpaidMail(unpaid, { ...reminder, times: 2, endsAt: "2027-01-01T05:00:00Z" }, context),
    "unpaid-begun": unpaidMail(unpaid, { ...reminder, isBegun: true }, context),
    "unpaid-part": unpaidMail({ ...unpaid, paidKsh: 1500, missingKsh: 3288 }, reminder, context),
    "unpaid-typed": unpaidMail({ ...unpaid, typedCode: "SG722NMVXQ" }, { ...reminder, isOnItsWay: true }, context),
    kept: keptMail({ reference: bill.reference, expectedKsh: 50 }, "sample", context),
    gift: creditMail({ ksh: 300 }, "sample", context),
    "paid-out": creditMail({ ksh: 300, code: "SG722NMVXQ" }, "sample", context),
    refund: refundMail(bill, 3288, [failed], context),
  };
}

function orderNewsMails() {
  const now = nowDate();
  const at = now.toISOString();
  const times = { createdAt: at, updatedAt: at, takenAt: at, priceNamedAt: null, refundDueKsh: 0, refundedAt: null };
  const order = { id: "3f2a91bc-0000-4000-8000-000000000000", domain: "mamamboga.co.ke", reason: null, ...times };
  const customer = { email: TO, name: "Njeri Mwangi" };
  const toPay = { href: `${mailSite().origin}/pay/sample`, reference: "M7K3QX2A", ksh: 1500 };
  const of = (news: OrderNews) =>
    orderNewsMail({ ...order, kind: "register", status: "processing", priceKsh: 1500 }, news, {
      ...{ customer, now, vat: promises.vat },
      site: mailSite(),
    });
  const moved = { id: order.id, name: order.domain, since: "2026-11-28", email: TO, fullName: "Njeri Mwangi" };
  const moving = (news: Parameters<typeof movingMails>[1]) => movingMails(moved, news, mailSite())[0];
  return named({
    "order-price": of({ kind: "price", ksh: 1500 }),
    "order-price-to-pay": of({ kind: "price", ksh: 1500, toPay }),
    "order-bill": of({ kind: "bill", toPay }),
    "order-repriced": of({ kind: "reprice", ksh: 1200, from: 1500, href: toPay.href }),
    "order-done": of({ kind: "done", until: at }),
    "order-reopened": of({ kind: "reopen", until: at }),
    "order-failed": of({ kind: "failed", reason: "Somebody else has this name now", refundKsh: 1500 }),
    "order-refund": of({ kind: "refund", ksh: 1500 }),
    "moving-arrived": moving({ kind: "arrived", until: at }),
    "moving-refused": moving({ kind: "refused" }),
  });
}

function serviceMails() {
  const hosting: MailedService = {
    ...{ id: "5d1c0f9e-0000-4000-8000-000000000000", kind: "hosting", domain: "mamamboga.co.ke", plan: "deluxe" },
    ...{ seats: null, nextPlan: null, nextSeats: null, nextOn: null, endsOn: "2027-12-01", willEnd: false },
    access: { panel: "https://server.example:2083", username: "mamambog", ip: "203.0.113.24" },
  };
  const mail: MailedService = { ...hosting, kind: "mail", plan: "professional", seats: 5, access: {} };
  const site = mailSite();
  const of = (news: ServiceNews, service = hosting) =>
    serviceMail(service, news, { to: TO, name: "Njeri Mwangi", now: nowDate(), site });
  return {
    "service-set-up": of({ kind: "set-up" }),
    "service-suspended": of({ kind: "suspended", payUrl: `${site.origin}/pay/sample` }),
    "service-ended": of({ kind: "suspended" }, { ...mail, willEnd: true }),
    "service-restored": of({ kind: "restored" }),
    "service-upgraded": of({ kind: "upgraded" }, mail),
    "service-ends": of({ kind: "ends" }),
    "service-backup": of({ kind: "backup" }),
    "service-stays": of({ kind: "stays" }, { ...hosting, kind: "certificate", plan: "dv" }),
  };
}

/** Leaves out the mails that were not made. */
export function named<Mail>(mails: Record<string, Mail | undefined>): Record<string, Mail> {
  return Object.fromEntries(Object.entries(mails).flatMap(([id, mail]) => (mail ? [[id, mail]] : [])));
}
