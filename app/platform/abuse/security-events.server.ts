import { hashForLog, log } from "../log.server.ts";
import { limitsReached, securityEvents } from "../metrics.server.ts";

// Security events for alerts. The person is a keyed hash: equal for the same person, and otherwise meaningless.
// docs/operations.md, "The log", lists them.

const LIMIT_REACHED = "limit reached";
const EVENTS = ["sign-in failed", "not the customer's own", "cross-site post refused", LIMIT_REACHED] as const;
// Alerts compare with the value before the event, so it must exist (Prometheus, "Instrumentation", missing metrics).
for (const event of EVENTS) securityEvents.inc({ event }, 0);

/** Logs a wrong password. Takes the typed address and the client's address. */
export function logFailedSignIn(email: string, address: string | undefined): void {
  warn("sign-in failed", { mailbox: hashForLog(email), address: hashForLog(address) });
}

/** Logs that a customer requested a resource of somebody else, or one that does not exist. */
export function logForeignAccess(what: "domain" | "job" | "record" | "service", userId: string): void {
  warn("not the customer's own", { what, customer: hashForLog(userId) });
}

const writeLimit = createLimitLines((line) => log.warn(line, LIMIT_REACHED));

/**
 * Logs that a rate limit was reached. `whom`: the subject for which the limit counts; undefined for everybody. The metric
 * counts each time; the number of log lines is limited.
 */
export function logLimitReached(limit: string, whom: string | undefined): void {
  limitsReached.inc({ limit });
  securityEvents.inc({ event: LIMIT_REACHED });
  writeLimit(limit, hashForLog(whom));
}

/** Logs a POST from a page of another site. */
export function logCrossSitePost(address: string | undefined): void {
  warn("cross-site post refused", { address: hashForLog(address) });
}

function warn(event: (typeof EVENTS)[number], about: Record<string, string>): void {
  log.warn(about, event);
  securityEvents.inc({ event });
}
/** The window in ms in which a visitor gets at most two log lines for each limit. */
const WINDOW_MS = 60_000;
/** The most visitors who get log lines of their own in a window, for each limit; all others are counted together. */
const MOST = 10;
const OTHERS = "others";

/** A log line. `whom`: the visitor's hash. `again`: how often the visitor reached the limit again in the last window. */
type Line = { limit: string; whom: string; again?: number };

/**
 * Writes a log line when a limit first rejects a visitor, and another at the end of the window that says how often the limit
 * rejected the visitor again. A flood from any number of addresses writes at most twenty-one lines a minute for each limit.
 * `write` writes a line. Returns a function that takes the limit's name and the visitor's hash.
 */
export function createLimitLines(write: (line: Line) => void) {
  const limits = new Map<string, Map<string, number>>();

  function sumUp() {
    for (const [limit, counts] of limits) {
      for (const [whom, again] of counts) if (again > 0) write({ limit, whom, again });
    }
    limits.clear();
  }

  return (limit: string, whom: string) => {
    if (limits.size === 0) setTimeout(sumUp, WINDOW_MS).unref();
    const counts = limits.get(limit) ?? new Map<string, number>();
    limits.set(limit, counts);
    if (!counts.has(whom) && counts.size < MOST) {
      counts.set(whom, 0);
      return write({ limit, whom });
    }
    const who = counts.has(whom) ? whom : OTHERS;
    counts.set(who, (counts.get(who) ?? 0) + 1);
  };
}
