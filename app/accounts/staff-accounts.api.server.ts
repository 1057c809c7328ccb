import type { AuthError } from "@supabase/supabase-js";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { type Failure, failure, type Result, success } from "#app/platform/result.ts";
import { deadline } from "#app/platform/upstream/deadlines.server.ts";
import { withTimeout } from "#app/platform/upstream/with-timeout.server.ts";
import { authFailureOf } from "./auth-failure.server.ts";

// Calls with the secret key, for what staff do to an account. The caller has verified the member of staff.

/** The auth service's code for an address that another account has. */
export const ADDRESS_TAKEN = "email_exists";
const TOO_SOON = "A mail went to this address less than a minute ago. Please wait a minute, then press again.";
const LOST = "We could not confirm it. Please press again: nothing is done twice.";

type Invited = { email: string; name: string; phone?: string | undefined };

/**
 * Makes an account without a password and mails its owner a link to choose one. Returns the account's id. Without an answer
 * within six seconds the failure has `isUnknown`. If the address has an account that is not confirmed, the service mails that
 * one a new link. Source: Supabase, "inviteUserByEmail".
 */
export async function inviteCustomer({ email, name, phone }: Invited): Promise<Result<string>> {
  const data = { full_name: name, ...(phone && { contact_phone: phone }) };
  const inviting = trustedClient().auth.admin.inviteUserByEmail(email, { data });
  const answer = await withTimeout(inviting, deadline("account")).catch(() => undefined);
  if (answer?.data.user) return success(answer.data.user.id);
  return failureOf(answer?.error);
}

/**
 * Makes an account without a password and without a mail, or finds one that is not confirmed. Returns its id, and a link's token
 * (Supabase, "Email templates": TokenHash) that confirms its address within an hour; earlier links stop working. Fails with
 * ADDRESS_TAKEN if the account is confirmed. Source: Supabase, "generateLink".
 */
export async function makeAccount({ email, name, phone }: Invited): Promise<Result<{ id: string; tokenHash: string }>> {
  const data = { full_name: name, ...(phone && { contact_phone: phone }) };
  const making = trustedClient().auth.admin.generateLink({ type: "invite", email, options: { data } });
  const answer = await withTimeout(making, deadline("account")).catch(() => undefined);
  const { user, properties } = answer?.data ?? {};
  return user && properties ? success({ id: user.id, tokenHash: properties.hashed_token }) : failureOf(answer?.error);
}

/** Changes the address of an account at once. The same address again changes nothing. Source: Supabase, "updateUserById". */
export async function changeAddress(id: string, email: string): Promise<Result<null>> {
  const changing = trustedClient().auth.admin.updateUserById(id, { email });
  const answer = await withTimeout(changing, deadline("account")).catch(() => undefined);
  return answer?.data.user ? success(null) : failureOf(answer?.error);
}

function failureOf(error: AuthError | null | undefined): Failure {
  if (!error) return failure(0, LOST, true);
  if (error.code === ADDRESS_TAKEN) return { ...failure(409, "Another account has this address"), code: ADDRESS_TAKEN };
  if (error.code === "over_email_send_rate_limit") return failure(429, TOO_SOON);
  const known = authFailureOf(error);
  return known.isUnknown ? { ...known, message: LOST } : known;
}
