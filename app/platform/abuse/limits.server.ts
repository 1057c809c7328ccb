import { RateLimiterRes } from "rate-limiter-flexible";
import { env } from "../env.server.ts";
import { createLimiter } from "../redis/limiter.server.ts";
import { keyedHash } from "../redis/names.server.ts";

import { logLimitReached } from "./security-events.server.ts";

/** Testers share two demo customers, and imports must not take minutes there. */
const IN_SANDBOX = env.isSandbox ? 20 : 1;

/**
 * Writes in a minute: five sixths of the provider's calls in five minutes. The rest is for reading. A batch of a plan has 20.
 */
const DNS_WRITES = Math.max(25, Math.floor(env.ceilings.dnsCalls / 6));

/** Points per duration (seconds). Many phones share one carrier's address, so limits by address are generous. */
const LIMITS = {
  requests: { points: 600, duration: 60 },
  // Pages rendered for this visitor, not files or cached pages.
  pages: { points: 300 * IN_SANDBOX, duration: 10 },
  search: { points: 120, duration: 60 },
  suggestions: { points: 60, duration: 60 },
  // Registries accept few lookups from the whole site.
  registryFromAddress: { points: 10, duration: 60 },
  postSearch: { points: 60, duration: 60 },
  contactFromAddress: { points: 20, duration: 3600 },
  contactFromEmail: { points: 5, duration: 3600 },
  // Whether a message with this idempotency key has counted.
  contactMessage: { points: 1, duration: 3600 },
  signInFromAddress: { points: 20, duration: 900 },
  signInToAccount: { points: 30, duration: 900 },
  // Codes of the second step.
  stepsFromAddress: { points: 5, duration: 900 },
  stepsOfUser: { points: 20, duration: 900 },
  wrongStepsInDay: { points: 100, duration: 86_400 },
  dnsWritesOfUser: { points: 30 * IN_SANDBOX, duration: 60 },
  // Zone files that are read, even if nothing is imported.
  dnsImportsOfUser: { points: 30 * IN_SANDBOX, duration: 60 },
  // Changes of a plan, counted one by one. A long import leaves a part of all writes to other customers.
  dnsBulkWritesOfUser: { points: Math.floor(DNS_WRITES * 0.8) * IN_SANDBOX, duration: 60 },
  dnsWritesInAll: { points: DNS_WRITES * IN_SANDBOX, duration: 60 },
  dnsChecksOfUser: { points: 30, duration: 60 },
  // Sessions at the hosting server.
  panelsOfUser: { points: 10 * IN_SANDBOX, duration: 3600 },
  closingsOfUser: { points: 3, duration: 86_400 },
  // Each mails a link to the address.
  contactsOfUser: { points: 3, duration: 3600 },
  exportsOfUser: { points: 10, duration: 3600 },
  dnsChecksInAll: { points: 200, duration: 60 },
  // Domains that the dashboard checks by itself: each calls the DNS provider.
  nameChecksInAll: { points: 60 * IN_SANDBOX, duration: 60 },
  // Payment prompts are limited, so that nobody can use us to pester a stranger's phone.
  promptsOfBill: { points: 3 * IN_SANDBOX, duration: 3600 },
  promptsOfUser: { points: 10 * IN_SANDBOX, duration: 86_400 },
  promptsToPhone: { points: 5 * IN_SANDBOX, duration: 3600 },
  mailsToEmail: { points: 2, duration: 86_400 },
  // Counts mails and sign-ups; a sign-up with an existing account sends no mail.
  asksForEmail: { points: 2, duration: 86_400 },
  recoveriesInHour: { points: 3, duration: 3600 },
  recoveriesInDay: { points: 6, duration: 86_400 },
  linksInHour: { points: 3, duration: 3600 },
  linksInDay: { points: 6, duration: 86_400 },
  mailsFromAddress: { points: 10, duration: 3600 },
  mailsInAll: { points: Math.ceil(env.ceilings.authMails * 0.6), duration: 3600 },
  tokensFromAddress: { points: 120, duration: 3600 },
  badTokensFromAddress: { points: 10, duration: 3600 },
  badTokensInAll: { points: 120, duration: 3600 },
} as const;

type LimitName = keyof typeof LIMITS;
/** A use of a limit: its name, the subject it counts for (such as an address), and the number of points (one by default). */
export type LimitUse = readonly [name: LimitName, subject: string | undefined, uses?: number];
export type RateLimitResult = { ok: true } | { ok: false; retryAfterSeconds: number };

