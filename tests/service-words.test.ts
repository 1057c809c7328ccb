import fc from "fast-check";
import { expect, test } from "vitest";
import { serviceItems } from "#app/dashboard/service-items.ts";
import { serviceRows } from "#app/dashboard/service-rows.server.ts";
import type { Order } from "#app/orders/order.ts";
import { isYearPaid, serviceOffers, unpaidOrder } from "#app/orders/service-offers.ts";
import { deadlineWords } from "#app/payments/deadline-words.ts";
import { brandFrom } from "#app/platform/brand.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { SERVICE_STATES, type Service, WANTED } from "#app/services/service.ts";
import { serviceMail } from "#app/services/service-mail.ts";
import { nextYearPriceOf } from "#app/services/service-price.ts";
import { afterwards, type NextYear, nextPriceWords, standOf } from "#app/services/service-state.ts";

const now = new Date("2028-03-01T09:00:00Z");
const TODAY = dayNumber(now);
const site = { origin: "https://jirani.example", payment: "Pay Bill 123456.", brand: brandFrom({}) };
/** Words that say that a day is over, or that it is the last one of what was paid. */
const OVER = /[Ll]ast (?:paid )?day was|[Pp]aid until|[Ee]nded|moves by a year when/;

/** Services as the database may have them: each kind with its plans, and each day from 400 before the last one to 60 after it. */
const services = fc
  .record({
    what: fc.constantFrom(
      { kind: "hosting", plan: "deluxe", seats: null } as const,
      { kind: "mail", plan: "professional", seats: 5 } as const,
      { kind: "mail", plan: "microsoft-365", seats: 2 } as const,
      { kind: "certificate", plan: "dv", seats: null } as const,
    ),
    left: fc.integer({ min: -60, max: 400 }),
    state: fc.constantFrom(...SERVICE_STATES),
    wanted: fc.constantFrom(null, ...WANTED),
    willEnd: fc.boolean(),
    renewKsh: fc.constantFrom(null, 9_000),
    nextPlan: fc.constantFrom(null, "starter"),
    isNextPaid: fc.boolean(),
  })
  .map(({ what, left, state, isNextPaid, ...more }): Service => {
    const hasNext = isNextPaid && left > 340;
    return {
      ...{ id: "5d1c0f9e-0000-4000-8000-000000000000", domain: "duka.co.ke", provider: "hand", access: {} },
      ...{ hasSecret: false, secretShownAt: null, certEndsOn: null, createdAt: now.toISOString(), nextSeats: null },
      ...{ ...what, ...more, state, priceKsh: 6_228 },
      nextOn: hasNext ? dateOf(TODAY + left - 340).iso : null,
      nextKsh: hasNext ? 6_228 : null,
      ...(state === "ordered"
        ? { startsOn: null, endsOn: null }
        : { startsOn: dateOf(TODAY + left - 364).iso, endsOn: dateOf(TODAY + left).iso }),
      suspendedOn: state === "suspended" ? dateOf(TODAY - 1).iso : null,
    };
  });

/** Returns all sentences that a customer reads about a service on a day. */
function sentencesOf(service: Service, nextYear: NextYear): string[] {
  const { state, endsOn, willEnd } = service;
  const known = { today: TODAY, nextYear };
  const mailed =
    endsOn === null
      ? []
      : [
          ...(state === "suspended" ? (["suspended"] as const) : []),
          ...(state === "active" ? (["restored", "upgraded", "set-up"] as const) : []),
          // The customer may end and keep it only until its last day.
          ...(state === "active" && endsOn >= dateOf(TODAY).iso
            ? ([willEnd ? "ends" : "stays", "backup"] as const)
            : []),
        ].map((kind) => serviceMail(service, { kind }, { to: "a@b.ke", name: null, now, site }).text);
  const order = { kind: "extend", domain: service.domain } as Order;
  const bill = { openedAt: now.toISOString(), now, until: undefined, service, keptBy: undefined };
  return [
    standOf(service, known).text,
    ...afterwards(service, known),
    nextPriceWords(service, { today: TODAY }),
    ...serviceRows([service], [], now).flatMap(({ terms }) => terms),
    ...serviceItems([service], [], { owned: [], checkOf: () => undefined }, now).map(({ reason }) => reason ?? ""),
    ...(state === "active" ? [deadlineWords([order], bill).text, deadlineWords([order], bill).by] : []),
    ...mailed,
  ].flatMap((text) => text.split(/(?<=[.?!])\s+|\n+| · /));
}

test("no sentence about a service names a past day as one to come, and none is empty of sense", () => {
  const nextYears = fc.constantFrom<NextYear>("paid", "unpaid", undefined);
  fc.assert(
    fc.property(services, nextYears, (service, nextYear) => {
      const sentences = sentencesOf(service, nextYear);
      for (const sentence of sentences) {
        expect(sentence).not.toMatch(/undefined|null|NaN/);
        for (const [day] of sentence.matchAll(/\d{1,2} [A-Z][a-z]{2} \d{4}/g)) {
          if (Date.parse(`${day} UTC`) / 86_400_000 < TODAY) expect(sentence).toMatch(OVER);
        }
      }
    }),
    { numRuns: 3_000 },
  );
});

