import { keyedHash } from "#app/gateways/redis/names.server.ts";
import { isAnyUsedUp, type Limited, take } from "../limits.server.ts";
import { noteFailedSignIn, noteLimitReached } from "../security-events.server.ts";
import { countTry, forgetAccount, forgetPair, forgetTry, lookAtTry } from "./shared-tries.server.ts";
import type { Try, Waits } from "./sign-in-tries.server.ts";

/** Who tries to sign in, to which account; `device` is set for a browser that has signed in to it before. */
type Attempt = { email: string; address: string | undefined; device: string | undefined };

type Waiting = Extract<Limited, { ok: false }>;

/** How long somebody has to wait before they may try, without counting; undefined when they may now. */
export async function waitOf(attempt: Attempt): Promise<Waiting | undefined> {
  return waiting(attempt, await lookAtTry(tryOf(attempt)));
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
 * for one account from one address, each further one has to wait, 30 seconds at first, twice as long each time. Above twenty
 * different accounts within an hour from one address each further try from there has to wait as well, five minutes at most.
 * An account counts until somebody signs in to it from there: of people who mistype most come in at last, of those who guess
 * none. A browser that has signed in to the account before counts for itself. Source: docs/product.md, "Limits".
 */
export async function mayTry(attempt: Attempt): Promise<Limited> {
  return waiting(attempt, await countTry(tryOf(attempt))) ?? { ok: true };
}

/** Notes that a try was in vain. */
export async function noteFailure({ email, address }: Attempt): Promise<void> {
  noteFailedSignIn(email, address);
  await Promise.all([take("signInFromAddress", address), take("signInToAccount", email)]);
}

/** Notes that nobody has said whether it was in vain: it does not count. */
export async function noteNothing(attempt: Attempt): Promise<void> {
  await Promise.all([forgetTry(tryOf(attempt)), forgetForAddress(attempt)]);
}

/** Notes that it was the owner: the pair starts afresh. */
export async function noteSuccess(attempt: Attempt): Promise<void> {
  await Promise.all([forgetPair(tryOf(attempt)), forgetForAddress(attempt)]);
}

function forgetForAddress(attempt: Attempt): Promise<void> {
  return forgetAccount(tryOf({ ...attempt, device: undefined }));
}

function waiting({ email, address }: Attempt, { pair, address: ofAddress }: Waits): Waiting | undefined {
  const retryAfterSeconds = Math.ceil(Math.max(pair, ofAddress) / 1000);
  if (retryAfterSeconds <= 0) return undefined;
  noteLimitReached(pair > 0 ? "sign-in" : "sign-in from address", pair > 0 ? email : address);
  return { ok: false, retryAfterSeconds };
}

/** A browser that has signed in before counts for itself, and not for its address. */
function tryOf({ email, address, device }: Attempt): Try {
  return {
    pair: keyedHash(JSON.stringify([email, device ?? `from ${address ?? "unknown"}`])),
    account: keyedHash(email),
    address: device === undefined ? keyedHash(address) : undefined,
  };
}
