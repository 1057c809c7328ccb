import {
  type AuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
  type User,
} from "@supabase/supabase-js";
import { z } from "zod";
import { log } from "#app/log.server.ts";
import type { Account } from "#app/model/account.ts";
import { type Answer, answer, type Refusal, refusal } from "#app/model/answer.ts";
import { askForMail, mailRefusalInTrouble, mailRefusalOf } from "./account-mail.server.ts";
import { withPatience } from "./patience.server.ts";
import { createPassingClient, type Supabase } from "./supabase/client.server.ts";

/** What a page may wait for the auth service; the service's own client would try for half a minute. */
const PATIENCE_MS = 6000;
const UNREACHABLE = "An error occurred. Please try again.";

/** Who a session belongs to. "unreachable": the auth service did not say, so nobody may be signed out for it. */
export type FoundAccount = { kind: "known"; account: Account } | { kind: "nobody" } | { kind: "unreachable" };

/**
 * Asks the auth service who holds the client's session, refreshing it first when 90 seconds or less are left; waits six
 * seconds at most, unless told otherwise. Never throws.
 * Source: docs/product.md, "Sessions".
 */
export async function findAccount(supabase: Supabase, patienceMs = PATIENCE_MS): Promise<FoundAccount> {
  // What it throws is no answer either.
  const asked = await withPatience(supabase.auth.getUser(), AbortSignal.timeout(patienceMs)).catch(() => undefined);
  if (asked?.data.user) return { kind: "known", account: accountOf(asked.data.user) };
  const error = asked?.error;
  if (error && !isOutage(error)) {
    if (!isAuthSessionMissingError(error)) log.info({ reason: error.code ?? error.name }, "session ended");
    return { kind: "nobody" };
  }
  log.error({ reason: error?.code ?? error?.name ?? "no answer" }, "Auth initialization error");
  return { kind: "unreachable" };
}

/**
 * When the account of the client's session was made, its address confirmed, and last signed in to (ISO 8601). Refused
 * when the auth service does not say so within six seconds.
 */
export async function findAccountTimes(supabase: Supabase) {
  const asked = await withPatience(supabase.auth.getUser(), AbortSignal.timeout(PATIENCE_MS)).catch(() => undefined);
  const user = asked?.data.user;
  if (!user) return refusal(0, UNREACHABLE);
  const { created_at, email_confirmed_at, confirmed_at, last_sign_in_at } = user;
  return answer({
    madeAt: created_at,
    confirmedAt: email_confirmed_at ?? confirmed_at ?? null,
    lastSignInAt: last_sign_in_at ?? null,
  });
}

// `address` is the visitor's, for an auth service that counts by it.

type Credentials = { email: string; password: string };

/**
 * Signs in on the client, which sets its cookies. Refused with the auth service's own words, and with a reason when e-mail
 * and password don't belong together.
 */
export async function signIn(supabase: Supabase, credentials: Credentials): Promise<Answer<null>> {
  const done = await outcomeOf(supabase.auth.signInWithPassword(credentials));
  const isWrong = !done.ok && (done.code === "invalid_credentials" || WRONG_CREDENTIALS.test(done.message));
  return isWrong ? { ...done, reason: "wrong-credentials" } : done;
}

/** The words of an auth service without codes. */
const WRONG_CREDENTIALS = /invalid login credentials/i;

/**
 * Creates an account and sends the mail that confirms it. For an address that has one already nothing is sent, which its
 * page must not show: nobody learns there who has an account. An account that is made keeps the browser's mark; one that is
 * there is not touched.
 */
export function signUp(
  { name, mark, ...credentials }: Credentials & { name: string; mark: string },
  address?: string,
): Promise<Answer<"sent" | "nothing">> {
  return askForMail(async () => {
    const { auth } = createPassingClient(address);
    const asked = auth.signUp({ ...credentials, options: { data: { full_name: name, sign_up_mark: mark } } });
    const done = await outcomeOf(asked);
    if (!done.ok && !isAboutAddress(done)) return done;
    // To a known address the service answers with a user who has no identity (Supabase, "signUp").
    const isSent = done.ok && (await asked).data.user?.identities?.length !== 0;
    return isSent ? answer("sent") : (mailRefusalInTrouble() ?? answer("nothing"));
  });
}

/** Has the confirmation mail sent again. The same answer for every address. */
export function resendConfirmation(email: string, address?: string): Promise<Answer<null>> {
  return askForMail(async () => {
    const { auth } = createPassingClient(address);
    return asIfUnknown(await outcomeOf(auth.resend({ type: "signup", email })));
  });
}

/** Has a mail sent with a link to choose a new password. The same answer for every address. */
export function sendRecovery(email: string, address?: string): Promise<Answer<null>> {
  return askForMail(async () => {
    const { auth } = createPassingClient(address);
    return asIfUnknown(await outcomeOf(auth.resetPasswordForEmail(email)));
  });
}

/** Whether a password is the customer's, without touching the session they have. */
export async function checkPassword(credentials: Credentials, address?: string): Promise<Answer<null>> {
  const { auth } = createPassingClient(address);
  return outcomeOf(auth.signInWithPassword(credentials));
}

/** The auth service's code when a new password is the one that is in force. */
export const SAME_PASSWORD = "same_password";

type AccountChanges = { [Name in "name" | "phone" | "password"]?: string | undefined };

/** Changes the full name, the phone number, the password: what is given. An empty number takes the old one out. */
export function updateAccount(supabase: Supabase, { name, phone, password }: AccountChanges): Promise<Answer<null>> {
  const data = {
    ...(name === undefined ? {} : { full_name: name }),
    ...(phone === undefined ? {} : { contact_phone: phone }),
  };
  return outcomeOf(supabase.auth.updateUser({ data, ...(password === undefined ? {} : { password }) }));
}

/** Ends the session of the client, all others of the same customer, or both. */
export async function endSession(supabase: Supabase, scope: "local" | "others" | "global"): Promise<Answer<null>> {
  return outcomeOf(supabase.auth.signOut({ scope }));
}

/** What the auth service has said, within six seconds; unknown when it said nothing. */
export async function outcomeOf(call: Promise<{ error: AuthError | null }>): Promise<Answer<null>> {
  const reply = await withPatience(call, AbortSignal.timeout(PATIENCE_MS));
  const notMailed = reply?.error && mailRefusalOf(reply.error);
  if (notMailed) return notMailed;
  if (reply === undefined || (reply.error && isOutage(reply.error))) return refusal(0, UNREACHABLE, true);
  if (!reply.error) return answer(null);
  const { status = 400, code } = reply.error;
  return { ...refusal(status, wordsOf(reply.error)), ...(code !== undefined && { code }) };
}

/** To an address that is known already, or was written to a moment ago, services answer 422 or 429. */
function asIfUnknown(done: Answer<null>): Answer<null> {
  return !done.ok && isAboutAddress(done) ? answer(null) : done;
}

function isAboutAddress({ message }: Refusal): boolean {
  return ADDRESS_KNOWN.test(message);
}

/** The words of GoTrue: "User already registered", "For security purposes, you can only request this after 59 seconds." */
const ADDRESS_KNOWN = /already registered|already been registered|you can only request this after/i;

function isOutage(error: AuthError): boolean {
  return isAuthRetryableFetchError(error) || (error.status ?? 0) >= 500;
}

/** The service's own words, and why a password is too weak, if it says so. */
function wordsOf(error: AuthError): string {
  const reasons = isAuthWeakPasswordError(error) ? error.reasons.join(", ") : "";
  return (reasons ? `${error.message} (${reasons})` : error.message).slice(0, 200) || UNREACHABLE;
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
