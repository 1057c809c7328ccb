import { mailSite } from "#app/mail/mail-site.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { addYears, dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { isMailbox } from "#app/platform/text/one-line.ts";
import type { HostingFailure, HostingProvider, HostingResult } from "#app/services/hosting-account.ts";
import { usernamesFor } from "#app/services/hosting-account.ts";
import { accessOf, readOwnAccount } from "#app/services/own-account.server.ts";
import { dayOf } from "#app/services/service.ts";
import {
  beginServiceCall,
  type ClaimedService,
  claimService,
  dropSuspension,
  type ServiceOutcome,
  settleService,
} from "#app/services/service-calls.table.server.ts";
import { type ServiceNews, serviceMail } from "#app/services/service-mail.ts";
import { hostingProvider } from "#app/services/whm.api.server.ts";
import { payUrl } from "./new-bill.server.ts";

/** The waits after a lost answer. After the last one a person looks at it. */
const WAITS_MS = [20_000, 60_000, 5 * 60_000, 15 * 60_000];
/** The calls of a process to the server at once: a silent account keeps one of them waiting for up to 90 seconds. */
const AT_ONCE = 4;
const REASON = "Not renewed";

/**
 * Asks the hosting server for everything that services want: accounts, suspensions, restores, other plans. Any number of
 * processes may do so: each service is claimed in the database. Nothing at the server is idempotent, so the username is stored
 * before an account is asked for; after a lost answer or a kill the account is only looked for. Source:
 * docs/decisions/081-hosting-server.md.
 */
export async function runServices(provider: HostingProvider, clock = nowDate, stopped?: AbortSignal): Promise<void> {
  while (!stopped?.aborted) {
    const claimed = await claimService(clock());
    if (!claimed.ok || claimed.value === null) return;
    await carryOut(provider, claimed.value, clock);
  }
}

/** Returns the turns of the loops that call the hosting server at the same time; none without a server. */
export function serviceTurns(provider = hostingProvider()) {
  if (!provider) return [];
  return Array.from({ length: AT_ONCE }, () => (stopped: AbortSignal) => runServices(provider, nowDate, stopped));
}

async function carryOut(provider: HostingProvider, claimed: ClaimedService, clock: () => Date): Promise<void> {
  const { service, wanted, email, name, isUpgrade, openBill } = claimed;
  const outcome = await outcomeOf(provider, claimed, clock);
  if (!outcome) return;
  const news = newsOf(claimed);
  const now = clock();
  const mails =
    "did" in outcome && news && isMailbox(email)
      ? [serviceMail(mailed(claimed, outcome, now), news, { to: email, name, now, site: mailSite() })]
      : [];
  const isStored = await settleService(claimed, outcome, mails);
  const about = { service: service.id, wanted, isUpgrade, hasBill: openBill !== null };
  if (!isStored && "did" in outcome) log.error(about, "the hosting server did what is not wanted any more");
  else if ("problem" in outcome) log.error(about, "a service needs a person");
}

/** Returns what to store; undefined if nothing is to be done any more, or if the database does not answer. */
async function outcomeOf(provider: HostingProvider, claimed: ClaimedService, clock: () => Date) {
  const { service, wanted } = claimed;
  if (wanted === "create") return createAccount(provider, claimed, clock);
  const { username } = service.access;
  if (username === undefined) return { problem: "It has no username at the server." };
  if (wanted === "suspended") {
    const dropped = await dropSuspension(service.id);
    if (!dropped.ok || dropped.value) return undefined;
  }
  return changeAccount(provider, { ...claimed, username }, clock);
}

/**
 * Creates an account once. A call that was begun before is only looked for. An account is ours only if this service has asked
 * for it: it was not there before, and the username was stored. One that was there needs a person, who finds out whose it is.
 */
async function createAccount(
  provider: HostingProvider,
  claimed: ClaimedService,
  clock: () => Date,
): Promise<ServiceOutcome | undefined> {
  const { service, isBegun, targetPlan, email } = claimed;
  const { id, domain, access } = service;
  const username = access.username ?? usernamesFor(domain)[0] ?? "";
  if (isBegun) return lookFor(provider, { ...claimed, username }, clock);
  const there = await readOwnAccount(provider, service, username);
  if (there.ok)
    return { problem: `The server has an account ${username} with this domain already.`, access: { username } };
  if (there.problem === "foreign") return withNextUsername(domain, username, clock);
  // Of an account of another reseller the server may say anything; it does not create it a second time.
  if (there.problem !== "missing" && there.problem !== "refused") return failed(claimed, there, clock);
  const begun = await beginServiceCall(id, clock(), username);
  if (!begun.ok || begun.value === null) return undefined;
  if (begun.value === "taken") return withNextUsername(domain, username, clock);
  const created = await provider.create({ username, domain, plan: targetPlan, email });
  if (created.ok) return lookFor(provider, { ...claimed, username, isCreated: true }, clock);
  if (created.problem === "exists") return withNextUsername(domain, username, clock);
  if (created.problem === "unknown") return later(claimed, created, clock);
  return { ...failed(claimed, created, clock), ...BEGINS_AGAIN };
}

