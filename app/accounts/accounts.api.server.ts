import { type AuthError, AuthSessionMissingError, type User } from "@supabase/supabase-js";
import { z } from "zod";
import { createStatelessClient, type Supabase } from "#app/platform/database/client.api.server.ts";
import type { Account } from "#app/platform/http/account.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { deadline } from "#app/platform/upstream/deadlines.server.ts";
import { withTimeout } from "#app/platform/upstream/with-timeout.server.ts";
import { authFailureOf, isSessionOver, UNREACHABLE } from "./auth-failure.server.ts";
import { requestAuthMail } from "./auth-mail.api.server.ts";

/**
 * The owner of a session. "nobody": there is no session, or it has ended. "unreachable": the auth service did not answer, so
 * the user stays signed in.
 */
export type FoundAccount = { kind: "known"; account: Account } | { kind: "nobody" } | { kind: "unreachable" };

/**
 * Returns the owner of the client's session. Refreshes the session first if it expires within 90 seconds. Waits six seconds at
 * most. Never throws. Source: docs/product/accounts.md, "Sessions".
 */
export async function findAccount(supabase: Supabase): Promise<FoundAccount> {
  // An exception counts as no response.
  const response = await withTimeout(getUserOnce(supabase), deadline("account")).catch(() => undefined);
  if (response?.data.user) return { kind: "known", account: accountOf(response.data.user) };
  const error = response?.error;
  if (error && isSessionOver(error)) {
    if (error.code) log.info({ reason: error.code }, "session ended");
    return { kind: "nobody" };
  }
  log.error({ reason: error?.code ?? error?.name ?? "no answer" }, "Auth initialization error");
  return { kind: "unreachable" };
}

/**
 * Returns the auth service's response about the session's owner. If the service rejects the token, refreshes the session
 * once, because the token may have expired by the service's clock, or the service may have new keys.
 */
async function getUserOnce({ auth }: Supabase): ReturnType<Supabase["auth"]["getUser"]> {
  const response = await auth.getUser();
  if (!response.error || !isTokenRefused(response.error)) return response;
  const { error } = await auth.refreshSession();
  return error ? { data: { user: null }, error } : auth.getUser();
}

/**
 * Returns whether the service cannot verify the access token: it has expired, or names an algorithm or a key that is unknown.
 */
function isTokenRefused({ code, status }: AuthError): boolean {
  return code === "bad_jwt" || (code === "no_authorization" && status === 401);
}

/**
 * Returns the times at which the account was created, confirmed and last used to sign in (ISO 8601). Fails if the auth
 * service does not respond within six seconds.
 */
export async function findAccountTimes(supabase: Supabase) {
  const response = await withTimeout(supabase.auth.getUser(), deadline("account")).catch(() => undefined);
  const user = response?.data.user;
  if (!user) return failure(0, UNREACHABLE);
  const { created_at, email_confirmed_at, confirmed_at, last_sign_in_at } = user;
  return success({
    madeAt: created_at,
    confirmedAt: email_confirmed_at ?? confirmed_at ?? null,
    lastSignInAt: last_sign_in_at ?? null,
  });
}

// In the functions below, `ipAddress` is the visitor's address. The auth service limits the requests of each address.

type Credentials = { email: string; password: string };

/** The auth service's message for an e-mail address that has an account. */
const ALREADY_REGISTERED = /already registered|already been registered/i;

/** Signs in and sets the client's cookies. Fails with "wrong-credentials" only if e-mail and password do not match. */
export function signIn(supabase: Supabase, credentials: Credentials): Promise<Result<null>> {
  return authResult(supabase.auth.signInWithPassword(credentials));
}

/**
 * Creates an account and sends the confirmation mail. If the e-mail address has an account already, nothing is sent and the
 * result is the same, so that strangers cannot learn who has an account. An existing account is not changed. A new account
 * stores `signUpId`, which is also in a cookie: it shows that the mailed link is opened in the browser that signed up. It also
 * stores `goal`, the order form that the customer wanted, for a link that is opened in another browser.
 */
export function signUp(
  { name, signUpId, goal, ...credentials }: Credentials & { name: string; signUpId: string; goal?: string | undefined },
  ipAddress?: string,
): Promise<Result<null>> {
  const send = async () => {
    const { auth } = createStatelessClient(ipAddress);
    const options = { data: { full_name: name, sign_up_id: signUpId, ...(goal !== undefined && { goal }) } };
    const { error, data } = await auth.signUp({ ...credentials, options });
    // For an existing account the service returns a user without identities (Supabase, "signUp").
    return { error, isSent: !error && data.user?.identities?.length !== 0 };
  };
  const failureOf = (error: AuthError) => (ALREADY_REGISTERED.test(error.message) ? undefined : authFailureOf(error));
  return requestAuthMail({ email: credentials.email, ipAddress, send, failureOf });
}

