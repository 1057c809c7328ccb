import { createHash, randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { signedCookie } from "./signed-cookie.server.ts";

/** The browser's own name, and the hash of the account's address. */
const schema = z.templateLiteral([z.uuid(), " ", z.string().min(1)]);
const cookie = signedCookie({ name: "device", maxAgeSeconds: 400 * 24 * 3600, schema });

/**
 * The name of a browser that has signed in to this account before, undefined for any other: it has its own count of
 * tries, so that strangers who guess cannot slow its owner down. (docs/product.md, "Limits".)
 */
export async function deviceFor(request: Request, email: string): Promise<string | undefined> {
  const [device, account] = (await cookie.read(request))?.split(" ") ?? [];
  return account === hashOf(email) ? device : undefined;
}

/** Remembers that this browser has signed in to the account. */
export async function rememberDevice(context: AppLoadContext | undefined, email: string): Promise<void> {
  context?.appendCookie?.(await cookie.serialize(`${randomUUID()} ${hashOf(email)}`));
}

function hashOf(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("base64url");
}
