import { type AuthError, isAuthSessionMissingError, isAuthWeakPasswordError } from "@supabase/supabase-js";
import { type Failure, failure, type Reason } from "#app/model/result.ts";

export const UNREACHABLE = "An error occurred. Please try again.";
/** Seconds. The auth service gives back one try every two to ten. */
const BUSY_SECONDS = 60;

/** The auth service's codes for a session that is over. Every other answer says nothing of the session. */
const SESSION_IS_OVER = new Set([
  "session_not_found",
  "session_expired",
  "bad_jwt",
  "user_not_found",
  "user_banned",
  "refresh_token_not_found",
  "refresh_token_already_used",
  // Of a token that the service did not make, when it is refreshed or shown.
  "validation_failed",
]);

/** Whether the auth service says that a session is over, or the cookie holds none. Source: docs/product.md, "Sessions". */
export function isSessionOver(error: AuthError): boolean {
  return isAuthSessionMissingError(error) || SESSION_IS_OVER.has(error.code ?? "");
}

type Said = { message: string; reason?: Reason };

const WRONG: Said = { message: "Invalid login credentials", reason: "wrong-credentials" };
const TOO_LONG = "Password must be at most 72 characters";

/** What people are told, by the auth service's code. Its own words are for developers, and never shown. */
const SAID: Record<string, Said> = {
  invalid_credentials: WRONG,
  // Said before the password is compared: it would tell a stranger who has an account.
  user_banned: WRONG,
  email_not_confirmed: { message: "Email not confirmed" },
  same_password: { message: "This is your password already. Please choose another one." },
  email_address_invalid: { message: "We cannot send mail to this address. Please check it." },
  otp_expired: { message: "This link no longer works." },
};

/** Why a password is too weak, by the auth service's reasons. */
const WEAK: Record<string, string> = {
  length: "Please choose a longer password.",
  characters: "Please use small and capital letters, digits and signs in your password.",
  pwned: "This password is known from a leak. Please choose another one.",
};

/**
 * What an error of the auth service means to the person who caused it, in our words. Only known codes are refusals of what was
 * asked; everything else is an outage, and `isUnknown` when it may have been carried out. "session-over" is for whoever acts in
 * a session. Source: Supabase Auth, "Error codes"; docs/product.md, "Accounts".
 */
export function authFailureOf(error: AuthError): Failure {
  const { code = "", status = 0 } = error;
  if (isAuthWeakPasswordError(error)) {
    const [message] = error.reasons.flatMap((reason) => WEAK[reason] ?? []);
    return { ...failure(400, message ?? "Please choose a stronger password."), code: "weak_password" };
  }
  const said = SAID[code];
  if (said) return { ...failure(400, said.message), code, ...(said.reason && { reason: said.reason }) };
  if (code === "validation_failed") {
    const isPassword = /password/i.test(error.message);
    const message = isPassword ? TOO_LONG : "Please enter a valid email address";
    return { ...failure(400, message), code };
  }
  if (isSessionOver(error)) {
    return { ...failure(400, "Your session has ended. Please sign in again."), code, reason: "session-over" };
  }
  if (code === "over_request_rate_limit") {
    const words = "Too many people are using this from your network right now. Please wait a minute, then try again.";
    return { ...failure(429, words), code, reason: "busy", retryAfterSeconds: BUSY_SECONDS };
  }
  const isRefused = status >= 400 && status < 500;
  return { ...failure(isRefused ? 503 : 0, UNREACHABLE, !isRefused), reason: "down" };
}
