import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { signedCookie } from "./signed-cookie.server.ts";

const cookie = signedCookie({ name: "sign-up", maxAgeSeconds: 7 * 24 * 3600, schema: z.uuid() });

/**
 * Returns the sign-up id of this browser, a new one if it has none, and stores it for a week. The new account stores
 * it too. It proves that the mailed link is opened by the browser that chose the password. Source: docs/product.md,
 * "Accounts".
 */
export async function rememberSignUp(request: Request, context: AppLoadContext | undefined): Promise<string> {
  const id = (await signUpIdOf(request)) ?? randomUUID();
  context?.appendCookie?.(await cookie.serialize(id));
  return id;
}

/** Returns the sign-up id of this browser, undefined if it has none. */
export function signUpIdOf(request: Request): Promise<string | undefined> {
  return cookie.read(request);
}

/** Deletes the sign-up id. */
export async function forgetSignUp(context: AppLoadContext | undefined): Promise<void> {
  context?.appendCookie?.(await cookie.ended());
}