/** Limits that testers of the sandbox switch off together (docs/testing.md). */
const SWITCHED = {
  orders: [],
  contact: ["contactFromAddress", "contactFromEmail"],
  mails: [
    "mailsToEmail",
    "asksForEmail",
    "mailsFromAddress",
    "mailsInAll",
    "recoveriesInHour",
    "recoveriesInDay",
    "linksInHour",
    "linksInDay",
  ],
  signIn: ["signInFromAddress", "signInToAccount", "stepsFromAddress", "stepsOfUser", "wrongStepsInDay"],
} as const satisfies Record<string, readonly LimitName[]>;
export type SwitchedLimit = keyof typeof SWITCHED;
export const SWITCHED_LIMITS = Object.keys(SWITCHED) as SwitchedLimit[];
/** The limits that are switched off now. Always empty on a real site. */
export const unlimited = new Set<SwitchedLimit>();

function isUnlimited(name: LimitName): boolean {
  for (const group of unlimited) if ((SWITCHED[group] as readonly LimitName[]).includes(name)) return true;
  return false;
}

const limiters = Object.fromEntries(
  Object.entries(LIMITS).map(([name, limit]) => [name, createLimiter(name, limit)]),
) as Record<LimitName, ReturnType<typeof createLimiter>>;

/**
 * Consumes points of a limit, one by default. The subject is an address, an e-mail or an id and is stored only as a hash;
 * without a subject, all uses count together. Returns ok, or the seconds until the next try. Source:
 * docs/product/limits-and-outages.md, "Limits".
 */
export async function consume(name: LimitName, subject: string | undefined, uses = 1): Promise<RateLimitResult> {
  const { isOk, msBeforeNext } = await take(name, subject, uses);
  if (isOk) return { ok: true };
  logLimitReached(name, subject);
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

/** Consumes a point of a limit, and returns how many are consumed now. */
export async function countUse(name: LimitName, subject: string): Promise<number> {
  return (await take(name, subject, 1)).consumedPoints;
}

async function take(name: LimitName, subject: string | undefined, uses: number) {
  if (isUnlimited(name)) return { isOk: true, msBeforeNext: 0, consumedPoints: 0 };
  try {
    const used = await limiters[name].consume(keyedHash(subject), uses);
    return { isOk: true, msBeforeNext: 0, consumedPoints: used.consumedPoints };
  } catch (rejected) {
    if (!(rejected instanceof RateLimiterRes)) throw rejected;
    return { isOk: false, msBeforeNext: rejected.msBeforeNext, consumedPoints: rejected.consumedPoints };
  }
}

/** Returns whether one of the limits is exhausted, without consuming. */
export async function isAnyExhausted(uses: readonly LimitUse[]): Promise<boolean> {
  const waits = await Promise.all(uses.map(([name, subject]) => waitFor(name, subject)));
  return waits.some((wait) => wait !== undefined);
}

/** Returns what `consumeAll` would return, without consuming. */
export async function peekAll(uses: readonly LimitUse[]): Promise<RateLimitResult> {
  return longestWait(
    await Promise.all(
      uses.map(async ([name, subject]): Promise<RateLimitResult> => {
        const retryAfterSeconds = await waitFor(name, subject);
        if (retryAfterSeconds === undefined) return { ok: true };
        logLimitReached(name, subject);
        return { ok: false, retryAfterSeconds };
      }),
    ),
  );
}

/** Returns the seconds until an exhausted limit resets. */
async function waitFor(name: LimitName, subject: string | undefined): Promise<number | undefined> {
  if (isUnlimited(name)) return undefined;
  const used = await limiters[name].get(keyedHash(subject));
  if (!used || used.remainingPoints > 0) return undefined;
  return Math.max(1, Math.ceil(used.msBeforeNext / 1000));
}

/** Consumes points of each limit before the outcome is known. If one limit is exhausted, it consumes none. */
export async function consumeAll(uses: readonly LimitUse[]): Promise<RateLimitResult> {
  const taken = longestWait(await Promise.all(uses.map((use) => consume(...use))));
  if (!taken.ok) await Promise.all(uses.map((use) => refund(...use)));
  return taken;
}

/** Returns the longest wait. */
function longestWait(limited: readonly RateLimitResult[]): RateLimitResult {
  const waits = limited.flatMap((one) => (one.ok ? [] : [one.retryAfterSeconds]));
  return waits.length === 0 ? { ok: true } : { ok: false, retryAfterSeconds: Math.max(...waits) };
}

/** Refunds points, one by default; an unused limit starts again with its next use. */
export async function refund(name: LimitName, subject: string | undefined, uses = 1): Promise<void> {
  const used = await limiters[name].reward(keyedHash(subject), uses);
  if (used && used.consumedPoints <= 0) await limiters[name].delete(keyedHash(subject));
}

/** Counts one page rendered for an address. */
export function countPage(address: string): Promise<RateLimitResult> {
  return consume("pages", address);
}

/** Counts one POST of an address. */
export function countRequest(address: string): Promise<RateLimitResult> {
  return consume("requests", address);
}
