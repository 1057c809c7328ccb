import { createHmac } from "node:crypto";
import type { Mail } from "#app/mail/mail.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { formatKsh } from "#app/platform/money.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { addYears, dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { changeDeskService, type DeskService, type ServiceChange } from "./desk.table.server.ts";
import type { ServiceAct, ServiceValues } from "./desk-forms.ts";
import { dayWords } from "./desk-service.ts";
import { isLastYearPaid } from "./paid-year.ts";
import { dayOf, type Service } from "./service.ts";
import { type ServiceNews, serviceMail } from "./service-mail.ts";
import { sealServicePassword } from "./service-secret.server.ts";

/** A form of a service at the desk. `password`: the first one, as it was typed. */
export type ServiceForm = { act: ServiceAct; values: ServiceValues; password?: string | undefined };

/**
 * Changes a service at the desk, with its line of the log, of its history and the customer's mail, all or nothing. The same form
 * within a minute changes nothing. A first password is sealed before it is stored; the log has only a fingerprint that tells it from
 * another one. `payUrl`: the page of the open bill for the next year. Source: docs/product/services.md, "Services at the desk".
 */
export function changeService(
  staff: Staff,
  service: DeskService,
  { act, values, password }: ServiceForm,
  payUrl: string | undefined,
): Promise<Result<ServiceChange>> {
  const secret =
    password === undefined ? {} : { secret: sealServicePassword(password), fingerprint: fingerprintOf(password) };
  const mails = mailsOf(service, { act, values }, payUrl, nowDate());
  return changeDeskService(staff, service.id, { act, values: { ...values, ...secret } }, mails);
}

/** Returns 24 bits of a keyed hash: enough to tell two passwords apart, too little to find one. */
function fingerprintOf(password: string): string {
  return createHmac("sha256", env.appSecret).update(`first password ${password}`).digest("hex").slice(0, 6);
}

type Changed = Pick<ServiceForm, "act" | "values">;

/**
 * Returns what happens by a form that the customer notices, for staff to confirm; undefined for other forms. `sure`: what the
 * form has once they did; with another last day it differs.
 */
export function serviceLook(
  service: DeskService,
  { act, values }: Changed,
): { words: string; sure: string } | undefined {
  const { kind, endsOn } = service;
  if (act === "date") {
    const { ends_on: day = "", version } = values;
    if (endsOn === null || version !== service.version || isBeforePaidYear(service, day)) return undefined;
    const more = dayOf(day) - dayOf(endsOn);
    if (more < 0) return { words: fewerDays({ ...service, endsOn }, day), sure: day };
    return more > FREE_DAYS ? { words: moreDays(more, day), sure: day } : undefined;
  }
  if (act !== "suspend") return undefined;
  const stops = kind === "mail" ? "Nobody can read or send mail any more." : "The website stops, and mail may, too.";
  return { words: `${stops} The customer is told so by e-mail.`, sure: act };
}

/** A last day that is later by more days than a month is asked about: a wrong year is typed easily. */
const FREE_DAYS = 31;

const moreDays = (more: number, day: string) =>
  `The customer gets ${more} days more, until ${dayWords(day)}. Nothing is charged for them.`;

/** Whether a day is before a paid next year. The database refuses it as the last one. */
const isBeforePaidYear = ({ isNextYearPaid, nextOn }: DeskService, day: string) =>
  isNextYearPaid && nextOn !== null && day < nextOn;

function fewerDays(service: DeskService & { endsOn: string }, day: string): string {
  const { endsOn, priceKsh, nextOn, nextKsh, orders } = service;
  const fewer = dayOf(endsOn) - dayOf(day);
  const lastYear = orders.find(({ kind, status }) => kind === "extend" && status === "done");
  const isYearUnpaid = lastYear !== undefined && lastYear.billId !== null && lastYear.isUnpaid;
  const paid =
    nextOn !== null && day < nextOn
      ? `The payment of the next year does not count, so that its order fails.`
      : isLastYearPaid(orders)
        ? `${formatKsh(nextKsh ?? priceKsh)} is paid until ${dayWords(endsOn)}.`
        : isYearUnpaid
          ? "Its last year has no paid bill, so that its order fails."
          : "Its last year has no paid bill.";
  const back =
    nextOn !== null && (day < nextOn || isYearUnpaid) && service.hasShare
      ? "what a larger plan cost for that year is due back"
      : "no money goes back by itself";
  return `${paid} The customer gets ${fewer} ${fewer === 1 ? "day" : "days"} less, and ${back}.`;
}

function mailsOf(service: DeskService, change: Changed, payUrl: string | undefined, now: Date): Mail[] {
  const kind = newsOf(service, change.act);
  const { customer } = service;
  if (kind === undefined || customer === null) return [];
  const news: ServiceNews = kind === "suspended" && !service.willEnd ? { kind, payUrl } : { kind };
  const context = { to: customer.email, name: customer.name, now, site: mailSite() };
  return [serviceMail(serviceAfter(service, change, now), news, context)];
}

type News = "set-up" | "suspended" | "restored" | "upgraded" | "smaller";
/** The news of what the server was asked for. */
const DONE: Record<NonNullable<Service["wanted"]>, News> = {
  create: "set-up",
  suspended: "suspended",
  active: "restored",
  plan: "upgraded",
};

function newsOf(service: DeskService, act: ServiceAct): News | undefined {
  if (act === "setup") return service.kind === "certificate" && service.state !== "ordered" ? undefined : "set-up";
  if (act === "suspend") return "suspended";
  if (act === "restore") return "restored";
  // By hand only a smaller plan waits for staff: a larger one is an order.
  if (act === "plan") return "smaller";
  if (act !== "there" || service.wanted === null) return undefined;
  return service.wanted === "plan" && upgradeOf(service) === undefined ? "smaller" : DONE[service.wanted];
}

function upgradeOf({ orders }: DeskService) {
  return orders.find(({ kind, status }) => kind === "upgrade" && (status === "requested" || status === "processing"));
}

/** Returns the service as it is after a form, as the database will have it. */
function serviceAfter(service: DeskService, { act, values }: Changed, now: Date): DeskService {
  const access = { ...service.access, ...values.access };
  const larger = act === "there" && service.wanted === "plan" ? upgradeOf(service)?.choices : undefined;
  const { plan = service.plan, seats = service.seats } = larger ?? {};
  return { ...service, access, plan, seats, endsOn: lastDayAfter(service, act, now) };
}

function lastDayAfter(service: DeskService, act: ServiceAct, now: Date): string | null {
  const { state, endsOn, daysWithout, wanted } = service;
  if (state === "ordered") return dateOf(dayNumber(addYears(now, 1)) - 1).iso;
  const isRestored = act === "restore" || (act === "there" && wanted === "active");
  return isRestored && endsOn !== null ? dateOf(dayOf(endsOn) + daysWithout).iso : endsOn;
}
