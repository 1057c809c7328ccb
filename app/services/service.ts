import type { AfterExpiry } from "#app/domains/tld-prices.ts";
import { dateOf } from "#app/platform/text/nairobi-day.ts";

/** What customers own beside domains. Source: docs/product/services.md, "Services". */
export const SERVICE_KINDS = ["hosting", "mail", "certificate"] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

export const SERVICE_STATES = ["ordered", "active", "suspended", "ended"] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** What the server or a person still has to do. "plan": the change of plan. */
export const WANTED = ["create", "active", "suspended", "plan"] as const;

/** A service as its customer reads it. Days are "2027-03-01", in Nairobi; prices are whole shillings with tax. */
export type Service = {
  id: string;
  kind: ServiceKind;
  /** The ASCII name. */
  domain: string;
  plan: string;
  /** Mailboxes; null for other kinds. */
  seats: number | null;
  state: ServiceState;
  /** The first and the last paid day; null before it is set up. */
  startsOn: string | null;
  endsOn: string | null;
  /** Paid for the running term, for all seats. */
  priceKsh: number;
  /** What staff agreed for the next year; null for the price of the list. */
  renewKsh: number | null;
  nextPlan: string | null;
  nextSeats: number | null;
  /** A next year that is paid and has not begun: its first day, and its price. Its plan and seats are those above. */
  nextOn: string | null;
  nextKsh: number | null;
  /** The customer ends it with the last paid day. */
  willEnd: boolean;
  provider: "hand" | "registrar" | "whm";
  /** The way in. `panel` is an https address. */
  access: { panel?: string; username?: string; host?: string; ip?: string };
  /** Whether the first password is stored, and when it was first shown. */
  hasSecret: boolean;
  secretShownAt: string | null;
  certEndsOn: string | null;
  suspendedOn?: string | null | undefined;
  /** Staff do not let it be suspended before the day after. */
  holdUntil?: string | null | undefined;
  /** When staff named the price of a next year that had none. */
  pricedOn?: string | null | undefined;
  wanted: (typeof WANTED)[number] | null;
  createdAt: string;
};

/**
 * Days after the last paid day or, if it is later, `countedFrom`: a service works until day 7 and stops on day 8, can be
 * renewed until day 38, and from day 45 staff may delete its data. Source: docs/product/services.md, "Services".
 */
export const AFTER_SERVICE: AfterExpiry = { stops: 8, renewable: 38, deleted: 45 };

/**
 * Returns the day ("2027-03-01") from which the days of AFTER_SERVICE count, as `counts_from` in the database: the last day, the
 * one on which its price was named, or seven days before the end of a hold, which stops it on its day 8.
 */
export function countedFrom(endsOn: string, { pricedOn, holdUntil }: Pick<Service, "pricedOn" | "holdUntil">): string {
  const held = holdUntil ? dateOf(dayOf(holdUntil) - AFTER_SERVICE.stops + 1).iso : "";
  return [endsOn, pricedOn ?? "", held].reduce((later, day) => (day > later ? day : later));
}

/**
 * Returns the day from which staff may delete the data, as `deletion_day` in the database: day 45 or, if it was suspended late,
 * as many days after that as lie between day 8 and day 45.
 */
export function deletedFrom(endsOn: string, service: Pick<Service, "pricedOn" | "holdUntil" | "suspendedOn">): string {
  const { stops, deleted } = AFTER_SERVICE;
  const { suspendedOn } = service;
  const late = suspendedOn ? dayOf(suspendedOn) + deleted - stops : 0;
  return dateOf(Math.max(dayOf(countedFrom(endsOn, service)) + deleted, late)).iso;
}

/** So many minutes after it was first shown, the first password is shown again, because the response may be lost on its way. */
export const SECRET_MINUTES = 10;

/** So many days before the last day, the order and the bill of the next year are opened, and the first reminder is sent. */
export const EXTEND_DAYS = 30;

/** So many days before the last day, staff name the price of what has no price in the list. */
export const PRICE_DAYS = 45;

/** So many days before the last day of a certificate, it is issued again. */
export const REISSUE_DAYS = 21;

/** With fewer days left, the plan is changed at the renewal. */
export const UPGRADE_DAYS = 8;

/** Returns the dayNumber of a day such as "2027-03-01". */
export function dayOf(iso: string): number {
  return Date.parse(iso) / 86_400_000;
}

/** Returns the days left of a service: 0 on its last day, negative after it. Takes a day ("2027-03-01") and today's dayNumber. */
export function daysLeft(endsOn: string, today: number): number {
  return dayOf(endsOn) - today;
}
