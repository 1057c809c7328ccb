import type { AuthError } from "@supabase/supabase-js";
import { LRUCache } from "lru-cache";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { monotonicMs } from "#app/model/monotonic-clock.ts";
import { type Failure, failure, type Result, success } from "#app/model/result.ts";
import { UNREACHABLE } from "./auth-failure.server.ts";
import { secretName } from "./redis/names.server.ts";
import { projectFetch } from "./supabase/project-fetch.server.ts";
import { withTimeout } from "./with-timeout.server.ts";

/** How long a limit or a failure is remembered, and what people are told to wait. Testers share the sandbox: not there. */
const REMEMBERED_SECONDS = 5 * 60;
const WORDS =
  "We can’t send mail just now, so nothing was sent and nothing is changed. Please try again in five minutes.";

/** So many mails to different addresses, asked for from different places, must fail before mail is taken for broken: a server may refuse one. */
const FAILURES_TO_BELIEVE = 3;
const FAILURE_COUNTS_MS = 3600_000;

/** GoTrue's words when its mail server fails: "Error sending confirmation email", "… recovery email", "… magic link". */
const MAIL_FAILED = /^error sending .*(?:mail|link)/i;
/** And when one address was written to a moment ago: "For security purposes, you can only request this after 59 seconds." */
const WRITTEN_TO = /only request this after/i;

/** Who asked for the mails that failed lately, by who should have got them; both as `secretName`. */
const failures = new LRUCache<string, string>({ max: 100, ttl: FAILURE_COUNTS_MS, perf: monotonicMs });
/** By the steady clock. */
let troubledUntil = 0;

/** Forgets what was remembered. */
export function forgetMailTrouble(): void {
  troubledUntil = 0;
  failures.clear();
}

type Wanted = {
  /** Who would get the mail. */
  email: string;
  /** The address of the visitor who asks. */
  address: string | undefined;
  /** What the auth service says: whether it sent a mail, if it tells; or its error. */
  ask: () => Promise<{ error: AuthError | null; isSent?: boolean | undefined }>;
  /** The refusals that the auth service gives before it looks for an account. */
  refused: (error: AuthError) => Failure | undefined;
};

/**
 * Asks the auth service for a mail of an account. The answer is the same whether there is an account or not, also while mail
 * fails: a mail that fails says that there is something to send, so it is answered as one that was sent, until so many failed
 * that nobody is asked about any more and everybody is told. So is a mail for which the auth service takes longer than the
 * constant time of the reply, if the service itself answers. Source: docs/product.md, "Accounts".
 */
export async function askForMail({ email, address, ask, refused }: Wanted): Promise<Result<null>> {
  if (monotonicMs.now() < troubledUntil) return cannotMail();
  const patience = AbortSignal.timeout(patienceMs());
  const isThere = doesAnswer(patience);
  const asked = ask().then(({ error, isSent }): Result<null> => {
    if (isSent) failures.clear();
    const why = error && whyNotMailed(error);
    if (why) noteFailure(why, email, address);
    return (error && !why && !WRITTEN_TO.test(error.message) && refused(error)) || success(null);
  });
  const inTime = await withTimeout(asked, patience);
  if (inTime) return inTime;
  log.warn({}, "auth mail takes longer than its reply");
  return (await isThere) ? success(null) : failure(0, UNREACHABLE, true);
}

/** Whatever the auth service does, it is not waited for until its answer shows in the time of the reply. */
function patienceMs(): number {
  return env.isSandbox || env.accountReplyMs === 0 ? 6000 : Math.ceil(env.accountReplyMs * 0.75);
}

/** Whether the auth service answers at all. Never throws. */
async function doesAnswer(signal: AbortSignal): Promise<boolean> {
  const { url, publishableKey: apikey } = env.supabase;
  const asked = projectFetch(`${url}/auth/v1/health`, { headers: { apikey }, signal });
  return asked.then(
    ({ status }) => status < 500,
    () => false,
  );
}

/** Why the auth service could not send a mail that it had to send; undefined for every other error. */
function whyNotMailed({ code, message }: AuthError): string | undefined {
  if (code === "email_address_not_authorized") return code;
  if (code === "over_email_send_rate_limit") return WRITTEN_TO.test(message) ? undefined : "limit reached";
  return MAIL_FAILED.test(message) ? "mail server" : undefined;
}

function noteFailure(reason: string, email: string, address: string | undefined): void {
  log.error({ reason }, "auth mail not sent");
  if (env.isSandbox) return;
  failures.set(secretName(email), secretName(address));
  const askers = new Set(failures.values());
  // One alone would tell: whoever is asked about next would get another answer.
  if (askers.size < FAILURES_TO_BELIEVE) return;
  troubledUntil = monotonicMs.now() + REMEMBERED_SECONDS * 1000;
}

function cannotMail(): Failure {
  return { ...failure(503, WORDS), retryAfterSeconds: REMEMBERED_SECONDS };
}