test("who ended a service is not said, because it may have been the agency", () => {
  const service = { kind: "hosting", plan: "deluxe", seats: null, willEnd: true, wanted: null } as const;
  for (const state of ["active", "suspended"] as const) {
    const of = { ...service, state, renewKsh: null, nextPlan: null, nextSeats: null, endsOn: dateOf(TODAY - 1).iso };
    expect(standOf(of, { today: TODAY, nextYear: undefined }).text).toMatch(/^It has ended\./);
  }
});

const orderWith = (kind: Order["kind"], status: Order["status"], isPaid: boolean) =>
  ({ kind, status, id: kind, bill: { id: kind, isPaid, paidKsh: 0, missingKsh: 6_228 } }) as Order;

test("a service whose first order failed is not called paid", () => {
  const orders = (status: "done" | "failed") => [
    orderWith("extend", "failed", true),
    orderWith("hosting", status, true),
  ];
  expect(isYearPaid(orders("done"))).toBe(true);
  expect(isYearPaid(orders("failed"))).toBe(false);
});

test("what was set up before it was paid, or whose payment was void, is still asked for; an open order comes first", () => {
  const [first, extend] = [orderWith("hosting", "done", false), orderWith("extend", "done", false)];
  expect(unpaidOrder([orderWith("upgrade", "failed", false), first])).toBe(first);
  expect(unpaidOrder([extend, orderWith("hosting", "done", true)])).toBe(extend);
  const open = orderWith("upgrade", "requested", false);
  expect(unpaidOrder([extend, open, first])).toBe(open);
  expect(unpaidOrder([orderWith("extend", "done", true)])).toBeUndefined();
});

test("what follows is said of the day that comes, and nothing of a next year that is paid", () => {
  const of = (left: number, more: Partial<Service> = {}, nextYear?: NextYear) =>
    afterwards(
      {
        ...{ kind: "hosting", plan: "deluxe", seats: null, state: "active", willEnd: false, wanted: null },
        ...{ renewKsh: null, nextPlan: null, nextSeats: null, endsOn: dateOf(TODAY + left).iso, ...more },
      },
      { today: TODAY, nextYear },
    );
  const words = (days: number) => dateOf(TODAY + days).words;
  expect(of(0)).toEqual([
    `Without a payment it stops on ${words(8)}.`,
    `You can pay the next year until ${words(38)}.`,
    `From ${words(45)} on we may delete its data.`,
  ]);
  expect(of(-9)).toEqual([
    `You can pay the next year until ${words(29)}.`,
    `From ${words(36)} on we may delete its data.`,
  ]);
  expect(of(-39, { state: "suspended" })).toEqual([`From ${words(6)} on we may delete its data.`]);
  expect(of(-46, { state: "suspended" })).toEqual(["We may delete its data now."]);
  expect(of(-46)).toEqual(["After it stops, we may delete its data 37 days later."]);
  // It was suspended on day 44, and not on day 8.
  const late = { state: "suspended", suspendedOn: dateOf(TODAY - 2).iso } as const;
  expect(of(-46, late)).toEqual([`From ${words(35)} on we may delete its data.`]);
  expect(of(0, {}, "paid")).toEqual([]);
  expect(of(-20, { kind: "certificate", plan: "dv" })).toEqual([]);
  expect(of(-2, { willEnd: true })).toEqual([`From ${words(43)} on we may delete its data.`]);
});

test("a service that can't be paid any more offers nothing, and says how it is kept and what is deleted", () => {
  fc.assert(
    fc.property(services, fc.integer({ min: 39, max: 60 }), (any, days) => {
      const state = any.state === "suspended" ? ("suspended" as const) : ("active" as const);
      const late = { ...any, state, wanted: null, willEnd: false, nextOn: null, nextKsh: null };
      const service = { ...late, endsOn: dateOf(TODAY - days).iso };
      fc.pre(nextYearPriceOf(service) !== undefined);
      expect(serviceOffers(service, [], now)).toEqual({});
      const pages = serviceItems([service], [], { owned: [], checkOf: () => undefined }, now);
      expect(pages.map(({ action }) => action)).toEqual([expect.objectContaining({ label: "See it" })]);
      expect(serviceRows([service], [], now)[0]?.terms.join()).not.toContain("Next year");
      const known = { today: TODAY, nextYear: undefined };
      expect(standOf(service, known).text).toMatch(/Write to us .*if you want/);
      if (service.kind !== "certificate") expect(afterwards(service, known).join()).toMatch(/delete its data/);
    }),
  );
});

test("a suspended service that is paid and comes back asks for nothing", () => {
  fc.assert(
    fc.property(services, (any) => {
      const service = { ...any, state: "suspended", wanted: "active", willEnd: false } as const;
      expect(serviceItems([service], [], { owned: [], checkOf: () => undefined }, now)).toEqual([]);
    }),
  );
});
