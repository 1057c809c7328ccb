import { z } from "zod";
import { makeAccount } from "#app/accounts/staff-accounts.api.server.ts";
import { seal, unseal } from "#app/platform/abuse/site-seal.server.ts";
import { env } from "#app/platform/env.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { findInvitedAddress } from "./imports.table.server.ts";

/** How long the link of an invitation works. The auth service's own links work for an hour. */
const LIFE_MS = 30 * 86_400_000;

const linkSchema = z.object({ invited: z.uuid() });

/** Returns the URL by which the owner of an imported account chooses its password. */
export function invitationLink(person: string): string {
  const query = new URLSearchParams({ token_hash: seal({ invited: person }, LIFE_MS), type: "welcome" });
  return `${env.origin}/auth/confirm?${query}`;
}

/**
 * Returns the token of a link of the auth service for the account of an invitation. Fails with 400 for a link that was changed, is
 * older than 30 days, or whose account is confirmed.
 */
export async function openInvitation(token: string): Promise<Result<string>> {
  const person = linkSchema.safeParse(unseal(token)).data?.invited;
  const address = person === undefined ? success(null) : await findInvitedAddress(person);
  if (!address.ok) return { ...address, reason: "down" };
  if (address.value === null) return failure(400, "This link no longer works.");
  // The name of the import is in the account already.
  const made = await makeAccount({ email: address.value, name: "" });
  return made.ok ? success(made.value.tokenHash) : made;
}
