import { hashForLog, log } from "#app/log.server.ts";
import { limitsReached, securityEvents } from "#app/metrics.server.ts";
import { createLimitLines } from "./limit-lines.server.ts";

// Lines that somebody may want to be told of. Who is meant is a keyed hash: the same for the same, and nothing else.
// docs/operations.md, "The log", lists them.

const LIMIT_REACHED = "limit reached";
const EVENTS = ["sign-in failed", "not the customer's own", "cross-site post refused", LIMIT_REACHED] as const;
// An alarm compares with the value before the event, so there has to be one (Prometheus, "Instrumentation", missing metrics).
for (const event of EVENTS) securityEvents.inc({ event }, 0);

/** A password was wrong. Takes the address that was typed, and where the try came from. */
export function noteFailedSignIn(email: string, address: string | undefined): void {
  warn("sign-in failed", { mailbox: hashForLog(email), address: hashForLog(address) });
}

/** A customer asked for something that is not theirs: another's, or nobody's. */
export function noteNotOwn(what: "domain" | "job" | "record", userId: string): void {
  warn("not the customer's own", { what, customer: hashForLog(userId) });
}

const writeLimit = createLimitLines((line) => log.warn(line, LIMIT_REACHED));

/** A limit turned somebody away. Takes the limit's name and whom it counts; undefined: all together. Counted each time, not written. */
export function noteLimitReached(limit: string, whom: string | undefined): void {
  limitsReached.inc({ limit });
  securityEvents.inc({ event: LIMIT_REACHED });
  writeLimit(limit, hashForLog(whom));
}

/** A post came from a page of another site. */
export function noteCrossSite(address: string | undefined): void {
  warn("cross-site post refused", { address: hashForLog(address) });
}

function warn(event: (typeof EVENTS)[number], about: Record<string, string>): void {
  log.warn(about, event);
  securityEvents.inc({ event });
}
