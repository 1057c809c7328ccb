import { consume, isAnyExhausted, type RateLimitResult } from "#app/platform/abuse/limits.server.ts";
import { logFailedSignIn, logLimitReached } from "#app/platform/abuse/security-events.server.ts";
import { keyedHash } from "#app/platform/redis/names.server.ts";
import { countAttempt, forgetAccount, peekAttempt, resetPair, undoAttempt } from "./shared-attempts.server.ts";
import type { AttemptKeys, WaitTimes } from "./sign-in-attempts.server.ts";

/** A sign-in attempt. `device` identifies a browser that has signed in to the account before. */
type Attempt = { email: string; address: string | undefined; device: string | undefined };

type Wait = Extract<RateLimitResult, { ok: false }>;

/** Returns the wait before the next attempt, without counting; undefined if there is none. */
export async function requiredWait(attempt: Attempt): Promise<Wait | undefined> {
  return waitFor(attempt, await peekAttempt(attemptKeys(attempt)));
}

/**
 * Returns whether a challenge comes first: after 20 failures from an address, or 30 failures for an account from anywhere. No
 * account is ever locked, because its owner needs it, and a browser that has signed in to it before gets no challenge.
 */
export async function requiresSignInChallenge({ email, address, device }: Attempt): Promise<boolean> {
  if (device !== undefined) return false;
  return isAnyExhausted([
    ["signInFromAddress", address],
    ["signInToAccount", email],
  ]);
}

/**
 * Counts an attempt before its outcome is known, so that parallel attempts count too. After five attempts within 15 minutes for
 * one account from one address, each further one has to wait: 30 seconds, then twice as long each time. Above twenty accounts
 * within an hour from one address, each further attempt from there has to wait too, at most five minutes. An account counts until
 * somebody signs in to it from that address: people who mistype get in eventually, attackers do not. A browser that has signed in
 * to the account before has its own count. Source: docs/product/limits-and-outages.md, "Limits".
 */
export async function admitAttempt(attempt: Attempt): Promise<RateLimitResult> {
  return waitFor(attempt, await countAttempt(attemptKeys(attempt))) ?? { ok: true };
}

/** Records a failed attempt. */
export async function recordFailure({ email, address }: Attempt): Promise<void> {
  logFailedSignIn(email, address);
  await Promise.all([consume("signInFromAddress", address), consume("signInToAccount", email)]);
}

/** Undoes an attempt whose outcome is unknown. */
export async function discardAttempt(attempt: Attempt): Promise<void> {
  await Promise.all([undoAttempt(attemptKeys(attempt)), forgetAccountForAddress(attempt)]);
}

/** Records a successful attempt: the pair's count starts again. */
export async function recordSuccess(attempt: Attempt): Promise<void> {
  await Promise.all([resetPair(attemptKeys(attempt)), forgetAccountForAddress(attempt)]);
}

function forgetAccountForAddress(attempt: Attempt): Promise<void> {
  return forgetAccount(attemptKeys({ ...attempt, device: undefined }));
}

function waitFor({ email, address }: Attempt, { pair, address: ofAddress }: WaitTimes): Wait | undefined {
  const retryAfterSeconds = Math.ceil(Math.max(pair, ofAddress) / 1000);
  if (retryAfterSeconds <= 0) return undefined;
  logLimitReached(pair > 0 ? "sign-in" : "sign-in from address", pair > 0 ? email : address);
  return { ok: false, retryAfterSeconds };
}

/** A known browser has its own count, which does not depend on its address. */
function attemptKeys({ email, address, device }: Attempt): AttemptKeys {
  return {
    pair: keyedHash(JSON.stringify([email, device ?? `from ${address ?? "unknown"}`])),
    account: keyedHash(email),
    address: device === undefined ? keyedHash(address) : undefined,
  };
}
