import type { AuthError } from "@supabase/supabase-js";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { keyedHash } from "#app/platform/redis/names.server.ts";
import { type Failure, failure, type Result, success } from "#app/platform/result.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { createCache } from "#app/platform/upstream/caches.server.ts";
import { type DeadlineName, deadline } from "#app/platform/upstream/deadlines.server.ts";
import { withTimeout } from "#app/platform/upstream/with-timeout.server.ts";
import { UNREACHABLE } from "./auth-failure.server.ts";

/**
 * For how many seconds mail counts as unavailable; the page names this wait. The sandbox does not wait, because several
 * testers share it.
 */
const OUTAGE_SECONDS = 5 * 60;
const UNAVAILABLE =
  "We can’t send mail just now, so nothing was sent and nothing is changed. Please try again in five minutes.";

/**
 * Mail counts as unavailable after failures from this many visitors. A single failure may be due to one refused e-mail address.
 */
const FAILURES_UNTIL_OUTAGE = 3;
const FAILURE_COUNTS_MS = 3600_000;

/**
 * GoTrue's messages when its mail server fails: "Error sending confirmation email", "… recovery email", "… magic
 * link".
 */
const MAIL_FAILED = /^error sending .*(?:mail|link)/i;
/**
 * GoTrue's message for a second mail to one address: "For security purposes, you can only request this after 59
 * seconds."
 */
const TOO_SOON = /only request this after/i;

/**
 * Recent failures. The key is the hashed recipient, the value the hashed IP address of the visitor who requested the mail
 * (`keyedHash`).
 */
const failures = createCache<string, string>({ max: 100, ttl: FAILURE_COUNTS_MS, perf: monotonicMs });
/** When the outage ends, in milliseconds of the monotonic clock. */
let outageUntil = 0;

/** Forgets all recorded failures and the outage. */
export function resetMailOutage(): void {
  outageUntil = 0;
  failures.clear();
}

type AuthMailRequest = {
  /** Recipient of the mail. */
  email: string;
  /** IP address of the visitor. */
  ipAddress: string | undefined;
  /** Calls the auth service. Returns its error. `isSent`: whether it sent a mail, if the service tells. */
  send: () => Promise<{ error: AuthError | null; isSent?: boolean | undefined }>;
  /** Translates errors that the service returns before it looks for an account; undefined for all others. */
  failureOf: (error: AuthError) => Failure | undefined;
};

/**
 * Asks the auth service to send an account mail. The result is the same whether or not the account exists.
 * A failed mail would reveal that an account exists, so it is reported as sent. After failures from three visitors
 * the auth service is not asked for five minutes: every request fails with 503 and Retry-After. A call that
 * lasts longer than the constant-time reply counts as a success. Source: docs/product/accounts.md, "Accounts".
 */
export async function requestAuthMail({ email, ipAddress, send, failureOf }: AuthMailRequest): Promise<Result<null>> {
  if (monotonicMs.now() < outageUntil) return mailUnavailable();
  const timeout = deadline(replyDeadline());
  const isUp = isAuthServiceUp(timeout);
  const sending = send().then(({ error, isSent }): Result<null> => {
    if (isSent) failures.clear();
    const reason = error && mailFailureReason(error);
    if (reason) recordFailure(reason, email, ipAddress);
    return (error && !reason && !TOO_SOON.test(error.message) && failureOf(error)) || success(null);
  });
  const inTime = await withTimeout(sending, timeout);
  if (inTime) return inTime;
  log.warn({}, "auth mail takes longer than its reply");
  return (await isUp) ? success(null) : failure(0, UNREACHABLE, true);
}

/** Shorter than the constant-time reply: otherwise a slow auth service would make that reply late. */
function replyDeadline(): DeadlineName | number {
  return env.isSandbox || env.accountReplyMs === 0 ? "accountMail" : env.accountReplyMs * 0.75;
}

/**
 * Returns whether the auth service responds below 500. Never throws. Bypasses the circuit breaker: after an outage the breaker
 * lets one trial call through, and that must be the visitor's own request.
 */
async function isAuthServiceUp(signal: AbortSignal): Promise<boolean> {
  const { url, publishableKey: apikey } = env.supabase;
  const response = fetch(`${url}/auth/v1/health`, { headers: { apikey }, signal });
  return response.then(
    ({ status }) => status < 500,
    () => false,
  );
}

/** Returns why the service could not send a mail; undefined for every other error, such as a second mail too soon. */
function mailFailureReason({ code, message }: AuthError): string | undefined {
  if (code === "email_address_not_authorized") return code;
  if (code === "over_email_send_rate_limit") return TOO_SOON.test(message) ? undefined : "limit reached";
  return MAIL_FAILED.test(message) ? "mail server" : undefined;
}

function recordFailure(reason: string, email: string, ipAddress: string | undefined): void {
  log.error({ reason }, "auth mail not sent");
  if (env.isSandbox) return;
  failures.set(keyedHash(email), keyedHash(ipAddress));
  const visitors = new Set(failures.values());
  // If one failure were enough, the next request would be answered differently. This would reveal that the first address has an
  // account.
  if (visitors.size < FAILURES_UNTIL_OUTAGE) return;
  outageUntil = monotonicMs.now() + OUTAGE_SECONDS * 1000;
}

function mailUnavailable(): Failure {
  return { ...failure(503, UNAVAILABLE), retryAfterSeconds: OUTAGE_SECONDS };
}
