import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import type { Recovery } from "#app/gateways/mailed-links.server.ts";
import { seal, unseal } from "#app/use-cases/seal.server.ts";
import { signedCookie } from "./signed-cookie.server.ts";

const LIFE_MS = 30 * 60_000;
const choiceSchema = z.object({
  email: z.string(),
  refreshToken: z.string(),
  /** The account is confirmed by this very link, and has never had a password of its owner's. */
  isNew: z.boolean(),
});
type Choice = z.infer<typeof choiceSchema>;

const sealedChoice = z
  .string()
  .transform((sealed) => unseal(sealed))
  .pipe(choiceSchema);
const cookie = signedCookie({ name: "recovery", maxAgeSeconds: LIFE_MS / 1000, schema: sealedChoice });

/**
 * Lets whoever came by the link of a mail choose a password for half an hour, and nothing else: the session that the link
 * gave is sealed in the cookie, where no page takes it for one. A session alone must not be enough, because the profile
 * asks for the current password and this would be a way round it. (docs/product.md, "Accounts".)
 */
export async function allowChoice(
  context: AppLoadContext | undefined,
  recovery: Recovery,
  isNew: boolean,
): Promise<void> {
  context?.appendCookie?.(await cookie.serialize(seal({ ...recovery, isNew } satisfies Choice, LIFE_MS)));
}

/** What this browser may choose a password for; undefined when it came by no link, or too long ago. */
export function findChoice(request: Request, context?: AppLoadContext): Promise<Choice | undefined> {
  return cookie.read(request, context);
}

/** It was used. */
export async function endChoice(context: AppLoadContext | undefined): Promise<void> {
  context?.appendCookie?.(await cookie.ended());
}
