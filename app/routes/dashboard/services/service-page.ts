import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { toDisplayName } from "#app/domains/display-name.ts";
import { findDomain } from "#app/domains/domains.table.server.ts";
import { BUSINESS_EMAIL, findHostingPlan } from "#app/domains/hosting-plans.ts";
import type { Order } from "#app/orders/order.ts";
import { orderThing } from "#app/orders/order-title.ts";
import { isUnpaidOrder, mayCancel, priceOrPromise, stateWords, unpaidLink } from "#app/orders/order-words.ts";
import { listServiceOrders } from "#app/orders/own-lists.table.server.ts";
import { isYearPaid, nextYearOf, openOrder, serviceOffers, unpaidOrder } from "#app/orders/service-offers.ts";
import { moneyOnItsWay } from "#app/payments/pay-page.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import { clockOf, dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { changePath, orderPath } from "#app/routes/dashboard/ui/domain-path.ts";
import { diskWords } from "#app/services/disk-use.server.ts";
import { daysLeft, SECRET_MINUTES, type Service } from "#app/services/service.ts";
import { changeWords } from "#app/services/service-history.ts";
import { serviceName } from "#app/services/service-order.ts";
import { planName } from "#app/services/service-price.ts";
import {
  afterwards,
  dayWords,
  isOverForGood,
  nextPriceWords,
  type Stand,
  standOf,
} from "#app/services/service-state.ts";
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
  const head = headOf(service, known, now);
  const money = head.bill?.isOnItsWay && (await moneyOnItsWay(head.bill.id));
  const page = {
    path,
    ...head,
    // Nothing threatens while the money only has to be confirmed.
    ...(money?.isHere && { stand: confirming(service, head.stand), afterwards: [] }),
    bill: head.bill && { ...head.bill, ...money, ...(money && { kind: "alt" as const }) },
    facts: factsOf(service, disk, { isPaid: isYearPaid(known), now }),
    access: accessOf(service, now, own.ok ? own.value.zoneId !== null : undefined),
    isOwnName: own.ok,
    /** Of a service that has ended: where the same is ordered again. */
    again:
      service.state === "ended" ? { to: orderPath(service.kind, service.domain), label: AGAIN[service.kind] } : null,
    // Without the orders nothing is sold: the next year may be ordered already.
    offers: orders.ok ? serviceOffers(service, known, now) : {},
    orders: known.map((order) => orderRow(order, unpaidOrder(known), money ? money.title : undefined)),
    changes: changes.ok
      ? changes.value.map((change) => ({ when: dayOfMoment(change.at), words: changeWords(change, service.kind) }))
      : [],
    failure: orders.ok ? (changes.ok ? "" : changes.message) : orders.message,
  };
  return page.failure === "" ? data(page) : outagePage(args.context, page);
}

const AGAIN: Record<Service["kind"], string> = {
  hosting: "Order hosting again",
  mail: "Order mailboxes again",
  certificate: "Order SSL again",
};

const dayOfMoment = (at: string) => dateOf(dayNumber(new Date(at))).words;

/** What it is, how it is, what follows, and the bill that waits. */
function headOf(service: Service, orders: readonly Order[], now: Date) {
  const { kind, domain, nextPlan, nextSeats, nextOn, willEnd } = service;
  const isPaid = isYearPaid(orders);
  const nextYear = nextYearOf(orders);
  const first = openOrder(orders, kind);
  const isAsked = first !== undefined && !first.bill && first.priceKsh === 0;
  const stand = standOf(service, { today: dayNumber(now), nextYear, isPaid, isAsked });
  const asked = isAsked ? first : nextYear === "asked" ? openOrder(orders, "extend") : undefined;
  const unpaid = unpaidOrder(orders);
  const upgrade = openOrder(orders, "upgrade");
  const next = { plan: nextPlan ?? service.plan, seats: nextSeats ?? service.seats };
  return {
    what: serviceName(kind, service),
    domain,
    display: toDisplayName(domain),
    stand,
    afterwards: afterwards(service, { today: dayNumber(now), nextYear }),
    lastDay: service.endsOn === null ? "" : dayWords(service.endsOn),
    // Who ends it and keeps it after all has it again.
    smallerNext:
      (nextPlan === null && nextSeats === null) || (willEnd && nextOn === null) ? "" : serviceName(kind, next),
    // Empty if the next year has begun: it is not paid then.
    newYear: newYearOf(service, now),
    hasNextYear: nextOn !== null,
    isNextPaid: nextOn !== null && isPaid,
    bill: unpaid?.bill
      ? {
          ...{ id: unpaid.bill.id, isOnItsWay: unpaid.bill.isOnItsWay, ...unpaidLink(unpaid.bill) },
          title: service.state === "ordered" ? "" : "Not paid yet: ",
          text: "",
          what: orderThing(unpaid),
        }
      : null,
    /** Of a price that the customer asked for: where that is taken back. */
    cancelPath: asked && mayCancel(asked) ? changePath(asked.id) : "",
    upgrading: upgrade && !isUnpaidOrder(upgrade) ? orderThing(upgrade) : "",
  };
}

