import { toDisplayName } from "#app/domains/display-name.ts";
import type { Mail } from "#app/mail/mail.ts";
import { type MailPart, mailBody } from "#app/mail/mail-body.ts";
import type { MailSite } from "#app/mail/mail-frame.ts";
import { firstNameIn } from "#app/platform/text/first-name.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { AFTER_SERVICE, countedFrom, dayOf, deletedFrom, type Service, type ServiceKind } from "./service.ts";
import { seatsWords } from "./service-order.ts";
import { planName, serviceWords } from "./service-price.ts";

/**
 * What became of a service. "ends": its customer ends it. "backup": it ends in a few days, as its customer asked. "stays": it
 * is kept after all. "smaller": the smaller plan or fewer mailboxes that it was renewed with have begun. `payUrl`: the page of
 * the bill for the next year, for which the customer need not sign in.
 */
export type ServiceNews =
  | { kind: "set-up" | "restored" | "upgraded" | "smaller" | "ends" | "backup" | "stays" }
  | { kind: "suspended"; payUrl?: string | undefined };

/** The part of a service that its mails name. */
export type MailedService = Pick<
  Service,
  | "id"
  | "kind"
  | "domain"
  | "plan"
  | "seats"
  | "nextPlan"
  | "nextSeats"
  | "nextOn"
  | "endsOn"
  | "willEnd"
  | "access"
  | "pricedOn"
  | "holdUntil"
>;

type Context = {
  to: string;
  /** The customer's full name, if known. */
  name: string | null | undefined;
  now: Date;
  site: MailSite;
};

/** "Your e-mail for njeri.co.ke is ready." */
const NOUNS: Record<ServiceKind, string> = { hosting: "hosting", mail: "e-mail", certificate: "SSL certificate" };
const STOPPED: Record<ServiceKind, string> = {
  hosting: "Your website does not work now. Your files are kept.",
  mail: "Nobody can send or get e-mail there now. Your e-mail is kept.",
  certificate: "Browsers may warn the visitors of your website.",
};
const COPY: Record<ServiceKind, string> = {
  hosting: "Before that day, download your files, your databases and your e-mail.",
  mail: "Before that day, copy the e-mail that you want to keep.",
  certificate: "From then on, browsers may warn the visitors of your website.",
};
const ASK = "Questions? Answer this e-mail.";
const WHY = "You get this because you have this service with us.";

/**
 * Returns the mail that tells a customer what became of a service. It never has a password. Source: docs/product/services.md,
 * "Services".
 */
export function serviceMail(service: MailedService, news: ServiceNews, { to, name, now, site }: Context): Mail {
  const { subject, lead, lines = [] } = contentOf(service, news, dayNumber(now));
  const payUrl = news.kind === "suspended" ? news.payUrl : undefined;
  const parts: MailPart[] = [
    lead,
    payUrl === undefined
      ? { label: "See your service", href: `${site.origin}/dashboard/services/${service.id}` }
      : { label: "Pay the next year", href: payUrl },
    ...(payUrl === undefined ? [] : ["You need not sign in to pay."]),
    { head: toDisplayName(service.domain), lines: [serviceWords(service), ...lines] },
    ASK,
  ];
  return {
    // The same may happen again on another day, such as a suspension.
    key: `${service.id}-${news.kind}-${now.getTime()}`,
    kind: "service",
    to,
    replyTo: site.brand.email,
    subject,
    ...mailBody(parts, { site, firstName: firstNameIn(name ?? ""), why: WHY }),
    tags: [{ name: "service", value: news.kind }],
  };
}

type Content = { subject: string; lead: string; lines?: readonly string[] };

function contentOf(service: MailedService, news: ServiceNews, today: number): Content {
  const { kind, plan, seats, nextPlan, nextSeats, nextOn, endsOn, willEnd, access } = service;
  const what = `${NOUNS[kind]} for ${toDisplayName(service.domain)}`;
  const on = endsOn === null ? "" : dateOf(dayOf(endsOn)).words;
  const from = endsOn === null ? 0 : dayOf(countedFrom(endsOn, service));
  /** The day so many days after the one that counts: "2 Dec 2026"; `isOver`: it was before today. */
  const after = (days: number) => dateOf(from + days).words;
  const isOver = (days: number) => from + days < today;
  const { renewable } = AFTER_SERVICE;
  // It is told on the day of the suspension.
  const suspendedOn = news.kind === "suspended" ? dateOf(today).iso : null;
  const deletion = endsOn === null ? today : dayOf(deletedFrom(endsOn, { ...service, suspendedOn }));
  const lostFrom = `From ${dateOf(deletion).words} on we may delete what is in it.`;
  const lost = kind === "certificate" ? [] : [lostFrom];
  const next = { kind, plan: nextPlan ?? plan, seats: nextSeats ?? seats };
  // It may have been set up before it was paid.
  const term = [
    ...(endsOn === null || dayOf(endsOn) < today ? [] : [`Its last day is ${on}.`]),
    ...(nextOn !== null && (nextPlan ?? nextSeats) !== null
      ? [`From ${dateOf(dayOf(nextOn)).words}: ${serviceWords(next)}.`]
      : []),
  ];
  switch (news.kind) {
    case "set-up":
      return {
        subject: `Ready: ${what}`,
        lead: `Your ${what} is ready.`,
        lines: [...term, ...accessLines(access)],
      };
    case "restored":
      return { subject: `It works again: ${what}`, lead: `Your ${what} works again.`, lines: term };
    case "upgraded":
      return {
        subject: `It is larger now: ${what}`,
        lead:
          kind === "mail" ? `Your ${what} has ${seats} mailboxes now.` : `Your ${what} is ${planName(service)} now.`,
        lines: term,
      };
    case "smaller":
      return {
        subject: `Your new year has begun: ${what}`,
        lead: `Your ${what} has ${kind === "mail" ? seatsWords(seats ?? 1) : `the plan ${planName(service)}`} now, as you chose.`,
        lines: term,
      };
    case "suspended":
      return {
        subject: `It has stopped: ${what}`,
        lead: willEnd ? `Your ${what} has ended.` : `Your ${what} has stopped: the next year is not paid.`,
        lines: [
          STOPPED[kind],
          ...(willEnd || isOver(renewable)
            ? ["Do you want it back? Tell us soon."]
            : [`Pay until ${after(renewable)}, and it works again. The days without it are added.`]),
          ...lost,
        ],
      };
    case "ends":
      return {
        subject: `It ends on ${on}: ${what}`,
        lead: `Your ${what} ends on ${on}, as you asked. You pay nothing more for it.`,
        lines: [COPY[kind], "Until that day you can keep it after all.", ...lost],
      };
    case "backup":
      return {
        subject: `Take a backup before ${on}: ${what}`,
        lead: `Take a backup: your ${what} ends on ${on}, as you asked.`,
        lines: [COPY[kind], "Until that day you can keep it after all.", ...lost],
      };
    case "stays":
      return { subject: `You keep your ${what}`, lead: `You keep your ${what}, as you asked.`, lines: term };
  }
}

/** The way in, without a password. */
function accessLines({ panel, username, ip }: Service["access"]): string[] {
  return [
    ...(panel === undefined ? [] : [`Sign in at: ${panel}`]),
    ...(username === undefined ? [] : [`Username: ${username}`]),
    ...(ip === undefined ? [] : [`Address of the server: ${ip}`]),
  ];
}
