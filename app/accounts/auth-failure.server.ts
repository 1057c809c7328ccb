import { type AuthError, isAuthSessionMissingError, isAuthWeakPasswordError } from "@supabase/supabase-js";
import { type Failure, failure, type Reason } from "#app/platform/result.ts";

export const UNREACHABLE = "An error occurred. Please try again.";
/** The wait, in seconds, after a rate limit of the auth service, which restores one attempt every two to ten seconds. */
const BUSY_SECONDS = 60;

/** Codes of the auth service for a session that has ended. No other error says anything about the session. */
const SESSION_OVER_CODES = new Set([
  "session_not_found",
  "session_expired",
  "bad_jwt",
  "user_not_found",
  "user_banned",
  "refresh_token_not_found",
  "refresh_token_already_used",
  // For a refresh token that the service did not issue.
  "validation_failed",
]);

/** Returns whether the error means that the session has ended or is missing. Source: docs/product/accounts.md, "Sessions". */
export function isSessionOver(error: AuthError): boolean {
  return isAuthSessionMissingError(error) || SESSION_OVER_CODES.has(error.code ?? "");
}

type UserMessage = { message: string; reason?: Reason };

const WRONG: UserMessage = { message: "Invalid login credentials", reason: "wrong-credentials" };
const TOO_LONG = "Password must be at most 72 characters";

/** Messages for users by the auth service's code. Its own messages are for developers and are never shown. */
const MESSAGES: Record<string, UserMessage> = {
  invalid_credentials: WRONG,
  // The service reports a ban before it compares the password, which would reveal that the account exists.
  user_banned: WRONG,
  email_not_confirmed: { message: "Email not confirmed" },
  same_password: { message: "This is your password already. Please choose another one." },
  email_address_invalid: { message: "We cannot send mail to this address. Please check it." },
  otp_expired: { message: "This link no longer works." },
};

/** Messages for weak passwords by the auth service's reasons. */
const WEAK_PASSWORD: Record<string, string> = {
  length: "Please choose a longer password.",
  characters: "Please use small and capital letters, digits and signs in your password.",
  pwned: "This password is known from a leak. Please choose another one.",
};

/**
 * Translates an auth service error into a failure with a message for users. Codes that are not listed count as an outage;
 * `isUnknown` is true if the request may have been carried out. The reason "session-over" matters only to callers with a
 * session. Source: Supabase Auth, "Error codes"; docs/product/accounts.md, "Accounts".
 */
export function authFailureOf(error: AuthError): Failure {
  const { code = "", status = 0 } = error;
  if (isAuthWeakPasswordError(error)) {
    const [message] = error.reasons.flatMap((reason) => WEAK_PASSWORD[reason] ?? []);
    return { ...failure(400, message ?? "Please choose a stronger password."), code: "weak_password" };
  }
  const known = MESSAGES[code];
  if (known) return { ...failure(400, known.message), code, ...(known.reason && { reason: known.reason }) };
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