const confirming = ({ state }: Service, stand: Stand): Stand =>
  state === "ordered" ? { ...stand, text: "We begin when your money is confirmed." } : stand;

function newYearOf({ endsOn, nextOn }: Service, now: Date): string {
  if (nextOn !== null) return dayWords(nextOn);
  return endsOn === null || daysLeft(endsOn, dayNumber(now)) < 0 ? "" : dayWords(endsOn, 1);
}

type Fact = { label: string; value: string };

function factsOf(service: Service, disk: string, { isPaid, now }: { isPaid: boolean; now: Date }): Fact[] {
  const { kind, seats, state, startsOn, endsOn, priceKsh, willEnd, certEndsOn } = service;
  const facts: (Fact | false)[] = [
    kind === "certificate" ? false : { label: "Plan", value: planName(service) },
    seats !== null && { label: "Mailboxes", value: String(seats) },
    ...includedIn(service, disk),
    startsOn !== null &&
      endsOn !== null &&
      // Its first order failed on the day on which it began.
      endsOn >= startsOn && {
        label: isPaid ? "Paid" : "From and to",
        value: `${dayWords(startsOn)} to ${dayWords(endsOn)}`,
      },
    priceKsh > 0 && { label: "This year", value: formatKsh(priceKsh) },
    state !== "ended" &&
      !willEnd &&
      !isOverForGood(service, dayNumber(now)) && {
        label: "Next year",
        value: nextPriceWords(service, { today: dayNumber(now), isPaid }),
      },
    certEndsOn !== null && {
      label: "Certificate",
      value: `until ${dayWords(certEndsOn)}${endsOn !== null && certEndsOn < endsOn && !willEnd ? ", then we issue it again" : ""}`,
    },
  ];
  return facts.filter((fact) => fact !== false);
}

/** What the plan has. `disk`: how much of its storage is used, if the server says so. */
function includedIn({ kind, plan }: Service, disk: string): Fact[] {
  if (kind === "mail") return plan === "professional" ? [{ label: "Each mailbox", value: BUSINESS_EMAIL.storage }] : [];
  const specs = kind === "hosting" ? findHostingPlan(plan)?.specs : undefined;
  if (!specs) return [];
  return [
    { label: "Storage", value: disk || specs.storage },
    { label: "Websites", value: specs.domains },
    { label: "Backups", value: specs.backups },
  ];
}

/** Outlook on the web. Source: https://support.microsoft.com, "How to sign in to Outlook on the web". */
const OUTLOOK = "https://outlook.office.com/mail/";

/**
 * The way in. `hasZone`: whether the name has a zone with us, in which its website and its mail can be connected; undefined if
 * it is not the customer's.
 */
function accessOf(service: Service, now: Date, hasZone: boolean | undefined) {
  const { state, access, hasSecret, secretShownAt, provider, kind, plan } = service;
  const secretUntil = secretShownAt === null ? null : new Date(Date.parse(secretShownAt) + SECRET_MINUTES * 60_000);
  // A panel of a suspended service opens nothing.
  const isActive = state === "active";
  const isThere = isActive || state === "suspended";
  const { panel, username, host, ip } = access;
  const facts: Fact[] = [
    username !== undefined && { label: "User name", value: username },
    host !== undefined && { label: "Server", value: host },
    ip !== undefined && { label: "IP address", value: ip },
  ].filter((fact) => fact !== false);
  const way = panel ?? (kind === "mail" && plan === "microsoft-365" ? OUTLOOK : undefined);
  const isMail = kind === "mail" && isActive;
  return {
    panel: isActive && way?.startsWith("https://") ? way : "",
    isMail,
    /** Where the mail of the name is connected: by its records, or first by setting up DNS. */
    connectMail: isMail && hasZone ? `/dns/mail${plan === "microsoft-365" ? "?with=microsoft" : ""}` : "",
    needsDns: isMail && hasZone === false,
    facts: isActive ? facts : [],
    hasSecret: isThere && hasSecret && (secretUntil === null || now < secretUntil),
    secretUntil: secretUntil === null ? "" : clockOf(secretUntil).slice(0, 5),
    canOpen: isActive && provider === "whm" && username !== undefined,
    ip: encodeURIComponent(ip ?? ""),
    canConnect: isActive && kind === "hosting" && ip !== undefined && hasZone === true,
  };
}

/** `waiting`: the order whose bill the head of the page already shows. `money`: what is known of its money, if anything. */
function orderRow(order: Order, waiting: Order | undefined, money: string | undefined) {
  const { id, bill, priceKsh, createdAt } = order;
  const link =
    bill && (bill.isPaid ? { to: `/dashboard/orders/receipt/${bill.id}`, label: "Receipt" } : unpaidLink(bill));
  const isShown = order !== waiting && (bill?.isPaid || isUnpaidOrder(order));
  return {
    ...{
      id,
      what: orderThing(order),
      price: priceKsh === 0 && order.status === "done" ? "" : priceOrPromise(priceKsh),
      when: dayOfMoment(createdAt),
    },
    // The head of the page says what an unpaid order waits for.
    words:
      order !== waiting ? stateWords(order) : money || (order.status === "done" ? stateWords(order) : "Not paid yet."),
    ...(link && isShown && { link }),
  };
}
