import { authLimits, failure } from "./gotrue.ts";

/** Which mail the auth service would send. */
export type AuthMailKind = "confirmation" | "recovery";

/** The syntax of an address that GoTrue takes: that of `<input type="email">`, without quotes and other alphabets. */
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const ADDRESS = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`, "i");
/** Local parts that GoTrue takes and mail servers refuse (RFC 5321, 4.1.2: Dot-string). */
const NO_DOT_STRING = /^\.|\.\.|\.@/;

/** GoTrue's refusal of an address that cannot be one; undefined for all others. */
export function refuseAddress(email: string): Response | undefined {
  if (ADDRESS.test(email)) return undefined;
  return failure(400, "validation_failed", "Unable to validate email address: invalid format");
}

/**
 * What a hosted auth service answers where it cannot send a mail: because one went to the address less than a minute ago, its
 * limit is reached, or its mail server refuses the address (docs/sandbox.md). Undefined when the mail goes out.
 */
export function refuseMail(kind: AuthMailKind, email: string, sentAt: unknown): Response | undefined {
  const left = authLimits.mailSeconds - (Date.now() - Date.parse(String(sentAt))) / 1000;
  if (left > 0) {
    const words = `For security purposes, you can only request this after ${Math.floor(left)} seconds.`;
    return failure(429, "over_email_send_rate_limit", words);
  }
  if (email.startsWith("maillimit@")) return failure(429, "over_email_send_rate_limit", "email rate limit exceeded");
  if (!/^(fail|refuse)@/.test(email) && !NO_DOT_STRING.test(email)) return undefined;
  return failure(500, "unexpected_failure", `Error sending ${kind} email`);
}