/** Sends the confirmation mail again. The result is the same for every e-mail address. */
export function resendConfirmation(email: string, ipAddress?: string): Promise<Result<null>> {
  const send = () => createStatelessClient(ipAddress).auth.resend({ type: "signup", email });
  return requestAuthMail({ email, ipAddress, send, failureOf: failureForAnyAddress });
}

/** Sends a mail with a password reset link. The result is the same for every e-mail address. */
export function sendRecovery(email: string, ipAddress?: string): Promise<Result<null>> {
  const send = () => createStatelessClient(ipAddress).auth.resetPasswordForEmail(email);
  return requestAuthMail({ email, ipAddress, send, failureOf: failureForAnyAddress });
}

/**
 * Hides the error "e-mail address invalid": the service reports it only when it sends a mail, so it would reveal that the
 * account exists.
 */
function failureForAnyAddress(error: AuthError) {
  return error.code === "email_address_invalid" ? undefined : authFailureOf(error);
}

/** Checks a password without changing the customer's session. */
export async function checkPassword(credentials: Credentials, ipAddress?: string): Promise<Result<null>> {
  const { auth } = createStatelessClient(ipAddress);
  return authResult(auth.signInWithPassword(credentials));
}

/** The auth service's code if the new password equals the current one. */
export const SAME_PASSWORD = "same_password";

type AccountChanges = { [Name in "name" | "phone" | "password"]?: string | undefined };

/** Changes the given fields of the account. An empty phone number deletes the stored one. */
export function updateAccount(supabase: Supabase, { name, phone, password }: AccountChanges): Promise<Result<null>> {
  const data = {
    ...(name === undefined ? {} : { full_name: name }),
    ...(phone === undefined ? {} : { contact_phone: phone }),
  };
  return authResult(supabase.auth.updateUser({ data, ...(password === undefined ? {} : { password }) }));
}

/**
 * Ends the client's session, all other sessions of the customer, or both. Fails unless the auth service confirms that they
 * ended, because Supabase's library reports some refusals as success.
 */
export async function endSession(supabase: Supabase, scope: "local" | "others" | "global"): Promise<Result<null>> {
  const end = async () => {
    const { data, error } = await supabase.auth.getSession();
    if (!data.session) return { error: error ?? new AuthSessionMissingError() };
    return supabase.auth.admin.signOut(data.session.access_token, scope);
  };
  return authResult(end());
}

/**
 * Converts the auth service's response to a Result. If there is no response within six seconds, the failure has `isUnknown`.
 */
export async function authResult(call: Promise<{ error: AuthError | null }>): Promise<Result<null>> {
  const response = await withTimeout(call, deadline("account")).catch(() => undefined);
  if (response === undefined) return { ...failure(0, UNREACHABLE, true), reason: "down" };
  return response.error ? authFailureOf(response.error) : success(null);
}

type KnownUser = Pick<User, "id" | "email" | "user_metadata" | "email_confirmed_at" | "confirmed_at">;

/**
 * Converts a user of the auth service to an account. Name, phone and picture are checked, because customers can store any text
 * there.
 */
export function accountOf({ id, email, user_metadata: about, email_confirmed_at, confirmed_at }: KnownUser): Account {
  const { full_name: name, contact_phone: phone, avatar_url: avatarUrl } = metadataSchema.parse(about);
  return {
    id,
    email: email ?? "",
    name: name || undefined,
    phone,
    avatarUrl,
    isConfirmed: Boolean(email_confirmed_at ?? confirmed_at),
  };
}

const metadataSchema = z.object({
  full_name: z
    .string()
    // Customers can set the name directly at the auth service. A line break in it could fake a line in messages to the agency.
    .transform((name) => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim())
    .pipe(z.string().max(200))
    .optional()
    .catch(undefined),
  // Not "phone": the auth service uses that field for sign-in.
  contact_phone: z
    .string()
    .regex(/^\+\d{6,15}$/)
    .optional()
    .catch(undefined),
  avatar_url: z
    .url({ protocol: /^https$/ })
    .optional()
    .catch(undefined),
});
