import { nowMs } from "#app/platform/clock.ts";
import { authLimits, failure } from "./gotrue.ts";

/** The mails that the auth service sends. */
export type AuthMailKind = "confirmation" | "recovery" | "invite";

/** Local parts that GoTrue accepts and mail servers reject (RFC 5321, 4.1.2: Dot-string). */
const NOT_DOT_STRING = /^\.|\.\.|\.@/;

/** Returns GoTrue's error for an address that `<input type="email">` rejects; undefined for a valid address. */
export function rejectAddress(email: string): Response | undefined {
  const [local = "", host = "", more] = email.split("@");
  const isHost = host.split(".").every((label) => /^[a-z0-9-]{1,63}$/i.test(label) && !/^-|-$/.test(label));
  if (more === undefined && isHost && /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/i.test(local)) return undefined;
  return failure(400, "validation_failed", "Unable to validate email address: invalid format");
}

/**
 * Returns the error of a hosted auth service that cannot send a mail: the last one to the address was sent less than a minute
 * ago, its limit is reached, or its mail server rejects the address (docs/sandbox.md). Returns undefined if it can send.
 */
export function rejectMail(kind: AuthMailKind, email: string, sentAt: unknown): Response | undefined {
  const left = authLimits.mailSeconds - (nowMs() - Date.parse(String(sentAt))) / 1000;
  if (left > 0) {
    const words = `For security purposes, you can only request this after ${Math.floor(left)} seconds.`;
    return failure(429, "over_email_send_rate_limit", words);
  }
  if (email.startsWith("maillimit@")) return failure(429, "over_email_send_rate_limit", "email rate limit exceeded");
  if (!/^(fail|refuse)@/.test(email) && !NOT_DOT_STRING.test(email)) return undefined;
  return failure(500, "unexpected_failure", `Error sending ${kind} email`);
}
