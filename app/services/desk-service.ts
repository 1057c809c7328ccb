import { trailWords } from "#app/desk/log-words.ts";
import { lateWords } from "#app/desk/trail.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import type { DeskService, ServiceChange } from "./desk.table.server.ts";
import type { ServiceAct } from "./desk-forms.ts";
import { SERVICE_STATE_WORDS } from "./desk-list.ts";
import { dayOf, daysLeft, deletedFrom, PRICE_DAYS, REISSUE_DAYS } from "./service.ts";
import { nextYearPriceOf } from "./service-price.ts";

type Order = DeskService["orders"][number];

/** Returns the open order that the service began with; undefined if it is done. */
export function firstOrderOf({ orders }: Pick<DeskService, "orders">): Order | undefined {
  return orders.find(({ kind, status }) => isOpen(status) && kind !== "extend" && kind !== "upgrade");
}

/** Returns what is missing of the money for an order, in words; empty if it is paid on the site. */
export function unpaidWords({ isUnpaid, billId, priceKsh }: Order): string {
  if (!isUnpaid) return "";
  return billId !== null ? "not paid yet" : priceKsh === 0 ? "without a price" : "without a bill";
}

const isOpen = (status: Order["status"]) => status === "requested" || status === "processing";

/** Returns the open order by which the customer only asked for the price of the next year. */
export function askedYearOf({ orders }: Pick<DeskService, "orders">): Order | undefined {
  return orders.find(
    ({ kind, status, priceKsh, billId }) => kind === "extend" && isOpen(status) && priceKsh === 0 && billId === null,
  );
}

/** Returns whether staff keep a service from being suspended today (a dayNumber). */
export function isHeld({ holdUntil }: Pick<DeskService, "holdUntil">, today: number): boolean {
  return holdUntil !== null && daysLeft(holdUntil, today) >= 0;
}

/** Returns the open order for a next year that is paid. Its days begin when it is done. */
export function paidYearOf({ orders }: Pick<DeskService, "orders">): Order | undefined {
  return orders.find(({ kind, status, isUnpaid }) => kind === "extend" && isOpen(status) && !isUnpaid);
}

/** Whether the hosting server is at work on it. Then staff leave it alone. */
function isCalled({ provider, wanted, problem }: DeskService): boolean {
  return provider === "whm" && wanted !== null && problem === null;
}

/**
 * Returns which forms a service offers a member of staff, by the rules of desk_change_service in the database. `usesServer`: the
 * site has a hosting server.
 */
export function offeredActs(service: DeskService, me: string, now: Date, usesServer: boolean) {
  const { kind, state, wanted, problem, provider, orders } = service;
  const first = firstOrderOf(service);
  const isMine = first !== undefined && (first.status === "requested" || first.takenBy === me);
  const [isAlive, isAtServer] = [state === "active" || state === "suspended", isCalled(service)];
  const isOver = !isHeld(service, dayNumber(now)) && isDeletable(service, dayNumber(now));
  return {
    again: problem !== null && provider === "whm" && wanted !== null,
    there: problem !== null && wanted !== null,
    server: usesServer && kind === "hosting" && state === "ordered" && wanted === null && isMine,
    setup: (isAlive || (state === "ordered" && isMine)) && !(isAtServer && wanted === "create"),
    suspend: state === "active" && wanted === "suspended" && !isAtServer,
    restore: state === "suspended" && !isAtServer,
    plan: wanted === "plan" && provider !== "whm",
    reissued: kind === "certificate" && state === "active",
    hold: isAlive,
    price: isAlive,
    date: isAlive && !isAtServer,
    removed:
      (state === "ended" && problem !== null) ||
      (state === "suspended" && wanted === null && isOver && !orders.some(({ status }) => isOpen(status))),
  } satisfies Record<ServiceAct, boolean>;
}

/** Returns the form that a service needs now; undefined if it waits for nobody. */
export function neededAct(service: DeskService, now: Date): ServiceAct | undefined {
  const { kind, state, wanted, problem, provider, access, certEndsOn, endsOn } = service;
  const today = dayNumber(now);
  if (state === "ended") return problem === null ? undefined : "removed";
  if (problem !== null) return wanted === null ? "setup" : provider === "whm" ? "again" : "there";
  if (state === "ordered" && wanted === null) return "setup";
  if (wanted === "suspended") return "suspend";
  if (wanted === "active") return "restore";
  if (wanted === "plan") return "plan";
  if (state === "suspended" && isDeletable(service, today)) return "removed";
  if (state !== "active") return undefined;
  if (kind === "certificate" ? certEndsOn === null : access.panel === undefined) return "setup";
  if (certEndsOn !== null && endsOn !== null && certEndsOn < endsOn && daysLeft(certEndsOn, today) <= REISSUE_DAYS) {
    return "reissued";
  }
  return isUnpriced(service, today) ? "price" : undefined;
}

/** Whether so many days are over that staff may delete its data. */
function isDeletable(service: DeskService, today: number): boolean {
  const { endsOn } = service;
  return endsOn !== null && dayOf(deletedFrom(endsOn, service)) <= today;
}

/** Whether staff must name the price of the next year, because the list has none and none is agreed. */
function isUnpriced(service: DeskService, today: number): boolean {
  const { endsOn, willEnd, orders } = service;
  const isDue = endsOn !== null && !willEnd && daysLeft(endsOn, today) <= PRICE_DAYS;
  const isOrdered = orders.some(({ kind, status }) => kind === "extend" && isOpen(status));
  return isDue && !isOrdered && nextYearPriceOf(service) === undefined;
}

/** Returns why a form changed nothing. `fresh`: the service as it is now. */
export function serviceConflict(change: Exclude<ServiceChange, null>, fresh: DeskService, now: Date): string {
  const { outcome, last } = change;
  if (outcome === "paying") {
    return "Money for the next year was paid or reported, so it is not suspended. Look at “Payments” first. Nothing was saved.";
  }
  if (outcome === "unpaid") return "Its order is not paid yet. Tick it, and send it again. Nothing was saved.";
  if (outcome === "paid-year" && fresh.nextOn !== null && fresh.endsOn !== null) {
    const [first, last] = [dayWords(fresh.nextOn), dayWords(fresh.endsOn)];
    return `The next year, ${first} to ${last}, is paid: ${formatKsh(fresh.nextKsh ?? 0)}. Choose ${first} or a later day. Nothing was saved.`;
  }
  if (outcome === "others")
    return "Another customer has this name by now. Read whose it is, and send it again. Nothing was saved.";
  if (outcome === "taken") {
    return `${toDisplayName(change.domain ?? "")} has this username already. One account has one customer. Nothing was saved.`;
  }
  if (outcome === "nameless") return "The customer has no such name in our list. Nothing was saved.";
  const first = firstOrderOf(fresh);
  const holder = first?.takenName ? ` ${first.takenName} has its order.` : "";
  const until = fresh.endsOn === null ? "" : `, until ${dayWords(fresh.endsOn)}`;
  const isSetUp = last?.did === "service-setup";
  const did = isSetUp
    ? "set it up"
    : last?.did.startsWith("service-")
      ? trailWords(last.did, last.detail, "it")
      : "changed it";
  return `${lateWords(last ?? null, did, now, "It is not as this page showed it.")}${holder} It is ${SERVICE_STATE_WORDS[fresh.state].toLowerCase()} now${until}. Nothing was saved.`;
}

/** "2026-12-02" as "2 Dec 2026". */
export function dayWords(day: string): string {
  return dateOf(dayNumber(new Date(`${day}T12:00:00Z`))).words;
}
