import { z } from "zod";
import { seal, unseal } from "../seal.server.ts";

/** A newsletter may be found again after years, and its link should still work. */
const LIFE_MS = 10 * 365 * 24 * 3600_000;

const leaverSchema = z.object({ leaves: z.string() });

/** What a newsletter's link to leave carries: the reader's address, so that nobody can read or change it on the way. */
export function sealUnsubscribeLink(email: string): string {
  return seal({ leaves: email }, LIFE_MS);
}

/** The address that such a link is for; undefined when it is none of ours. */
export function openUnsubscribeLink(token: unknown): string | undefined {
  return leaverSchema.safeParse(unseal(token)).data?.leaves;
}
