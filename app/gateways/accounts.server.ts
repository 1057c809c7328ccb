import { type AuthError, AuthSessionMissingError, type User } from "@supabase/supabase-js";
import { z } from "zod";
import { log } from "#app/log.server.ts";
import type { Account } from "#app/model/account.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { askForMail } from "./account-mail.server.ts";
import { authFailureOf, isSessionOver, UNREACHABLE } from "./auth-failure.server.ts";
import { createPassingClient, type Supabase } from "./supabase/client.server.ts";
import { withTimeout } from "./with-timeout.server.ts";

/** What a page may wait for the auth service; the service's own client would try for half a minute. */
const PATIENCE_MS = 6000;

/** Who a session belongs to. "unreachable": the auth service did not say, so nobody may be signed out for it. */
export type FoundAccount = { kind: "known"; account: Account } | { kind: "nobody" } | { kind: "unreachable" };

/**
 * Asks the auth service who holds the client's session, refreshing it first when 90 seconds or less are left; waits six
 * seconds at most, unless told otherwise. Never throws.
 * Source: docs/product.md, "Sessions".
 */
export async function findAccount(supabase: Supabase, patienceMs = PATIENCE_MS): Promise<FoundAccount> {
  // What it throws is no answer either.
  const asked = await withTimeout(askWho(supabase), AbortSignal.timeout(patienceMs)).catch(() => undefined);
  if (asked?.data.user) return { kind: "known", account: accountOf(asked.data.user) };
  const error = asked?.error;
  if (error && isSessionOver(error)) {
    if (error.code) log.info({ reason: error.code }, "session ended");
    return { kind: "nobody" };
  }
  log.error({ reason: error?.code ?? error?.name ?? "no answer" }, "Auth initialization error");
  return { kind: "unreachable" };
}

/** A token that the service does not take may have expired by its clock, or its keys have changed: it is refreshed once. */
async function askWho({ auth }: Supabase): ReturnType<Supabase["auth"]["getUser"]> {
  const asked = await auth.getUser();
  if (asked.error?.code !== "bad_jwt") return asked;
  const { error } = await auth.refreshSession();
  return error ? { data: { user: null }, error } : auth.getUser();
}

/**
 * When the account of the client's session was made, its address confirmed, and last signed in to (ISO 8601). Refused
 * when the auth service does not say so within six seconds.
 */
export async function findAccountTimes(supabase: Supabase) {
  const asked = await withTimeout(supabase.auth.getUser(), AbortSignal.timeout(PATIENCE_MS)).catch(() => undefined);
  const user = asked?.data.user;
  if (!user) return failure(0, UNREACHABLE);
  const { created_at, email_confirmed_at, confirmed_at, last_sign_in_at } = user;
  return success({
    madeAt: created_at,
    confirmedAt: email_confirmed_at ?? confirmed_at ?? null,
    lastSignInAt: last_sign_in_at ?? null,
  });
}

// `address` is the visitor's: the auth service counts by it.

type Credentials = { email: string; password: string };

/**
 * Signs in on the client, which sets its cookies. Refused with "wrong-credentials" when e-mail and password don't belong
 * together, and for nothing else.
 */
export function signIn(supabase: Supabase, credentials: Credentials): Promise<Result<null>> {
  return outcomeOf(supabase.auth.signInWithPassword(credentials));
}

/**
 * Creates an account and sends the mail that confirms it. For an address that has one already nothing is sent, which nobody is
 * told: strangers would learn who has an account. An account that is made keeps the browser's mark; one that is there is not
 * touched.
 */
export function signUp(
  { name, mark, ...credentials }: Credentials & { name: string; mark: string },
  address?: string,
): Promise<Result<null>> {
  const ask = async () => {
    const { auth } = createPassingClient(address);
    const options = { data: { full_name: name, sign_up_mark: mark } };
    const { error, data } = await auth.signUp({ ...credentials, options });
    // To a known address the service answers with a user who has no identity (Supabase, "signUp").
    return { error, isSent: !error && data.user?.identities?.length !== 0 };
  };
  const isKnown = /already registered|already been registered/i;
  const refused = (error: AuthError) => (isKnown.test(error.message) ? undefined : authFailureOf(error));
  return askForMail({ email: credentials.email, address, ask, refused });
}

/** Has the confirmation mail sent again. The same answer for every address. */
export function resendConfirmation(email: string, address?: string): Promise<Result<null>> {
  const ask = () => createPassingClient(address).auth.resend({ type: "signup", email });
  return askForMail({ email, address, ask, refused: refusalForAll });
}

/** Has a mail sent with a link to choose a new password. The same answer for every address. */
export function sendRecovery(email: string, address?: string): Promise<Result<null>> {
  const ask = () => createPassingClient(address).auth.resetPasswordForEmail(email);
  return askForMail({ email, address, ask, refused: refusalForAll });
}

/** What is not about an account that is there: that a mail cannot go to an address is found out only when one would. */
function refusalForAll(error: AuthError) {
  return error.code === "email_address_invalid" ? undefined : authFailureOf(error);
}

/** Whether a password is the customer's, without touching the session they have. */
export async function checkPassword(credentials: Credentials, address?: string): Promise<Result<null>> {
  const { auth } = createPassingClient(address);
  return outcomeOf(auth.signInWithPassword(credentials));
}

/** The auth service's code when a new password is the one that is in force. */
export const SAME_PASSWORD = "same_password";

type AccountChanges = { [Name in "name" | "phone" | "password"]?: string | undefined };

/** Changes the full name, the phone number, the password: what is given. An empty number takes the old one out. */
export function updateAccount(supabase: Supabase, { name, phone, password }: AccountChanges): Promise<Result<null>> {
  const data = {
    ...(name === undefined ? {} : { full_name: name }),
    ...(phone === undefined ? {} : { contact_phone: phone }),
  };
  return outcomeOf(supabase.auth.updateUser({ data, ...(password === undefined ? {} : { password }) }));
}

/**
 * Ends the session of the client, all others of the same customer, or both. Refused unless the service said that it did: its
 * client takes a refusal for a success.
 */
export async function endSession(supabase: Supabase, scope: "local" | "others" | "global"): Promise<Result<null>> {
  const end = async () => {
    const { data, error } = await supabase.auth.getSession();
    if (!data.session) return { error: error ?? new AuthSessionMissingError() };
    return supabase.auth.admin.signOut(data.session.access_token, scope);
  };
  return outcomeOf(end());
}

/** What the auth service has said, within six seconds, in our words; unknown when it said nothing. */
export async function outcomeOf(call: Promise<{ error: AuthError | null }>): Promise<Result<null>> {
  const reply = await withTimeout(call, AbortSignal.timeout(PATIENCE_MS)).catch(() => undefined);
  if (reply === undefined) return { ...failure(0, UNREACHABLE, true), reason: "down" };
  return reply.error ? authFailureOf(reply.error) : success(null);
}

function accountOf({ id, email, user_metadata: about }: User): Account {
  const { full_name: name, contact_phone: phone, avatar_url: avatarUrl } = metadataSchema.parse(about);
  return { id, email: email ?? "", name: name || undefined, phone, avatarUrl };
}

const metadataSchema = z.object({
  full_name: z
    .string()
    // A customer may write it at the auth service, past our forms; a line more would read as ours in what the agency is told.
    .transform((name) => name.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim())
    .pipe(z.string().max(200))
    .optional()
    .catch(undefined),
  // Not "phone", which is a way to sign in to the auth service.
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
