import { z } from "zod";
import { createStatelessClient, type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import { runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { type Failure, failure, type Result, success } from "#app/platform/result.ts";
import { authResult, endSession, SAME_PASSWORD, updateAccount } from "./accounts.api.server.ts";

/** A confirmation or recovery link that the auth service mailed. */
export type MailedLink = { type: "signup" | "recovery"; tokenHash: string };

/**
 * The session of an opened reset link. No browser is signed in with it. `goal`: the path that was stored at the sign-up; anybody
 * can have written it.
 */
export type PasswordResetSession = { email: string; refreshToken: string; goal?: string | undefined };

const LINK_FAILED = "An error occurred. Please try again.";

const ownerSchema = z.enum(["maker", "mailbox", "customer"]).nullable();

/**
 * Returns the owner of a mailed link before it is spent. "maker": a new account, made by the browser with this
 * sign-up id. "mailbox": a new account, made elsewhere; its password, name and sessions are now removed. "customer":
 * confirmed before. Fails if the link is invalid, or the database did not answer; then nothing is spent. Source:
 * docs/product/accounts.md, "Accounts".
 */
export async function claimMailedLink(link: string, signUpId: string | undefined) {
  const claim = trustedClient().rpc("claim_mailed_link", { link, sign_up_id: signUpId ?? null });
  const { data, error } = await runQuery(claim);
  const owner = ownerSchema.safeParse(data);
  if (error || !owner.success) {
    log.error({ reason: error?.message ?? "no such owner" }, "mailed link not claimed");
    return failure(0, LINK_FAILED, true);
  }
  return owner.data === null ? failure(400, "This link no longer works.") : success(owner.data);
}

/** Spends a link and returns a session in which only a new password can be chosen. Signs no browser in. */
export async function openPasswordReset(
  link: MailedLink,
  address: string | undefined,
): Promise<Result<PasswordResetSession>> {
  const client = createStatelessClient(address);
  const done = await verifyLink(client, link);
  return done.ok ? resetSessionOf(client) : done;
}

/** Spends a confirmation or recovery link and signs the client in. */
export function verifyLink(supabase: Supabase, { type, tokenHash }: MailedLink): Promise<Result<null>> {
  return authResult(supabase.auth.verifyOtp({ type, token_hash: tokenHash }));
}

async function resetSessionOf({ auth }: Supabase): Promise<Result<PasswordResetSession>> {
  const { session } = (await auth.getSession()).data;
  return session
    ? success({
        email: session.user.email ?? "",
        refreshToken: session.refresh_token,
        goal: z.string().optional().catch(undefined).parse(session.user.user_metadata.goal),
      })
    : failure(0, LINK_FAILED, true);
}

type Chosen = { password: string; name?: string | undefined };
/**
 * `areOthersOut`: the service confirmed that all other sessions ended. "over": the link's session has ended.
 * "refused": the user may try again, with the session `again` if there is one.
 */
export type PasswordResetResult =
  | { kind: "chosen"; areOthersOut: boolean }
  | { kind: "over" }
  | { kind: "refused"; why: Failure; again?: PasswordResetSession };

/**
 * Sets a new password, and a name if given, and ends all sessions of the account, this one too. The user then signs
 * in with the new password. Setting the current password succeeds: the form may be a retry after a lost reply.
 */
export async function resetPassword(
  { refreshToken }: PasswordResetSession,
  chosen: Chosen,
  address: string | undefined,
): Promise<PasswordResetResult> {
  const client = createStatelessClient(address);
  const opened = await authResult(client.auth.refreshSession({ refresh_token: refreshToken }));
  if (!opened.ok) return opened.reason === "session-over" ? { kind: "over" } : { kind: "refused", why: opened };
  const done = await updateAccount(client, chosen);
  if (!done.ok && done.code !== SAME_PASSWORD) {
    const again = await resetSessionOf(client);
    return { kind: "refused", why: done, ...(again.ok && { again: again.value }) };
  }
  const ended = await endSession(client, "global");
  if (!ended.ok) log.warn({ reason: ended.message }, "other sessions not ended");
  return { kind: "chosen", areOthersOut: ended.ok };
}
