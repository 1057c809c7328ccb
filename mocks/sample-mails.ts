import { readFileSync } from "node:fs";
import { ACCOUNT_CHANGES, accountMails } from "#app/accounts/account-mail.ts";
import { answerMail } from "#app/contact/answer-mail.ts";
import { digestMail } from "#app/desk/digest-mail.ts";
import { dnsMail, nameServersMail } from "#app/dns/change-mail.ts";
import { invitationMail } from "#app/imports/invitation-mail.ts";
import { confirmMail } from "#app/mail/confirm-mail.ts";
import { mailOf, messageMail } from "#app/mail/mail.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import type { NameMove } from "#app/moves/move.ts";
import { doneMails, endedMails as endedMoveMails, startMails } from "#app/moves/move-mail.ts";
import { issueMail } from "#app/newsletter/issue-run.server.ts";
import { welcomeMail } from "#app/newsletter/welcome-mail.ts";
import type { EndingService } from "#app/orders/ending-service.ts";
import { afterExpiryOf } from "#app/orders/order-price.ts";
import { renewalMail } from "#app/orders/renewal-mail.ts";
import { renewalStep } from "#app/orders/renewal-step.ts";
import { nowDate } from "#app/platform/clock.ts";
import { dayNumber } from "#app/platform/text/nairobi-day.ts";
import { REFUSALS } from "#app/requests/desk-forms.ts";
import { REQUEST_KINDS, type RequestKind } from "#app/requests/request.ts";
import { endedMails, requestMails } from "#app/requests/request-mail.ts";
import { interestMail } from "#app/schools/thanks-mail.ts";
import { textOfTemplate } from "./database/mail-queue.ts";
import { named, sampleOrderMails } from "./sample-order-mails.ts";

/** A mail with invented data. `html` is "" if it has only text. The auth service's mails have no kind. */
export type SampleMail = { id: string; kind: string | undefined; subject: string; text: string; html: string };

const TO = "njeri@example.co.ke";
const NJERI = { to: TO, firstName: "Njeri" };

/** Returns one mail of each kind that the site and its auth service send. */
export function sampleMails(): SampleMail[] {
  const all = {
    ...leadMails(),
    ...renewalMails(),
    ...dnsMails(),
    ...requestSamples(),
    ...moveSamples(),
    ...changeMails(),
    ...sampleOrderMails(),
    ...contactMails(),
    ...deskMails(),
    ...authMails(),
  };
  return Object.entries<Omit<SampleMail, "id" | "kind"> & { kind?: string }>(all).map(([id, mail]) => {
    const { kind, subject, text, html } = mail;
    return { id, kind, subject, text, html };
  });
}

const ISSUE = {
  title: "Three things before the school year begins",
  content: `Schools open in January. **Now** is the time to look after your name.

## 1. See when it ends

Your [dashboard](/dashboard) shows the last day of each name.

## 2. Write down who has the password

- the head teacher
- the secretary

> A name that nobody can renew is lost.`,
};

function leadMails() {
  const site = mailSite();
  const posts = [
    { title: "Why a name of your own", href: `${site.origin}/blog/why-a-name-of-your-own` },
    { title: "Mail that arrives", href: `${site.origin}/blog/mail-that-arrives` },
  ];
  const unsubscribeHref = `${site.origin}/newsletter/unsubscribe?token=sample`;
  const subscriber = { email: TO, firstName: "Njeri", lastName: "" };
  const school = { ...{ name: "Mrs Grace Achieng", email: TO, phone: "0712 345 678", school: "Kibera Hills Primary" } };
  const details = { ...school, roleLabel: "Headteacher", studentCount: "301-500", interest: "fees" } as const;
  const confirm = (path: string) => ({ href: `${site.origin}${path}?token=sample`, days: 14, site });
  return {
    "newsletter-confirm": { kind: "confirm", ...confirmMail("newsletter", confirm("/newsletter/confirm")) },
    "newsletter-welcome": mailOf(welcomeMail(subscriber, { site, posts, unsubscribeHref }), about("newsletter")),
    "newsletter-issue": issueMail(ISSUE, subscriber, { site, key: "sample-mail", unsubscribeHref, unsubscribeUrl: "" }),
    "school-confirm": { kind: "confirm", ...confirmMail("school", confirm("/stride/confirm")) },
    "copies-confirm": { kind: "confirm", ...confirmMail("copies", confirm("/copies/confirm")) },
    "school-thanks": mailOf(interestMail(details, { site }), about("school")),
  };
}

