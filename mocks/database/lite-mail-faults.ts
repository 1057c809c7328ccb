import { nowMs } from "#app/model/clock.ts";
import { authLimits, failure } from "./gotrue.ts";

/** Which mail the auth service would send. */
export type AuthMailKind = "confirmation" | "recovery";

/** Local parts that GoTrue takes and mail servers refuse (RFC 5321, 4.1.2: Dot-string). */
const NO_DOT_STRING = /^\.|\.\.|\.@/;

/** GoTrue's refusal of an address that `<input type="email">` does not take, in quotes or another alphabet; undefined for all others. */
export function refuseAddress(email: string): Response | undefined {
  const [local = "", host = "", more] = email.split("@");
  const isHost = host.split(".").every((label) => /^[a-z0-9-]{1,63}$/i.test(label) && !/^-|-$/.test(label));
  if (more === undefined && isHost && /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+$/i.test(local)) return undefined;
  return failure(400, "validation_failed", "Unable to validate email address: invalid format");
}

/**
 * What a hosted auth service answers where it cannot send a mail: because one went to the address less than a minute ago, its
 * limit is reached, or its mail server refuses the address (docs/sandbox.md). Undefined when the mail goes out.
 */
export function refuseMail(kind: AuthMailKind, email: string, sentAt: unknown): Response | undefined {
  const left = authLimits.mailSeconds - (nowMs() - Date.parse(String(sentAt))) / 1000;
  if (left > 0) {
    const words = `For security purposes, you can only request this after ${Math.floor(left)} seconds.`;
    return failure(429, "over_email_send_rate_limit", words);
  }
  if (email.startsWith("maillimit@")) return failure(429, "over_email_send_rate_limit", "email rate limit exceeded");
  if (!/^(fail|refuse)@/.test(email) && !NO_DOT_STRING.test(email)) return undefined;
  return failure(500, "unexpected_failure", `Error sending ${kind} email`);
}
