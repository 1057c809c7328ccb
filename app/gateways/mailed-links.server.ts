import { z } from "zod";
import { log } from "#app/log.server.ts";
import { type Failure, failure, type Result, success } from "#app/model/result.ts";
import { endSession, outcomeOf, SAME_PASSWORD, updateAccount } from "./accounts.server.ts";
import { createPassingClient, type Supabase, trustedClient } from "./supabase/client.server.ts";
import { ask } from "./supabase/rows.server.ts";

/** The link of a mail of the auth service. */
export type MailedLink = { type: "signup" | "recovery"; tokenHash: string };

/** Whoever has opened a mailed link and has still to choose a password: a session that no browser has yet. */
export type Recovery = { email: string; refreshToken: string };

const LINK_FAILED = "An error occurred. Please try again.";

const ownerSchema = z.enum(["maker", "mailbox", "customer"]).nullable();

/**
 * Whose a mailed link is, before it is spent. "maker": the account is new, and the browser with this mark has made it.
 * "mailbox": it is new and was made elsewhere; from now on it has no password, no name and no session. "customer": it was
 * confirmed before. Refused when the link leads nowhere, or when the database did not answer, and then nothing is spent.
 * Source: docs/product.md, "Accounts".
 */
export async function claimLink(link: string, mark: string | undefined) {
  const claim = trustedClient().rpc("claim_mailed_link", { link, mark: mark ?? null });
  const { data, error } = await ask(claim);
  const owner = ownerSchema.safeParse(data);
  if (error || !owner.success) {
    log.error({ reason: error?.message ?? "no such owner" }, "mailed link not claimed");
    return failure(0, LINK_FAILED, true);
  }
  return owner.data === null ? failure(400, "This link no longer works.") : success(owner.data);
}

/** Spends a link for somebody who has to choose a password next. No browser is signed in by it. */
export async function openForPassword(link: MailedLink, address: string | undefined): Promise<Result<Recovery>> {
  const client = createPassingClient(address);
  const done = await verifyLink(client, link);
  return done.ok ? recoveryIn(client) : done;
}

/** Spends the token of a confirmation or recovery link. The client is signed in by it. */
export function verifyLink(supabase: Supabase, { type, tokenHash }: MailedLink): Promise<Result<null>> {
  return outcomeOf(supabase.auth.verifyOtp({ type, token_hash: tokenHash }));
}

async function recoveryIn({ auth }: Supabase): Promise<Result<Recovery>> {
  const { session } = (await auth.getSession()).data;
  return session
    ? success({ email: session.user.email ?? "", refreshToken: session.refresh_token })
    : failure(0, LINK_FAILED, true);
}

type Chosen = { password: string; name?: string | undefined };
/**
 * `areOthersOut`: the service has said that every other session has ended. "over": the session of the link has ended, because the
 * link was used up or is too old. "refused": it may be tried again, with `again` if that is there.
 */
export type Choosing =
  | { kind: "chosen"; areOthersOut: boolean }
  | { kind: "over" }
  | { kind: "refused"; why: Failure; again?: Recovery };

/**
 * Gives an account its new password, and a name if one is given, and ends every session that it has, this one too: whoever
 * has chosen it signs in with it. One that it has already is no mistake: the form may have come before, its answer lost.
 */
export async function choosePassword(
  { refreshToken }: Recovery,
  chosen: Chosen,
  address: string | undefined,
): Promise<Choosing> {
  const client = createPassingClient(address);
  const opened = await outcomeOf(client.auth.refreshSession({ refresh_token: refreshToken }));
  if (!opened.ok) return opened.reason === "session-over" ? { kind: "over" } : { kind: "refused", why: opened };
  const done = await updateAccount(client, chosen);
  if (!done.ok && done.code !== SAME_PASSWORD) {
    const again = await recoveryIn(client);
    return { kind: "refused", why: done, ...(again.ok && { again: again.value }) };
  }
  const ended = await endSession(client, "global");
  if (!ended.ok) log.warn({ reason: ended.message }, "other sessions not ended");
  return { kind: "chosen", areOthersOut: ended.ok };
}
