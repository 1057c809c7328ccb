import { formatKsh, usdCentsFromKsh } from "#app/platform/money.ts";
import { addYears, dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { isLastYearPaid } from "#app/services/paid-year.ts";
import { daysLeft, type Service, UPGRADE_DAYS } from "#app/services/service.ts";
import { type ServiceOrder, upgradeOrderOf } from "#app/services/service-order.ts";
import { MAX_SEATS, nextYearPriceOf, otherPlans, paidTerms, yearPriceOf } from "#app/services/service-price.ts";
import { dayWords, isOverForGood, type NextYear } from "#app/services/service-state.ts";
import type { Choice, Order } from "./order.ts";
import { priceFingerprintOf } from "./order-price.ts";
import { isUnpaidOrder, mayCancel } from "./order-words.ts";

/** So many days before the last day, the next year can be ordered. */
const RENEW_DAYS = 60;

const isServiceChange = ({ kind }: Order) => kind === "extend" || kind === "upgrade";
const isOpen = ({ status }: Order) => status === "requested" || status === "processing";

/** Returns the open order of a kind of a service. */
export function openOrder(orders: readonly Order[], kind: Order["kind"]): Order | undefined {
  return orders.find((order) => order.kind === kind && isOpen(order));
}

/** Returns the order of a service that is still to be paid: an open one or, without one, the newest that is done. */
export function unpaidOrder(orders: readonly Order[]): Order | undefined {
  const unpaid = orders.filter(isUnpaidOrder);
  return unpaid.find(isOpen) ?? unpaid[0];
}

/** Returns whether a customer paid for what a service is now: its first order, and the last year that it got. */
export function isYearPaid(orders: readonly Order[]): boolean {
  const isFirstUnpaid = orders.some((order) => isOpen(order) && !isServiceChange(order) && isUnpaidOrder(order));
  return !isFirstUnpaid && isLastYearPaid(orders.map((order) => ({ ...order, isUnpaid: !order.bill?.isPaid })));
}

/** Returns how far the next year of a service is. Takes its orders. Who asked for its price decides when it is named. */
export function nextYearOf(orders: readonly Order[]): NextYear {
  const order = openOrder(orders, "extend");
  if (!order) return undefined;
  const { bill, priceKsh, priceNamedAt, status } = order;
  if (bill?.isPaid) return "paid";
  if (bill) return bill.paidKsh > 0 || bill.hasTyped || bill.isOnItsWay ? "kept" : "unpaid";
  return priceKsh === 0 || (priceNamedAt !== null && status === "requested") ? "asked" : "paid";
}

/**
 * Returns whether an order of a service was paid in part or is begun, so that the service cannot be ended or made smaller
 * (`end_service_orders` in the database, which also knows of prompts).
 */
function isUnderWay(order: Order): boolean {
  return isOpen(order) && !(mayCancel(order) && (order.status === "requested" || !order.bill));
}

/** What the forms of a service offer. A form that is missing is not possible now. */
export type ServiceOffers = {
  /** Another year. `ksh` is 0 if staff name the price first. */
  renew?: { ksh: number; until: string; priceFingerprint: string };
  /** Larger plans, each with what it costs for the days left. */
  larger?: { choices: Choice[]; priceFingerprint: string };
  /** More mailboxes: `oneKsh` is what one more costs for the days left. */
  more?: { least: number; most: number; oneKsh: number; priceFingerprint: string };
  /** Staff name the price of more mailboxes. */
  moreByHand?: true;
  /** Smaller plans from the next year on. */
  smaller?: { choices: Choice[] };
  /** Fewer mailboxes from the next year on: at most so many. */
  fewer?: { most: number };
  /** What was chosen from the next year on can be taken back. */
  same?: true;
  end?: true;
  keep?: true;
};

/** Returns what a customer may do with a service. Takes its newest orders. Source: docs/product/services.md, "Services". */
export function serviceOffers(service: Service, orders: readonly Order[], now: Date): ServiceOffers {
  const { kind, plan, seats, state, endsOn, willEnd, nextPlan, nextSeats, nextOn, wanted } = service;
  if (endsOn === null || (state !== "active" && state !== "suspended")) return {};
  const left = daysLeft(endsOn, dayNumber(now));
  if (willEnd) return state === "active" && left >= 0 ? { keep: true } : {};
  const hasNextYear = openOrder(orders, "extend") !== undefined;
  const isUpgrading = openOrder(orders, "upgrade") !== undefined;
  const isOver = isOverForGood(service, dayNumber(now));
  const canRenew = !hasNextYear && !isUpgrading && nextOn === null && left <= RENEW_DAYS && !isOver;
  const renew = canRenew ? { renew: renewalOf(service, endsOn) } : {};
  // What follows the next year is of no use once that can't be paid any more.
  if (state === "suspended" || isOver) return renew;
  const owes = orders.some((order) => order.status === "done" && isUnpaidOrder(order));
  const isFree = !hasNextYear && wanted === null && left >= UPGRADE_DAYS && !isUpgrading && !owes;
  if (orders.some((order) => isServiceChange(order) && isUnderWay(order))) return {};
  const offers: ServiceOffers = { ...renew, ...(left >= 0 && { end: true }) };
  const isSmaller = nextPlan !== null || nextSeats !== null;
  if (isSmaller) return { ...offers, ...(nextOn === null && { same: true }) };
  const larger = isFree ? largerOf(service, endsOn, dayNumber(now)) : {};
  // The year after a paid next one is chosen when that has begun.
  if (nextOn !== null) return { ...offers, ...larger };
  const smaller = kind === "hosting" ? otherPlans(plan, -1).map(nextYearChoice) : [];
  return {
    ...offers,
    ...larger,
    ...(smaller.length > 0 && { smaller: { choices: smaller.reverse() } }),
    ...(kind === "mail" && seats !== null && seats > 1 && { fewer: { most: seats - 1 } }),
  };
}

function renewalOf(service: Service, endsOn: string): NonNullable<ServiceOffers["renew"]> {
  const ksh = nextYearPriceOf(service)?.ksh ?? 0;
  const until = dateOf(dayNumber(addYears(new Date(endsOn), 1))).words;
  return { ksh, until, priceFingerprint: `${ksh}-${endsOn}` };
}

function nextYearChoice({ slug, shortName }: ReturnType<typeof otherPlans>[number]): Choice {
  const price = yearPriceOf({ kind: "hosting", plan: slug, seats: null });
  return { value: slug, label: shortName, note: "from the next year", price, isYearly: true };
}

function largerOf(
  service: Service,
  endsOn: string,
  today: number,
): Pick<ServiceOffers, "larger" | "more" | "moreByHand"> {
  if (service.kind === "hosting") {
    const choices = otherPlans(service.plan, 1).flatMap(({ slug, shortName }): Choice[] => {
      const order = upgradeTo(service, { plan: slug, seats: null }, today);
      if (!order) return [];
      const note = `until ${dayWords(endsOn)}, then ${formatKsh(order.payload.yearKsh ?? 0)} a year`;
      return [
        {
          value: slug,
          label: shortName,
          note,
          price: { ksh: order.priceKsh, usdCents: usdCentsFromKsh(order.priceKsh) },
        },
      ];
    });
    return choices.length === 0 ? {} : { larger: { choices, priceFingerprint: priceFingerprintOf(choices) } };
  }
  const { plan, seats } = service;
  if (seats === null || seats >= MAX_SEATS) return {};
  const one = upgradeTo(service, { plan, seats: seats + 1 }, today);
  if (!one) return { moreByHand: true };
  return { more: { least: seats + 1, most: MAX_SEATS, oneKsh: one.priceKsh, priceFingerprint: String(one.priceKsh) } };
}

/** Returns the order of a larger plan or of more mailboxes on a day (a dayNumber); undefined if staff name their price. */
export function upgradeTo(
  service: Service,
  to: { plan: string; seats: number | null },
  today: number,
): ServiceOrder | undefined {
  const year = yearPriceOf({ kind: service.kind, ...to });
  if (!year || service.endsOn === null) return undefined;
  return upgradeOrderOf(service, { ...to, yearKsh: year.ksh }, paidTerms(service, service.endsOn, today));
}
