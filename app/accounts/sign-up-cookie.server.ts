import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { signedCookie } from "#app/platform/http/signed-cookie.server.ts";

/** `goal`: the path to go to after the confirmation. */
const schema = z.object({ id: z.uuid(), goal: z.string().optional() });
const cookie = signedCookie({ name: "sign-up", maxAgeSeconds: 7 * 24 * 3600, schema });

/**
 * Returns the sign-up id of this browser, a new one if it has none, and stores it for a week, with the path that the
 * customer wanted. The new account stores the id too. It proves that the mailed link is opened by the browser that chose
 * the password. Source: docs/product/accounts.md, "Accounts".
 */
export async function rememberSignUp(
  request: Request,
  context: AppLoadContext | undefined,
  goal?: string,
): Promise<string> {
  const id = (await signUpOf(request))?.id ?? randomUUID();
  context?.appendCookie?.(await cookie.serialize({ id, goal }));
  return id;
}

/** Returns the sign-up of this browser, undefined if it has none. */
export function signUpOf(request: Request): Promise<{ id: string; goal?: string | undefined } | undefined> {
  return cookie.read(request);
}

/** Deletes the sign-up id. */
export async function forgetSignUp(context: AppLoadContext | undefined): Promise<void> {
  context?.appendCookie?.(await cookie.ended());
}