function about<Kind extends "newsletter" | "school">(kind: Kind) {
  return { kind, key: "sample-mail" };
}

function renewalMails() {
  const today = dayNumber(nowDate());
  const context = { ...NJERI, customer: "sample", today, site: mailSite() };
  const ending = (name: string, daysLeft: number) => {
    return {
      name,
      lastDay: today + daysLeft,
      step: renewalStep(afterExpiryOf(name), daysLeft) ?? "60",
      renewKsh: null,
      held: "us" as const,
    };
  };
  const several = [
    ending("mamamboga.co.ke", -15),
    ending("njeri-bakes.com", 1),
    { ...ending("shamba.co.ke", 15), orderedOn: today - 9 },
  ];
  const service: EndingService = {
    service: {
      ...{ id: "5d1c0f9e-0000-4000-8000-000000000000", kind: "hosting", domain: "mamamboga.co.ke", plan: "deluxe" },
      ...{ seats: null, state: "active", priceKsh: 15_000, renewKsh: null, nextPlan: null, nextSeats: null },
    },
    ...{ lastDay: today + 30, step: "30", nextYear: "unpaid" },
    toPay: { href: `${context.site.origin}/pay/sample`, reference: "M7K2Q9XA", ksh: 17_148, isOnItsWay: false },
  };
  return {
    renewal: renewalMail([ending("mamamboga.co.ke", 30)], context),
    "renewal-last": renewalMail([ending("mamamboga.co.ke", -73)], context),
    renewals: renewalMail(several, context),
    "renewal-service": renewalMail([service], context),
    "renewals-services": renewalMail([...several, service], context),
  };
}

function dnsMails() {
  const site = mailSite();
  const [name, now] = ["mamamboga.co.ke", nowDate()];
  const at = now.toISOString();
  const record = { type: "A", name: `ofisi.${name}`, content: "198.51.100.7", ttl: 3600, proxied: false };
  const text = { type: "TXT", name, content: `v=DKIM1; k=rsa; p=${"MIGfMA0GCSqGSIb3DQEB".repeat(20)}`, ttl: 1 };
  const changes = [
    { before: record, after: { ...record, content: "198.51.100.8" }, isCertain: true, at },
    { before: null, after: { ...text, proxied: false }, isCertain: false, at },
    { before: { ...record, name: `duka.${name}` }, after: null, isCertain: true, at },
  ];
  const nameServers = ["amani.ns.cloudflare.com", "juma.ns.cloudflare.com"];
  return {
    dns: dnsMail({ ...NJERI, key: "sample-dns", name, count: 23, changes }, site),
    "name-servers": nameServersMail({ ...NJERI, id: "sample-zone", name, nameServers, at: now }, site),
  };
}

function deskMails() {
  const work = { counts: { order: 2, message: 1 } };
  const site = mailSite();
  const invited = { id: "sample-mail", to: TO, fullName: "Njeri Kamau", domains: ["njeri.co.ke", "njeri-bakes.com"] };
  return {
    digest: digestMail(work, { to: "staff@example.co.ke", key: "sample-digest", site }),
    invitation: invitationMail(invited, { site, href: `${site.origin}/auth/confirm?token_hash=sample&type=welcome` }),
  };
}

