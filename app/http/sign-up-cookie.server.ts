import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { signedCookie } from "./signed-cookie.server.ts";

const cookie = signedCookie({ name: "sign-up", maxAgeSeconds: 7 * 24 * 3600, schema: z.uuid() });

/**
 * The mark of a browser that signs up, the one it has or a new one, which it keeps for a week. The account that its
 * sign-up makes has it too, and no other: that is how the press of the mailed link's button is known to come from whoever
 * chose the password. (docs/product.md, "Accounts".)
 */
export async function rememberSignUp(request: Request, context: AppLoadContext | undefined): Promise<string> {
  const mark = (await signUpIdOf(request)) ?? randomUUID();
  context?.appendCookie?.(await cookie.serialize(mark));
  return mark;
}

/** The mark of a browser that has signed up, undefined for any other. */
export function signUpIdOf(request: Request): Promise<string | undefined> {
  return cookie.read(request);
}

/** It has served. */
export async function forgetSignUp(context: AppLoadContext | undefined): Promise<void> {
  context?.appendCookie?.(await cookie.ended());
}
