import type { OrderKind } from "#app/domains/order-kinds.ts";
import type { Order } from "#app/orders/order.ts";
import { renewalPriceOf } from "#app/orders/order-price.ts";
import type { Step } from "#app/orders/order-steps.ts";
import { formatAmount, formatKsh } from "#app/platform/money.ts";
import { addYears, clockOf, dateOf, dayNumber, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { daysLeft, type Service } from "#app/services/service.ts";
import { dayWords } from "#app/services/service-state.ts";

/** `ksh`: the sum of the bill. `vatPercent`: null if the agency charges no VAT. `service`: that of the one order. */
type Billed = { ksh: number; vatPercent: number | null; service: BilledService | undefined };

/**
 * Returns the small print below a bill: the days for which a service is paid, what each later year of a new
 * name costs, and the VAT in the sum.
 */
export function billNote(orders: readonly Order[], { ksh, vatPercent, service }: Billed): string {
  const [first, ...others] = orders;
  const cents = vatPercent === null ? 0 : Math.round((ksh * 100 * vatPercent) / (100 + vatPercent));
  const vat = cents > 0 ? `The sum includes ${vatPercent}% VAT, KSh\u00a0${formatAmount(cents)}.` : "";
  if (!first || others.length > 0) return vat;
  const after = first.kind === "register" ? renewalPriceOf({ name: first.domain, renewKsh: null }) : undefined;
  const later = after ? `Each year after the first costs ${formatKsh(after.ksh)}.` : "";
  // The last day of a service already has the year of a done order, and maybe later ones.
  const last = first.kind === "extend" && isOpenOrder(first) && service?.state === "active" ? service.endsOn : null;
  const term = last === null ? "" : `It pays for ${dayWords(last, 1)} to ${yearAfter(last)}.`;
  return [term, later, vat].filter(Boolean).join(" ");
}

/** What we do for a paid order, before and after it is done. `now`: a sentence without its full stop, which a time may follow. */
const WORK: Record<OrderKind, { todo: string; now: string; done: string }> = {
  register: { todo: "We register the name", now: "We register it for you", done: "It is yours." },
  renew: { todo: "We renew the name", now: "We renew it for you", done: "It is renewed." },
  transfer: { todo: "We move the name", now: "We move it to us, which takes a few days", done: "It is with us." },
  hosting: { todo: "We set up the hosting", now: "We set it up for you", done: "It is set up." },
  certificate: { todo: "We put SSL in place", now: "We put it in place for you", done: "SSL is in place." },
  mail: { todo: "We set up the mailboxes", now: "We set them up for you", done: "They are set up." },
  extend: { todo: "We renew the service", now: "We renew it for you", done: "It is renewed." },
  upgrade: { todo: "We change the plan", now: "We change it for you", done: "The plan is changed." },
};

const MANY = { todo: "We carry out your orders", now: "We carry them out", done: "All is done." };

/** Returns the day a year after "2026-12-19", in words. */
const yearAfter = (day: string) => dateOf(dayNumber(addYears(new Date(day), 1))).words;

/** A suspended service whose next year is to be paid, or is paid. */
const SWITCHED_ON = { todo: "We switch it on", now: "We switch it on now", done: "It works again." };

/** Under .ke people register names, and ask KeNIC first. */
const ASK_KENIC = "We ask KeNIC now.";

/** `answerTime`: "typically within 24 hours", or "". `service`: that of the one order. */
type When = { openedAt: string; answerTime: string; now: Date; service: BilledService | undefined };
type BilledService = Pick<Service, "state" | "endsOn">;

const sentence = (words: string) => (words === "" ? "" : `${words[0]?.toUpperCase()}${words.slice(1)}`);

function workOf([first, ...others]: readonly Order[], isOff: boolean) {
  if (!first || others.length > 0) return MANY;
  return isOff ? SWITCHED_ON : WORK[first.kind];
}

const isOpenOrder = ({ status }: Order) => status === "requested" || status === "processing";

/** Whether the bill brings a suspended service back. A service that was suspended again later is not meant. */
function bringsBack([order]: readonly Order[], { service, now }: Pick<When, "service" | "now">): boolean {
  if (order?.kind !== "extend" || service?.state !== "suspended" || service.endsOn === null) return false;
  return isOpenOrder(order) || daysLeft(service.endsOn, dayNumber(now)) >= 0;
}

/** Returns what happens with an unpaid bill. `isAsked`: a phone shows the request now. What was done before it is paid says so. */
export function unpaidSteps(
  orders: readonly Order[],
  { openedAt, answerTime, now, service, isAsked }: When & { isAsked: boolean },
): Step[] {
  const ordered: Step = { title: "You order", text: `Done, ${whenWords(new Date(openedAt), now)}`, state: "past" };
  const pay: Step = { title: "You pay on your phone", text: isAsked ? "Now" : "About a minute", state: "now" };
  const { todo } = workOf(orders, bringsBack(orders, { service, now }));
  const toPay = orders.filter(({ status }) => status !== "failed");
  if (toPay.every(({ status }) => status === "done"))
    return [ordered, { title: todo, text: "Done", state: "past" }, pay];
  return [ordered, pay, { title: `${todo} and e-mail you`, text: sentence(answerTime) }];
}

/** "02:03" today, else "2 Dec 2026, 02:03". */
function whenWords(moment: Date, now: Date): string {
  return dayNumber(moment) === dayNumber(now) ? clockOf(moment).slice(0, 5) : nairobiTime(moment);
}

type Paid = When & {
  paidAt: string;
  received: string;
  paidBy: readonly string[];
  until: Date | undefined;
};

/**
 * Returns what the page of a paid bill says: a sentence about the orders, and what happens when. It says only what is so:
 * an order is "done" when the registry has it, a suspended service is off until its server has switched it on, and nothing has
 * a time that we do not know. `until`: the last day of the one renewed name; `service`: that of the one order.
 */
export function paidWords(
  orders: readonly Order[],
  { paidAt, received, paidBy, until, service, answerTime, now }: Paid,
) {
  const [first, ...others] = orders;
  const paid = {
    title: `${received} received`,
    text: [sentence(whenWords(new Date(paidAt), now)), ...paidBy].join(". "),
  };
  const steps: Step[] = [{ ...paid, state: "past" }];
  // The page of a failed order says what became of it: `notDoneWords`.
  if (orders.every(({ status }) => status === "failed")) return { lead: "", steps, isOpen: false };
  const isOff = bringsBack(orders, { service, now });
  const isOpen = isOff || orders.some(isOpenOrder);
  const work = workOf(orders, isOff);
  const only = others.length === 0 ? first : undefined;
  steps.push({
    title: `${work.todo} and e-mail you`,
    text: isOpen ? sentence(isOff ? "now" : answerTime) : "Done",
    state: isOpen ? "now" : "past",
  });
  if (only) steps.push(...lastStep(only, { isOpen, isOff, service }));
  const isByKenic = only?.kind === "register" && only.domain.endsWith(".ke");
  const renewed = until && only?.kind === "renew" && dateOf(dayNumber(until)).words;
  const lastDay = renewed || (service?.endsOn && dayWords(service.endsOn));
  const done = lastDay ? `Paid until ${lastDay}.` : work.done;
  const within = answerTime === "" || isOff || only?.kind === "transfer" ? "" : `, ${answerTime}`;
  return { lead: isOpen ? (isByKenic ? ASK_KENIC : `${work.now}${within}.`) : done, steps, isOpen };
}

const PAST = { state: "past" } as const;

type Standing = { isOpen: boolean; isOff: boolean; service: BilledService | undefined };

/** What a new name, or a service, is good for after all else is done. */
function lastStep({ kind }: Order, { isOpen, isOff, service }: Standing): Step[] {
  if (kind === "register") {
    return [
      { title: "Your website and mail can use it", text: isOpen ? "After that e-mail" : "Now", ...(!isOpen && PAST) },
    ];
  }
  if (!service || kind === "upgrade") return [];
  if (isOff) return [{ title: "It works for another year", text: "The days without it are added" }];
  if (!isOpen) return service.state === "active" ? [{ title: "It works", text: "Now", ...PAST }] : [];
  return kind === "extend"
    ? [{ title: "It works on", text: "Nothing stops meanwhile" }]
    : [{ title: "Its year begins", text: "On the day on which it is set up" }];
}
