import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { toDisplayName } from "#app/domains/display-name.ts";
import { findDomain } from "#app/domains/domains.table.server.ts";
import type { Order } from "#app/orders/order.ts";
import { orderThing } from "#app/orders/order-title.ts";
import { priceOrPromise, stateWords } from "#app/orders/order-words.ts";
import { listServiceOrders } from "#app/orders/own-lists.table.server.ts";
import { nextYearOf, openOrder, serviceOffers } from "#app/orders/service-offers.ts";
import { nowDate } from "#app/platform/clock.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { payPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { diskWords } from "#app/services/disk-use.server.ts";
import { PRICE_DAYS, type Service } from "#app/services/service.ts";
import { changeWords } from "#app/services/service-history.ts";
import { serviceName } from "#app/services/service-order.ts";
import { nextYearPriceOf, planName } from "#app/services/service-price.ts";
import { afterwards, dayWords, standOf } from "#app/services/service-state.ts";
import { listServiceChanges } from "#app/services/services.table.server.ts";
import { requireOwnService } from "./own-service.ts";

export type ServicePage = Awaited<ReturnType<typeof loadServicePage>>["data"];

/** Returns what the page of a service shows. Without its orders or its history the page still says how it is. */
export async function loadServicePage(args: LoaderFunctionArgs) {
  const { account, supabase, service, path } = await requireOwnService(args);
  const now = nowDate();
  const [orders, changes, disk, own] = await Promise.all([
    listServiceOrders(supabase, account.id, service.id),
    listServiceChanges(supabase, account.id, service.id),
    diskWords(service, now),
    findDomain(supabase, account.id, service.domain),
  ]);
  const known = orders.ok ? orders.value : [];
  const page = {
    path,
    ...headOf(service, known, now),
    facts: factsOf(service, disk),
    access: accessOf(service, own.ok && own.value.zoneId !== null),
    isOwnName: own.ok,
    // Without the orders nothing is sold: the next year may be ordered already.
    offers: orders.ok ? serviceOffers(service, known, now) : {},
    orders: known.map(orderRow),
    changes: changes.ok
      ? changes.value.map((change) => ({ when: dayOfMoment(change.at), words: changeWords(change, service.kind) }))
      : [],
    failure: orders.ok ? (changes.ok ? "" : changes.message) : orders.message,
  };
  return page.failure === "" ? data(page) : outagePage(args.context, page);
}

const dayOfMoment = (at: string) => dateOf(dayNumber(new Date(at))).words;
const isUnpaid = (order: Order | undefined) => order?.bill?.isPaid === false;

/** What it is, how it is, what follows, and the bill that waits. */
function headOf(service: Service, orders: readonly Order[], now: Date) {
  const { kind, domain, nextPlan, nextSeats, nextOn } = service;
  const isPaid = !isUnpaid(openOrder(orders, kind));
  const stand = standOf(service, { today: dayNumber(now), nextYear: nextYearOf(orders), isPaid });
  const unpaid = orders.find((order) => openOrder([order], order.kind) && isUnpaid(order));
  const upgrade = openOrder(orders, "upgrade");
  const next = { plan: nextPlan ?? service.plan, seats: nextSeats ?? service.seats };
  return {
    what: serviceName(kind, service),
    domain,
    display: toDisplayName(domain),
    stand,
    afterwards: afterwards(service, dayNumber(now)),
    lastDay: service.endsOn === null ? "" : dayWords(service.endsOn),
    smallerNext: nextPlan === null && nextSeats === null ? "" : serviceName(kind, next),
    newYear: service.endsOn === null ? "" : dayWords(nextOn ?? service.endsOn, nextOn === null ? 1 : 0),
    isNextPaid: nextOn !== null,
    bill: unpaid?.bill
      ? { to: payPath(unpaid.bill.id), amount: formatKsh(unpaid.bill.missingKsh), what: orderThing(unpaid) }
      : null,
    upgrading: upgrade && !isUnpaid(upgrade) ? orderThing(upgrade) : "",
  };
}

type Fact = { label: string; value: string };

function factsOf(service: Service, disk: string): Fact[] {
  const { kind, seats, state, startsOn, endsOn, priceKsh, willEnd, certEndsOn } = service;
  const facts: (Fact | false)[] = [
    kind === "certificate" ? false : { label: "Plan", value: planName(service) },
    seats !== null && { label: "Mailboxes", value: String(seats) },
    startsOn !== null && { label: "Since", value: dayWords(startsOn) },
    endsOn !== null && { label: "Last paid day", value: dayWords(endsOn) },
    priceKsh > 0 && { label: "This year", value: formatKsh(priceKsh) },
    state !== "ended" && !willEnd && { label: "Next year", value: nextPriceWords(service) },
    certEndsOn !== null && { label: "Certificate until", value: dayWords(certEndsOn) },
    disk !== "" && { label: "Disk", value: disk },
  ];
  return facts.filter((fact) => fact !== false);
}

/** The price of the next year; if it is another one than this year's, the page shows both. */
function nextPriceWords(service: Service): string {
  if (service.nextKsh !== null) return `${formatKsh(service.nextKsh)}, paid`;
  const price = nextYearPriceOf(service);
  if (price) return formatKsh(price.ksh);
  return service.endsOn === null
    ? "We tell you before it begins"
    : `We tell you by ${dayWords(service.endsOn, -PRICE_DAYS)}`;
}

/** The way in. `hasZone`: the name has a zone with us, in which its website can be connected. */
function accessOf({ state, access, hasSecret, provider, kind }: Service, hasZone: boolean) {
  const isThere = state === "active" || state === "suspended";
  const { panel, username, host, ip } = access;
  const facts: Fact[] = [
    username !== undefined && { label: "User name", value: username },
    host !== undefined && { label: "Server", value: host },
    ip !== undefined && { label: "IP address", value: ip },
  ].filter((fact) => fact !== false);
  return {
    panel: isThere && panel?.startsWith("https://") ? panel : "",
    facts: isThere ? facts : [],
    hasSecret: isThere && hasSecret,
    canOpen: state === "active" && provider === "whm" && username !== undefined,
    ip: encodeURIComponent(ip ?? ""),
    canConnect: state === "active" && kind === "hosting" && ip !== undefined && hasZone,
  };
}

function orderRow(order: Order) {
  const { id, bill, priceKsh, createdAt } = order;
  const link = bill && {
    to: bill.isPaid ? `/dashboard/orders/receipt/${bill.id}` : payPath(bill.id),
    label: bill.isPaid ? "Receipt" : `Pay ${formatKsh(bill.missingKsh)}`,
  };
  const isShown = bill?.isPaid || order.status === "requested" || order.status === "processing";
  return {
    ...{ id, what: orderThing(order), price: priceOrPromise(priceKsh), when: dayOfMoment(createdAt) },
    words: stateWords(order),
    ...(link && isShown && { link }),
  };
}
