import { createHmac } from "node:crypto";
import type { Mail } from "#app/mail/mail.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { addYears, dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { changeDeskService, type DeskService, type ServiceChange } from "./desk.table.server.ts";
import type { ServiceAct, ServiceValues } from "./desk-forms.ts";
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

/** Returns what happens by a form that the customer notices at once, for staff to confirm; undefined for other forms. */
export function serviceLook({ kind }: DeskService, act: ServiceAct): string | undefined {
  if (act !== "suspend") return undefined;
  return kind === "mail"
    ? "Nobody can read or send mail any more. The customer is told so by e-mail."
    : "The website stops, and mail may, too. The customer is told so by e-mail.";
}

type Changed = Pick<ServiceForm, "act" | "values">;

function mailsOf(service: DeskService, change: Changed, payUrl: string | undefined, now: Date): Mail[] {
  const kind = newsOf(service, change.act);
  const { customer } = service;
  if (kind === undefined || customer === null) return [];
  const news: ServiceNews = kind === "suspended" && !service.willEnd ? { kind, payUrl } : { kind };
  const context = { to: customer.email, name: customer.name, now, site: mailSite() };
  return [serviceMail(serviceAfter(service, change, now), news, context)];
}

type News = "set-up" | "suspended" | "restored" | "upgraded";
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
  if (act !== "there" || service.wanted === null) return undefined;
  // A smaller plan begins with the next year, as the customer asked.
  return service.wanted === "plan" && upgradeOf(service) === undefined ? undefined : DONE[service.wanted];
}

function upgradeOf({ orders }: DeskService) {
  return orders.find(({ kind, status }) => kind === "upgrade" && (status === "requested" || status === "processing"));
}

/** Returns the service as it is after a form, as the database will have it. */
function serviceAfter(service: DeskService, { act, values }: Changed, now: Date): DeskService {
  const today = dayNumber(now);
  const access = { ...service.access, ...values.access };
  const larger = act === "there" && service.wanted === "plan" ? upgradeOf(service)?.choices : undefined;
  const { plan = service.plan, seats = service.seats } = larger ?? {};
  return { ...service, access, plan, seats, endsOn: lastDayAfter(service, act, today, now) };
}

function lastDayAfter(service: DeskService, act: ServiceAct, today: number, now: Date): string | null {
  const { state, endsOn, suspendedOn, wanted } = service;
  if (state === "ordered") return dateOf(dayNumber(addYears(now, 1)) - 1).iso;
  const isRestored = act === "restore" || (act === "there" && wanted === "active");
  if (!isRestored || endsOn === null || suspendedOn === null || dayOf(endsOn) < today) return endsOn;
  // The days without the service are added.
  return dateOf(dayOf(endsOn) + today - dayOf(suspendedOn)).iso;
}
