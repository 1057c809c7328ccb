import { hashForLog, log } from "#app/log.server.ts";

// Lines that somebody may want to be told of. Who is meant is a keyed hash: the same for the same, and nothing else.
// docs/going-live.md, "The log", lists them.

/** A password was wrong. Takes the address that was typed, and where the try came from. */
export function noteFailedSignIn(email: string, address: string | undefined): void {
  log.warn({ mailbox: hashForLog(email), address: hashForLog(address) }, "sign-in failed");
}

/** A customer asked for something that is not theirs: another's, or nobody's. */
export function noteNotOwn(what: "domain" | "job" | "record", userId: string): void {
  log.warn({ what, customer: hashForLog(userId) }, "not the customer's own");
}

/** A limit turned somebody away. Takes the limit's name and whom it counts; undefined: all together. */
export function noteLimitReached(limit: string, whom: string | undefined): void {
  log.warn({ limit, whom: hashForLog(whom) }, "limit reached");
}

/** A post came from a page of another site. */
export function noteCrossSite(address: string | undefined): void {
  log.warn({ address: hashForLog(address) }, "cross-site post refused");
}