function requestSamples() {
  const request = { id: "sample", name: "mamamboga.co.ke", firstName: "Njeri", notBefore: nowDate().toISOString() };
  const servers = ["ns1.example.com", "ns2.example.com"];
  const stop = `${mailSite().origin}/stop/sample`;
  const of = (kind: RequestKind) =>
    requestMails({ ...request, kind, wanted: kind === "servers" ? { servers } : {} }, [TO], stop, mailSite())[0];
  const ended = (kind: RequestKind, reason: string | null) =>
    endedMails({ ...request, ...NJERI, kind, reason }, mailSite())[0];
  return named({
    ...Object.fromEntries(REQUEST_KINDS.map((kind) => [`request-${kind}`, of(kind)])),
    "request-ready": ended("code", null),
    "request-done": ended("unlock", null),
    "request-refused": ended("code", REFUSALS[2].label),
  });
}

function moveSamples() {
  const days = (count: number) => new Date(nowDate().getTime() + count * 86_400_000).toISOString();
  const move: NameMove = {
    ...{ id: "sample", name: "mamamboga.co.ke", state: "open", fromEmail: TO, fromName: "Njeri Wanjiku" },
    ...{ toEmail: "amina@example.co.ke", toName: null, hasGiverAgreed: true, hasReceiverAgreed: false },
    ...{ notBefore: days(1), endsAt: days(7) },
  };
  const site = mailSite();
  const links = { stopHref: `${site.origin}/stop/sample`, receiveHref: `${site.origin}/move/sample` };
  const started = (hasGiverAgreed: boolean) =>
    startMails({ move: { ...move, hasGiverAgreed }, givers: [TO], ...links }, site);
  const [begun, offered] = started(true);
  const [toConfirm] = started(false);
  const [given, received] = doneMails(move, site);
  const [kept, ended] = endedMoveMails(move, "expired", site);
  return named({
    ...{ "move-begun": begun, "move-to-confirm": toConfirm, "move-offered": offered, "move-given": given },
    ...{ "move-received": received, "move-kept": kept, "move-ended": ended },
  });
}

function changeMails() {
  const common = { id: "sample", email: TO, newEmail: null, at: nowDate().toISOString(), times: 1, firstName: "Njeri" };
  const addresses = accountMails({ ...common, kind: "address", newEmail: "duka@example.co.ke" }, mailSite());
  const others = ACCOUNT_CHANGES.filter((kind) => kind !== "address");
  return named({
    ...Object.fromEntries(others.map((kind) => [kind, accountMails({ ...common, kind }, mailSite())[0]])),
    "address-before": addresses[0],
    "address-after": addresses[1],
  });
}

const ANSWER = "Habari Njeri,\na shop with ten products is KSh 1,500 a month.\n\nShall we call you tomorrow?";

function contactMails() {
  const message = {
    name: "Njeri Mwangi",
    email: TO,
    subject: "A shop for my bakery",
    message: "Habari,\nhow much is it?",
  };
  const href = `${mailSite().origin}/thread/sample`;
  return {
    contact: messageMail({ ...message, domain: "njeri-bakes.com" }, { to: "info@mtandao.co.ke", key: "sample-mail" }),
    answer: answerMail({ key: "sample-mail", to: TO, subject: message.subject, answer: ANSWER, href }, mailSite()),
  };
}

const AUTH_SUBJECTS = {
  confirmation: "Confirm your e-mail address",
  email_change: "A new e-mail address was asked for",
  invite: "Choose your password",
  recovery: "Choose a new password",
};

/** Fills in the auth service's templates, as that service does. */
function authMails() {
  const { origin } = mailSite();
  const mails = Object.entries(AUTH_SUBJECTS).map(([name, subject]) => {
    const template = readFileSync(`supabase/templates/${name}.html`, "utf8");
    const html = template.replaceAll("{{ .SiteURL }}", origin).replaceAll("{{ .TokenHash }}", "sample");
    return [`auth-${name}`, { subject, html, text: textOfTemplate(html) }] as const;
  });
  return Object.fromEntries(mails);
}
