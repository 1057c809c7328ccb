import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { steadyClock } from "#app/model/time-apart.ts";
import { isAnyUsedUp, type Limited, take } from "../limits.server.ts";
import { noteFailedSignIn, noteLimitReached } from "../security-events.server.ts";
import { forgetTryOfAddress, noteTryOfAddress, waitOfAddress } from "./address-waits.server.ts";

const WINDOW_SECONDS = 15 * 60;
const FREE_TRIES = 5;
const FIRST_WAIT_SECONDS = 30;

const tries = new RateLimiterMemory({
  keyPrefix: "sign-in",
  points: Number.MAX_SAFE_INTEGER,
  duration: WINDOW_SECONDS,
});
/** Until when a pair has to wait, by the steady clock. */
const waits = new LRUCache<string, number>({ max: 50_000, ttl: WINDOW_SECONDS * 1000, perf: steadyClock });

/** Who tries to sign in, to which account; `device` is set for a browser that has signed in to it before. */
type Attempt = { email: string; address: string | undefined; device: string | undefined };

/** How long somebody has to wait before they may try, without counting; undefined when they may now. */
export function waitOf(attempt: Attempt): Extract<Limited, { ok: false }> | undefined {
  const ofPair = Math.ceil(((waits.get(keyOf(attempt)) ?? 0) - steadyClock.now()) / 1000);
  const ofAddress = attempt.device === undefined ? waitOfAddress(attempt.address) : 0;
  const retryAfterSeconds = Math.max(ofPair, ofAddress);
  if (retryAfterSeconds <= 0) return undefined;
  noteLimitReached(ofPair > 0 ? "sign-in" : "sign-in from address", ofPair > 0 ? attempt.email : attempt.address);
  return { ok: false, retryAfterSeconds };
}

/**
 * Whether somebody must answer a question first: where an address has failed 20 times, or an account was tried in vain 30
 * times from anywhere. No account is ever shut out, because its owner needs it, and a browser that has signed in to it
 * before is not asked.
 */
export async function mustAnswerToSignIn({ email, address, device }: Attempt): Promise<boolean> {
  if (device !== undefined) return false;
  return isAnyUsedUp([
    ["signInFromAddress", address],
    ["signInToAccount", email],
  ]);
}

/**
 * Counts a try to sign in before its outcome is known, so that many at once count as well. After five within 15 minutes
 * for one account from one address, each further one has to wait, twice as long each time. An address from which many
 * accounts were tried in vain has to wait as well (address-waits.server.ts). A browser that has signed in to the account
 * before counts for itself. Source: docs/product.md, "Limits".
 */
export async function mayTry(attempt: Attempt): Promise<Limited> {
  const key = keyOf(attempt);
  const wait = waitOf(attempt);
  if (wait) return wait;
  // Noted before anything is waited for: a hundred at once are not let through together.
  if (attempt.device === undefined) noteTryOfAddress(attempt.address, attempt.email);
  const { consumedPoints } = await tries.penalty(key);
  if (consumedPoints > FREE_TRIES && (waits.get(key) ?? 0) > steadyClock.now()) {
    await tries.reward(key);
    return waitOf(attempt) ?? { ok: true };
  }
  if (consumedPoints >= FREE_TRIES) {
    const seconds = Math.min(FIRST_WAIT_SECONDS * 2 ** (consumedPoints - FREE_TRIES), WINDOW_SECONDS);
    waits.set(key, steadyClock.now() + seconds * 1000);
  }
  return { ok: true };
}

/** Notes that a try was in vain. */
export async function noteFailure({ email, address }: Attempt): Promise<void> {
  noteFailedSignIn(email, address);
  await Promise.all([take("signInFromAddress", address), take("signInToAccount", email)]);
}

/** Notes that nobody has said whether it was in vain. */
export function noteNothing({ email, address }: Attempt): void {
  forgetTryOfAddress(address, email);
}

/** Notes that it was the owner: the pair starts afresh. */
export async function noteSuccess(attempt: Attempt): Promise<void> {
  const key = keyOf(attempt);
  waits.delete(key);
  forgetTryOfAddress(attempt.address, attempt.email);
  await tries.delete(key);
}

function keyOf({ email, address, device }: Attempt): string {
  const whom = [email.toLowerCase(), device ?? `from ${address ?? "unknown"}`];
  return createHash("sha256").update(JSON.stringify(whom)).digest("base64url");
}
