import { createHash, randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { signedCookie } from "./signed-cookie.server.ts";

const cookie = signedCookie("device", 400 * 24 * 3600);

/**
 * The name of a browser that has signed in to this account before, undefined for any other: it has its own count of
 * tries, so that strangers who guess cannot slow its owner down. (docs/product.md, "Limits".)
 */
export async function deviceFor(request: Request, email: string): Promise<string | undefined> {
  const value: unknown = await cookie.parse(request.headers.get("Cookie"));
  if (typeof value !== "string") return undefined;
  const [device, account] = value.split(" ");
  return account === hashOf(email) ? device : undefined;
}

/** Remembers that this browser has signed in to the account. */
export async function rememberDevice(context: AppLoadContext | undefined, email: string): Promise<void> {
  context?.appendCookie?.(await cookie.serialize(`${randomUUID()} ${hashOf(email)}`));
}

function hashOf(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("base64url");
}
