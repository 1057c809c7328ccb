import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { isUsedUp, take } from "./limits.server.ts";

const WINDOW_SECONDS = 15 * 60;
const FREE_TRIES = 5;
const FIRST_WAIT_SECONDS = 30;

const tries = new RateLimiterMemory({
  keyPrefix: "sign-in",
  points: Number.MAX_SAFE_INTEGER,
  duration: WINDOW_SECONDS,
});
/** Until when a pair has to wait, in milliseconds since 1970. */
const waits = new LRUCache<string, number>({ max: 50_000, ttl: WINDOW_SECONDS * 1000, perf: Date });

/** Who tries to sign in, to which account; `device` is set for a browser that has signed in to it before. */
type Attempt = { email: string; address: string | undefined; device: string | undefined };
type Allowed = { ok: true; mustAnswer: boolean } | { ok: false; retryAfterSeconds: number };

/**
 * Counts a try to sign in before its outcome is known, so that many at once count as well. After five within 15 minutes
 * for one account from one address, each further one has to wait, twice as long each time. Where an address has failed 20
 * times, or an account was tried in vain 30 times from anywhere, `mustAnswer` asks for a plain answer: no address and no
 * account is ever shut out, because many people share the one, and the owner needs the other. A browser that has signed in
 * before counts for itself. Source: docs/product.md, "Limits".
 */
export async function mayTry(attempt: Attempt): Promise<Allowed> {
  const key = keyOf(attempt);
  const { consumedPoints } = await tries.penalty(key);
  const wait = (waits.get(key) ?? 0) - Date.now();
  if (wait > 0) {
    await tries.reward(key);
    return { ok: false, retryAfterSeconds: Math.ceil(wait / 1000) };
  }
  if (consumedPoints >= FREE_TRIES) {
    const seconds = Math.min(FIRST_WAIT_SECONDS * 2 ** (consumedPoints - FREE_TRIES), WINDOW_SECONDS);
    waits.set(key, Date.now() + seconds * 1000);
  }
  const isKnownDevice = attempt.device !== undefined;
  const mustAnswer =
    !isKnownDevice &&
    ((await isUsedUp("signInFromAddress", attempt.address)) || (await isUsedUp("signInToAccount", attempt.email)));
  return { ok: true, mustAnswer };
}

/** Notes that a try was in vain. */
export async function noteFailure({ email, address }: Attempt): Promise<void> {
  await Promise.all([take("signInFromAddress", address), take("signInToAccount", email)]);
}

/** Notes that it was the owner: the pair starts afresh. */
export async function noteSuccess(attempt: Attempt): Promise<void> {
  const key = keyOf(attempt);
  waits.delete(key);
  await tries.delete(key);
}

function keyOf({ email, address, device }: Attempt): string {
  const whom = [email.toLowerCase(), device ?? `from ${address ?? "unknown"}`];
  return createHash("sha256").update(JSON.stringify(whom)).digest("base64url");
}
