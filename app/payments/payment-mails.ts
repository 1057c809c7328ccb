import { toDisplayName } from "#app/domains/display-name.ts";
import { namePages } from "#app/domains/name-pages.ts";
import type { Mail } from "#app/mail/mail.ts";
import { type MailPart, mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import type { Bill } from "#app/orders/bill.ts";
import type { Order } from "#app/orders/order.ts";
import { payParts } from "#app/orders/order-mail.ts";
import { orderThing } from "#app/orders/order-title.ts";
import { formatKsh } from "#app/platform/money.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import type { Due } from "./desk-forms.ts";
import { type PaidWith, paidByWords, paidLine } from "./pay-ways.ts";

/** `payUrl`: the page of the bill, for which the customer need not sign in. */
type Context = { to: string; name: string | undefined; payUrl: string; site: MailSite };

/** What customers do about money that is due back to them. */
const CHOOSE = "Keep it for your next bill, or have it sent back: you choose on the page of the bill.";

const WHY = "You get this because you ordered on our website. Not you? Answer this e-mail.";

/**
 * Returns the mail that says what a payment did: the bill is paid, something is missing, or too much was paid. Refunds have
 * their own mail (`refundMail`). `isSmaller`: an order failed, so that what had been paid became enough. `newName`: the one
 * name that the bill registers. Source: docs/product/payments.md, "Payments".
 */
export function paymentMail(
  payment: PaidWith & { amountKsh: number },
  bill: Bill & { isSmaller?: boolean; newName?: string | undefined },
  context: Context,
): Mail {
  const { code, amountKsh } = payment;
  const { payUrl } = context;
  const came = formatKsh(amountKsh);
  const isCredit = payment.source === "credit";
  const have = isCredit ? `We took ${came} from your credit.` : `We have your ${came}.`;
  const missing = bill.missingKsh;
  const details = {
    head: paidLine([payment]),
    lines: [came, `Bill ${bill.reference}: ${formatKsh(bill.amountKsh)}`],
  };
  const parts: MailPart[] =
    missing > 0
      ? [
          `${have} ${formatKsh(missing)} is ${isCredit ? "left to pay" : "still missing"}.`,
          { label: `Pay ${formatKsh(missing)}`, href: payUrl },
          details,
        ]
      : [
          `${have} Thank you.`,
          ...(bill.isSmaller
            ? [`An order could not be done, so your bill is ${formatKsh(bill.amountKsh)} now. It is paid.`]
            : []),
          { label: "See your receipt", href: `${payUrl}/receipt` },
          details,
          ...(bill.number === null ? [] : [`Receipt number: ${bill.number}.`]),
          ...(bill.newName === undefined ? [] : nextParts(bill.newName, context.site.origin)),
        ];
  const over: MailPart[] =
    bill.surplusKsh > 0
      ? [`You paid ${formatKsh(bill.surplusKsh)} too much. ${CHOOSE}`, { label: "Choose", href: payUrl }]
      : [];
  const subject = isCredit
    ? `We took ${came} from your credit`
    : missing > 0
      ? `${formatKsh(missing)} is still missing`
      : `We have your ${came}`;
  // The key has the receipt's number, because a bill that became smaller is paid by a payment about which the customer was
  // mailed before.
  return mailOf(`paid-${code}${bill.number === null ? "" : `-${bill.number}`}`, subject, [...parts, ...over], context);
}

/** What a new name is for. The mail is sent before the name is registered. */
function nextParts(domain: string, origin: string): MailPart[] {
  return [
    `We e-mail you as soon as ${toDisplayName(domain)} is yours. From then on these work:`,
    ...namePages(domain).map(({ href, label }) => ({ label, href: origin + href })),
  ];
}

/**
 * Returns the mail that says which orders could not be carried out, and what is due back. `code`: the last payment of a bill
 * that was paid in part.
 */
export function refundMail(
  bill: Pick<Bill, "id">,
  dueKsh: number,
  failed: readonly Pick<Order, "kind" | "domain" | "reason" | "chosen">[],
  context: Context,
  code = "",
): Mail {
  const due = formatKsh(dueKsh);
  const parts: MailPart[] = [
    `An order could not be done, so ${due} is due back to you. ${CHOOSE}`,
    { label: "Choose", href: context.payUrl },
    ...failed.map(({ reason, ...order }) => ({
      head: toDisplayName(order.domain),
      lines: [`${orderThing(order)}: not done.`, ...(reason ? [reason] : [])],
    })),
  ];
  return mailOf(`refund-${bill.id}${code && `-${code}`}`, `${due} is due back to you`, parts, context);
}

/** Returns the mail that says that what a bill owed is kept for the next bill. `press`: the id of this press. */
export function keptMail({ reference, expectedKsh }: Due, press: string, context: Context): Mail {
  const ksh = formatKsh(expectedKsh);
  const parts: MailPart[] = [
    `We keep ${ksh} of the bill ${reference} for your next bill. There you choose whether to use it.`,
    { label: "See the bill", href: context.payUrl },
  ];
  return mailOf(`kept-${press}`, `${ksh} is kept for your next bill`, parts, context);
}

/** Returns the mail about credit that we gave, or that we sent by M-PESA with this code. `press`: the id of this press. */
export function creditMail({ ksh: sum, code }: { ksh: number; code?: string }, press: string, context: Context): Mail {
  const ksh = formatKsh(sum);
  const parts: MailPart[] =
    code === undefined
      ? [`We gave you ${ksh}. It is yours for your next bill: there you choose whether to use it.`]
      : [`We sent you ${ksh} that you had with us.`, { head: `M-PESA ${code}`, lines: [ksh] }];
  const subject = code === undefined ? `${ksh} for your next bill` : `We sent you ${ksh}`;
  return mailOf(`credit-${press}`, subject, [...parts, { label: "See your orders", href: context.payUrl }], context);
}

/**
 * Returns the mail that says that a payment was not paid after all, such as a cheque that bounced. `keptKsh`: how much credit
 * was taken back.
 */
export function voidMail(
  payment: PaidWith & { amountKsh: number; state: string; keptKsh: number | null },
  { reference, paidAt }: Pick<Bill, "reference" | "paidAt">,
  context: Context,
): Mail {
  const parts: MailPart[] = [
    `${formatKsh(payment.amountKsh)} for the bill ${reference} did not reach us: ${paidByWords(payment)}.`,
    ...(payment.keptKsh
      ? [`${formatKsh(payment.keptKsh)} of it was kept for your next bill. We took that from your credit.`]
      : []),
    { label: "See the bill", href: context.payUrl },
    // Only a counted payment is in the receipt, which then becomes invalid, even if a surplus payment still pays the bill.
    ...(paidAt === null || payment.state !== "counted"
      ? []
      : ["Your receipt is no longer valid. You get a new one as soon as the bill is paid."]),
  ];
  return mailOf(`void-${payment.code}`, `${formatKsh(payment.amountKsh)} did not reach us`, parts, context);
}

/**
 * `times`: how many reminders were sent before this one. `endsAt`: when the bill ends (ISO 8601), if this is the last one.
 * `isBegun`: an order of it is done or in work. `isOnItsWay`: nobody has found the code that the customer typed.
 */
type Reminder = { times: number; endsAt: string | null; isBegun: boolean; isOnItsWay: boolean };

/**
 * Returns the reminder of a bill that nobody has paid. The last one says when the bill ends. While the code that the customer
 * typed is looked for, it asks for no money.
 */
export function unpaidMail(bill: Bill, reminder: Reminder, context: Context): Mail {
  const { times, endsAt, isBegun, isOnItsWay } = reminder;
  const missing = formatKsh(bill.missingKsh);
  const isPart = bill.paidKsh > 0;
  const after = isPart ? ", and what you paid comes back to you." : ".";
  const ends =
    endsAt === null ? [] : [`Pay before ${dateOf(dayNumber(new Date(endsAt))).words}. Then the order ends${after}`];
  const next = isBegun
    ? "We have begun already, so please pay it now."
    : isPart
      ? "We begin when all of it is paid. If you don’t want it any more, answer this e-mail."
      : "We begin when it is paid. If you don’t want it any more, cancel it in your orders.";
  const parts: MailPart[] = isOnItsWay
    ? [
        `The M-PESA code ${bill.typedCode} that you typed for your order has not paid its ${missing} yet. We look into it.`,
        "Look at your M-PESA message, and type the code again if it is another one. If the money left your account, don’t pay again.",
        { label: "See the bill", href: context.payUrl },
        ...ends,
      ]
    : [
        `${missing} for your order is not paid yet.`,
        ...ends,
        ...payParts({ href: context.payUrl, reference: bill.reference, ksh: bill.missingKsh }),
        next,
      ];
  // Money keeps the order for another month.
  const subject =
    endsAt === null || isPart || bill.typedCode !== null ? "Your order is not paid yet" : "Your order ends soon";
  return mailOf(`unpaid-${bill.id}-${times}`, `${subject}: ${missing}`, parts, context);
}

function mailOf(key: string, subject: string, parts: readonly MailPart[], { to, name, site }: Context): Mail {
  return {
    key,
    kind: "payment",
    to,
    replyTo: site.brand.email,
    subject,
    ...mailBody(parts, { site, firstName: firstNameIn(name ?? ""), why: WHY }),
    tags: [{ name: "payment", value: key.split("-")[0] ?? "" }],
  };
}