const BEGINS_AGAIN = { begins_again: true } as const;

/** Returns the outcome after which the next username is asked for, because this one is in use. */
function withNextUsername(domain: string, username: string, clock: () => Date): ServiceOutcome {
  const candidates = usernamesFor(domain);
  const next = candidates[candidates.indexOf(username) + 1];
  return next === undefined
    ? { problem: `No username is free. The last one was ${username}.`, ...BEGINS_AGAIN }
    : { again_at: clock().toISOString(), access: { username: next }, ...BEGINS_AGAIN };
}

type Named = ClaimedService & { username: string };

/** Returns whether our account is there, by its username and its domain. `isCreated`: the server has just said so. */
async function lookFor(
  provider: HostingProvider,
  claimed: Named & { isCreated?: boolean },
  clock: () => Date,
): Promise<ServiceOutcome> {
  const { username, service, isCreated = false } = claimed;
  const found = await readOwnAccount(provider, service, username);
  if (found.ok) return { did: true, access: accessOf(found.value) };
  if (found.problem === "foreign") return { problem: found.reason };
  if (isCreated) return { did: true, access: accessOf({ username }) };
  return later(claimed, found, clock);
}

/** Suspends or restores an account, or gives it its plan. Looks first, because an earlier call may have done it. */
async function changeAccount(provider: HostingProvider, claimed: Named, clock: () => Date): Promise<ServiceOutcome> {
  const { wanted, username, service, targetPlan } = claimed;
  const found = await readOwnAccount(provider, service, username);
  if (!found.ok) return failed(claimed, found, clock);
  const account = found.value;
  const calls: (() => Promise<HostingResult<undefined>>)[] = [];
  if (wanted === "suspended" && !account.isSuspended) calls.push(() => provider.suspend(username, REASON));
  if (wanted === "active" && account.isSuspended) calls.push(() => provider.restore(username));
  // What is restored may have been renewed with a smaller plan. A package of no plan was given by a person, and stays.
  if (wanted !== "suspended" && account.plan !== targetPlan)
    calls.push(() => provider.changePlan(username, targetPlan));
  for (const call of calls) {
    const changed = await call();
    if (!changed.ok) return failed(claimed, changed, clock);
  }
  return { did: true, access: accessOf(account) };
}

/** A call that may be repeated is tried again, unless the server said no. */
function failed(claimed: ClaimedService, failure: HostingFailure, clock: () => Date): ServiceOutcome {
  const isAgain = failure.problem === "unknown" || failure.problem === "not-sent";
  return isAgain ? later(claimed, failure, clock) : { problem: words(failure) };
}

/** Returns when to look or try again, or that a person must look. */
function later({ attempts }: ClaimedService, failure: HostingFailure, clock: () => Date): ServiceOutcome {
  const wait = WAITS_MS[attempts - 1];
  return wait === undefined
    ? { problem: words(failure) }
    : { again_at: new Date(clock().getTime() + wait).toISOString() };
}

function words({ problem, reason }: HostingFailure): string {
  return `${problem}: ${reason}`.slice(0, 500);
}

function newsOf({ wanted, isUpgrade, openBill }: ClaimedService): ServiceNews | undefined {
  switch (wanted) {
    case "create":
      return { kind: "set-up" };
    case "suspended":
      return { kind: "suspended", payUrl: env.mpesa && openBill ? payUrl(openBill) : undefined };
    case "active":
      return { kind: "restored" };
    case "plan":
      return { kind: isUpgrade ? "upgraded" : "smaller" };
  }
}

/**
 * The service as it is after the call: a new one is paid for a year from today, and a restored or an upgraded one has its day
 * and plan.
 */
function mailed({ service, wanted, daysWithout, targetPlan }: ClaimedService, { access }: ServiceOutcome, now: Date) {
  const added = wanted === "active" ? daysWithout : 0;
  const endsOn =
    wanted === "create"
      ? dateOf(dayNumber(addYears(now, 1)) - 1).iso
      : service.endsOn && dateOf(dayOf(service.endsOn) + added).iso;
  return { ...service, endsOn, plan: targetPlan, access: { ...service.access, ...access } };
}
