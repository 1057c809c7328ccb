import { type Age, stillAge, waitingAge } from "#app/desk/age.ts";
import { type ListPage, type Place, rangeWords } from "#app/desk/list-page.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { relativeDay } from "#app/domains/expiry.ts";
import { ORDER_NAMES, orderNumber } from "#app/domains/order-kinds.ts";
import { formatKsh } from "#app/platform/money.ts";
import { dateOf, dayNumber, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import type { DeskService, ListedService } from "./desk.table.server.ts";
import { serviceDays } from "./desk-forms.ts";
import { SERVICE_KIND_WORDS, SERVICE_STATE_WORDS, type ServiceFilter, serviceListPath } from "./desk-list.ts";
import {
  askedYearOf,
  dayWords,
  firstOrderOf,
  isHeld,
  neededAct,
  offeredActs,
  paidYearOf,
  unpaidWords,
} from "./desk-service.ts";
import { isLastYearPaid } from "./paid-year.ts";
import { AFTER_SERVICE, countedFrom, dayOf, daysLeft, type Service } from "./service.ts";
import { changeWords } from "./service-history.ts";
import { nextYearPriceOf, serviceWords } from "./service-price.ts";

export type ServiceListView = ReturnType<typeof serviceList>;
export type ServiceView = ReturnType<typeof serviceView>;

const PROVIDERS: Record<Service["provider"], string> = {
  hand: "Staff, by hand",
  registrar: "The domain provider",
  whm: "The hosting server",
};

type Stated = Pick<Service, "state" | "endsOn" | "createdAt">;

function ageOf({ state, endsOn, createdAt }: Stated, now: Date): Age {
  if (endsOn === null || state === "ended") return stillAge(createdAt, now);
  const days = daysLeft(endsOn, dayNumber(now));
  const words = `${days < 0 ? "ended" : "ends"} ${relativeDay(days)}`;
  return { words, level: days < 0 ? "late" : days <= 30 ? "soon" : "new" };
}

/** Returns a page of services as the list shows it. */
export function serviceList(page: ListPage<ListedService>, filter: ServiceFilter, now: Date) {
  const path = (place: NonNullable<Place> | null) => place && serviceListPath({ ...filter, place });
  const rows = page.rows.map((service) => ({
    id: service.id,
    href: serviceListPath({ ...filter, place: undefined }, `/desk/services/${service.id}`),
    title: toDisplayName(service.domain),
    words: [
      serviceWords(service),
      SERVICE_STATE_WORDS[service.state].toLowerCase(),
      ...(service.hasProblem ? ["problem"] : service.wanted === null ? [] : [WANTED_WORDS[service.wanted]]),
    ].join(" · "),
    isWaiting: service.waitsSince !== null,
    age: service.waitsSince === null ? ageOf(service, now) : waitingAge(service.waitsSince, now),
  }));
  return { rows, range: rangeWords(page), previous: path(page.previous), next: path(page.next) };
}

const WANTED_WORDS: Record<NonNullable<Service["wanted"]>, string> = {
  create: "to set up",
  active: "to restore",
  suspended: "to suspend",
  plan: "to change the plan",
};

/** Returns a service in words for the member of staff `me`, with the forms that it offers. */
export function serviceView(service: DeskService, me: string, now: Date, usesServer: boolean) {
  const { id, kind, domain, state, access, userId, trail } = service;
  const first = firstOrderOf(service);
  const days = serviceDays(service, now);
  return {
    ...{ id, kind, domain, owner: userId, access, hasSecret: service.hasSecret, version: service.version },
    ...{
      renewKsh: service.renewKsh,
      endsOn: service.endsOn ?? "",
      holdUntil: isHeld(service, dayNumber(now)) ? (service.holdUntil ?? "") : "",
    },
    certEndsOn: service.certEndsOn ?? "",
    // What tells two passwords apart stays in the log.
    trail: trail.map(({ detail: { fingerprint: _, ...detail }, ...line }) => ({ ...line, detail })),
    display: toDisplayName(domain),
    what: serviceWords(service),
    tag: { kind: tagKind(service), words: SERVICE_STATE_WORDS[state] },
    age: state === "ordered" || state === "ended" ? "" : ageOf(service, now).words,
    problem: service.problem ?? "",
    ...{ isEnded: state === "ended", isOrdered: state === "ordered" },
    others: service.others.map((other) => ({
      who: other.name || other.email,
      href: other.serviceId === null ? `/desk/people/${other.userId}` : `/desk/services/${other.serviceId}`,
      has: other.serviceId === null ? "The name" : SERVICE_KIND_WORDS[kind],
    })),
    offered: offeredActs(service, me, now, usesServer),
    needed: neededAct(service, now),
    isPriceAsked: askedYearOf(service) !== undefined,
    /** The next year is paid, and its order waits for staff. */
    isYearWaiting: paidYearOf(service) !== undefined,
    firstOrder: first && {
      href: `/desk/orders/${first.id}`,
      ...{ isUnpaid: first.isUnpaid, hasBill: first.billId !== null, unpaid: unpaidWords(first) },
      // Before it is paid nothing is set up, unless the customer pays the agency in another way: then it has a price and no bill.
      waits:
        first.isUnpaid && first.billId !== null
          ? "It waits for its payment."
          : first.priceKsh === 0
            ? "Its order waits for a price."
            : "",
      holder: first.takenBy !== null && first.takenBy !== me ? (first.takenName ?? "A colleague") : "",
    },
    days: { hold: isoDays(days.hold), date: isoDays(days.date), certificate: isoDays(days.certificate) },
    changes: service.changes.map((change) => ({
      when: nairobiTime(new Date(change.at)),
      words: changeWords(change, kind).replace(/^You /, "The customer "),
    })),
    facts: [
      ...mainFacts(service, dayNumber(now)),
      ...service.orders.flatMap((order) => moneyFacts(order, service)),
      ...accessFacts(service),
    ],
    orders: service.orders.map((order) => ({
      href: `/desk/orders/${order.id}`,
      title: ORDER_NAMES[order.kind],
      price: order.priceKsh > 0 ? formatKsh(order.priceKsh) : "",
      words: [orderNumber(order.id), unpaidWords(order), order.status].filter(Boolean).join(", "),
    })),
  };
}

const isoDays = ({ first, last }: { first: { iso: string }; last: { iso: string } }) => ({
  min: first.iso,
  max: last.iso,
});

function tagKind({ state, wanted, problem }: DeskService): "ok" | "warn" | "neutral" {
  if (state === "ended") return "neutral";
  return state === "active" && wanted === null && problem === null ? "ok" : "warn";
}

type Fact = { label: string; parts: { value: string; href?: string }[] };
const fact = (label: string, value: string | false | null): Fact[] => (value ? [{ label, parts: [{ value }] }] : []);

function mainFacts(service: DeskService, today: number): Fact[] {
  const { customer, userId, startsOn, endsOn, willEnd, priceKsh, wanted, holdUntil, suspendedOn, state } = service;
  const { nextPlan, nextSeats, nextOn, nextKsh, kind, seats } = service;
  const next = nextYearPriceOf(service);
  const isPaid = isLastYearPaid(service.orders);
  const change = (nextPlan !== null || nextSeats !== null) && !(willEnd && nextOn === null);
  return [
    ...fact("What", serviceWords(service)),
    {
      label: "Customer",
      parts: customer
        ? [{ value: customer.name || customer.email, href: `/desk/people/${userId}` }]
        : [{ value: "The account is gone" }],
    },
    ...fact("Set up by", PROVIDERS[service.provider]),
    ...fact("To do", wanted !== null && WANTED_WORDS[wanted]),
    ...fact(
      isPaid ? "Paid" : "From and to, not paid here",
      startsOn &&
        endsOn &&
        [
          // Its first order failed on the day on which it began.
          endsOn < startsOn ? "no day" : `${dayWords(startsOn)} to ${dayWords(endsOn)}`,
          ...(priceKsh > 0 ? [`${formatKsh(priceKsh)}${nextKsh === null ? "" : " this year"}`] : []),
        ].join(", "),
    ),
    ...fact(
      "Next year",
      state !== "ended" &&
        (willEnd
          ? "None: it ends with the last day"
          : nextKsh !== null
            ? `${formatKsh(nextKsh)}${isPaid ? ", paid" : ", not paid here"}`
            : next === undefined
              ? "No price yet"
              : `${formatKsh(next.ksh)}${service.renewKsh === null ? "" : ", agreed"}`),
    ),
    ...fact(
      nextOn === null ? "From the next year" : `From ${dayWords(nextOn)}`,
      change && serviceWords({ kind, plan: nextPlan ?? service.plan, seats: nextSeats ?? seats }),
    ),
    ...fact("Not suspended", isHeld(service, today) && `until ${dayWords(holdUntil ?? "")}`),
    ...fact("Suspended", suspendedOn ? `since ${dayWords(suspendedOn)}` : null),
  ];
}

/** The last day on which the next year can be paid, in words. */
const payableUntil = (endsOn: string, its: Parameters<typeof countedFrom>[1]) =>
  dateOf(dayOf(countedFrom(endsOn, its)) + AFTER_SERVICE.renewable).words;

/** What was paid or reported of the open bill of an order, and until when that keeps the service as it is. */
function moneyFacts({ id, kind, money }: DeskService["orders"][number], service: DeskService): Fact[] {
  if (!money) return [];
  const { endsOn, state, holdUntil, pricedOn } = service;
  const { reference, paidKsh, amountKsh, typedCode } = money;
  const words = [
    paidKsh > 0 && `${formatKsh(paidKsh)} of ${formatKsh(amountKsh)} paid`,
    typedCode !== null && `the customer typed ${typedCode}, which nobody has found`,
  ].filter((part) => part !== false);
  const until =
    kind === "extend" && endsOn !== null
      ? `${state === "suspended" ? "the rest can be paid" : "it keeps the service"} until ${payableUntil(endsOn, { holdUntil, pricedOn })}`
      : kind === "upgrade" && "it keeps the order for three days";
  return [
    {
      label: "Waits for money",
      parts: [
        { value: `bill ${reference}`, href: `/desk/orders/${id}` },
        ...(typedCode === null ? [] : [{ value: "its code", href: `/desk/payments?q=${typedCode}&state=todo` }]),
        { value: words.join(", ") || "a payment is being confirmed" },
        ...(until && words.length > 0 ? [{ value: until }] : []),
      ],
    },
  ];
}

function accessFacts({ kind, access, hasSecret, secretShownAt, certEndsOn }: DeskService): Fact[] {
  if (kind === "certificate") return fact("Certificate", certEndsOn && `until ${dayWords(certEndsOn)}`);
  const { panel, username, host, ip } = access;
  return [
    ...fact("Panel", panel ?? ""),
    ...fact("Username", username ?? ""),
    ...fact("Server", [host, ip].filter(Boolean).join(", ")),
    ...fact(
      "First password",
      hasSecret && (secretShownAt === null ? "waits for the customer" : "the customer has seen it"),
    ),
  ];
}
