import { toDisplayName } from "#app/domains/display-name.ts";
import type { Order } from "#app/orders/order.ts";
import { unpaidLink } from "#app/orders/order-words.ts";
import { listCurrentOrders } from "#app/orders/own-lists.table.server.ts";
import { isYearPaid, nextYearOf, serviceOffers, unpaidOrder } from "#app/orders/service-offers.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { type Result, success } from "#app/platform/result.ts";
import { dayNumber } from "#app/platform/text/nairobi-day.ts";
import { daysLeft, type Service } from "#app/services/service.ts";
import { serviceName } from "#app/services/service-order.ts";
import { nextYearPriceOf } from "#app/services/service-price.ts";
import { dayWords, isOverForGood, type Stand, standOf } from "#app/services/service-state.ts";
import { listServices } from "#app/services/services.table.server.ts";

/** A service as a row of a list. `next`: its one button; `isMain`: the customer should press it. */
export type ServiceRow = Pick<Stand, "tone" | "word"> & {
  id: string;
  domain: string;
  display: string;
  to: string;
  what: string;
  /** It is not set up yet. */
  isNew: boolean;
  /** Its last day and the price of the next year. */
  terms: string[];
  next: { to: string; label: string; isMain: boolean };
};

const RANK = { bad: 0, warn: 1, neutral: 2, ok: 3 };

/** Returns a customer's services as rows, those that need something first. Without the orders no row offers a payment. */
export async function readServiceRows(supabase: Supabase, userId: string, now: Date): Promise<Result<ServiceRow[]>> {
  const [services, orders] = await Promise.all([
    listServices(supabase, userId),
    listCurrentOrders(supabase, userId, now),
  ]);
  return services.ok ? success(serviceRows(services.value, orders.ok ? orders.value : [], now)) : services;
}

/**
 * Returns services as rows: the most urgent first, and of these the one that ends first. Takes the customer's orders, newest
 * first.
 */
export function serviceRows(services: readonly Service[], orders: readonly Order[], now: Date): ServiceRow[] {
  return services
    .toSorted((one, other) => (one.endsOn ?? "").localeCompare(other.endsOn ?? ""))
    .map((service) => rowOf(service, ordersOf(service, orders), now))
    .toSorted((one, other) => RANK[one.tone] - RANK[other.tone]);
}

/** Returns the orders of a service: those that name it, and the first one, which has its kind and name. */
export function ordersOf({ id }: Pick<Service, "id">, orders: readonly Order[]): Order[] {
  return orders.filter(({ serviceId }) => serviceId === id);
}

function rowOf(service: Service, orders: readonly Order[], now: Date): ServiceRow {
  const { id, kind, domain, state, endsOn, willEnd } = service;
  const to = `/dashboard/services/${id}`;
  const nextYear = nextYearOf(orders);
  const stand = standOf(service, { today: dayNumber(now), nextYear, isPaid: isYearPaid(orders) });
  const what = serviceName(kind, service);
  const price = nextYearPriceOf(service);
  const isOver = isOverForGood(service, dayNumber(now));
  const isOrdered = nextYear === "paid" || service.nextOn !== null;
  const nextPrice =
    willEnd || isOver || !price || endsOn === null ? "" : `Next year ${isOrdered ? "ordered" : formatKsh(price.ksh)}`;
  const day =
    endsOn === null ? "" : `${daysLeft(endsOn, dayNumber(now)) < 0 ? "Last day was" : "Until"} ${dayWords(endsOn)}`;
  return {
    ...{ id, domain, display: toDisplayName(domain), to, what, isNew: state === "ordered" },
    terms: [day, nextPrice].filter(Boolean),
    ...{ tone: stand.tone, word: stand.word },
    next: nextOf(to, service, orders, now),
  };
}

function nextOf(to: string, service: Service, orders: readonly Order[], now: Date): ServiceRow["next"] {
  const unpaid = unpaidOrder(orders);
  if (unpaid?.bill) return { ...unpaidLink(unpaid.bill), isMain: !unpaid.bill.isOnItsWay };
  if (serviceOffers(service, orders, now).renew) return { to: `${to}#renew`, label: "Renew", isMain: true };
  return { to, label: "Open", isMain: false };
}
