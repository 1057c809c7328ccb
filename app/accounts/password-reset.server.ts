import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { orderGoal } from "#app/domains/order-url.ts";
import { seal, unseal } from "#app/platform/abuse/site-seal.server.ts";
import { signedCookie } from "#app/platform/http/signed-cookie.server.ts";
import { ownPath } from "#app/platform/http/site-origin.server.ts";
import type { PasswordResetSession } from "./mail-tokens.table.server.ts";

const LIFE_MS = 30 * 60_000;
const resetSchema = z.object({
  email: z.string(),
  refreshToken: z.string(),
  /** The link also confirmed the account, whose owner has never chosen a password. */
  isNew: z.boolean(),
  /** The order form that a new customer wanted when signing up. */
  goal: z.string().optional(),
});
type PasswordReset = z.infer<typeof resetSchema>;

const sealedSchema = z
  .string()
  .transform((sealed) => unseal(sealed))
  .pipe(resetSchema);
const cookie = signedCookie({ name: "recovery", maxAgeSeconds: LIFE_MS / 1000, schema: sealedSchema });

/**
 * Allows this browser to set a new password for half an hour. The link's session is sealed in a cookie of its own and
 * signs nobody in: a normal session would bypass the current password that the profile asks for. Source:
 * docs/product/accounts.md, "Accounts".
 */
export async function startPasswordReset(
  context: AppLoadContext | undefined,
  recovery: PasswordResetSession,
  isNew: boolean,
): Promise<void> {
  const goal = isNew ? orderGoal(ownPath(recovery.goal)) : undefined;
  context?.appendCookie?.(await cookie.serialize(seal({ ...recovery, isNew, goal } satisfies PasswordReset, LIFE_MS)));
}

/** Returns the password reset that this browser may complete; undefined without a link, or after half an hour. */
export function findPasswordReset(request: Request, context?: AppLoadContext): Promise<PasswordReset | undefined> {
  return cookie.read(request, context);
}

/** Deletes the cookie of a password reset that is completed. */
export async function endPasswordReset(context: AppLoadContext | undefined): Promise<void> {
  context?.appendCookie?.(await cookie.ended());
}
