import type { NameCheck } from "#app/dns/name-check.ts";
import { relativeDay } from "#app/domains/expiry.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import type { Order } from "#app/orders/order.ts";
import { nextYearOf, openOrder } from "#app/orders/service-offers.ts";
import { dayNumber } from "#app/platform/text/nairobi-day.ts";
import { daysLeft, EXTEND_DAYS, type Service } from "#app/services/service.ts";
import { serviceName } from "#app/services/service-order.ts";
import { isOverForGood, restoreWords, standOf, stopWords } from "#app/services/service-state.ts";
import type { ActionItem } from "./action-item.ts";
import { itemOnItsWay, payAction } from "./order-items.ts";

type Known = { owned: readonly OwnedDomain[]; checkOf: (zoneId: string) => NameCheck | undefined };

/**
 * Returns what the customer should do about services: at most one item for each, which pays the bill of the next year if there is
 * one. Takes the customer's orders. Source: docs/product/dashboard.md, "Dashboard".
 */
export function serviceItems(
  services: readonly Service[],
  orders: readonly Order[],
  known: Known,
  now: Date,
): ActionItem[] {
  return services.flatMap((service) => {
    const its = orders.filter(({ serviceId }) => serviceId === service.id);
    if (nextYearOf(its) === "paid") return [];
    return endItem(service, openOrder(its, "extend"), now) ?? websiteItem(service, known) ?? [];
  });
}

/** A service that is suspended, has ended or ends within thirty days, and whose next year is not ordered or not paid. */
function endItem(service: Service, order: Order | undefined, now: Date): ActionItem | undefined {
  const { id, kind, domain, state, endsOn, willEnd, wanted } = service;
  if (endsOn === null || willEnd || (state !== "active" && state !== "suspended")) return undefined;
  // It is paid, and comes back now.
  if (state === "suspended" && wanted === "active") return undefined;
  const today = dayNumber(now);
  const left = daysLeft(endsOn, today);
  // Who ordered the next year early has its bill here, too.
  if (state === "active" && left > EXTEND_DAYS && order?.bill?.isPaid !== false) return undefined;
  const nextYear = nextYearOf(order ? [order] : []);
  const stand = standOf(service, { today, nextYear });
  const word = state === "suspended" ? "suspended" : `${left < 0 ? "ended" : "ends"} ${relativeDay(left)}`;
  const bill = order?.bill;
  const page = {
    kind: "service",
    to: `/dashboard/services/${id}`,
    label: state === "suspended" || order || isOverForGood(service, today) ? "See it" : "Renew",
  } as const;
  const what = `${serviceName(kind, service)} ${word}`;
  if (bill?.isOnItsWay) return itemOnItsWay(bill, [domain], what);
  return {
    tone: stand.tone === "bad" ? "bad" : "warn",
    names: [domain],
    word: what,
    reason:
      state === "suspended" ? restoreWords(service, endsOn, today) : stopWords(service, endsOn, { today, nextYear }),
    action: bill ? payAction(bill) : page,
  };
}

/** Hosting that is set up, for a name whose website leads nowhere yet. */
function websiteItem({ kind, domain, state, access }: Service, { owned, checkOf }: Known): ActionItem | undefined {
  const name = owned.find((one) => one.name === domain);
  const isBare = name?.zoneId != null && checkOf(name.zoneId)?.website.kind === "neutral";
  if (kind !== "hosting" || state !== "active" || access.ip === undefined || !isBare) return undefined;
  const reason = "Your hosting is set up. Lead your name to it.";
  return {
    tone: "neutral",
    names: [domain],
    word: "connect your website",
    reason,
    action: { kind: "website", ip: access.ip },
  };
}
