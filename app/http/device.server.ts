import { createHash, randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { signedCookie } from "./signed-cookie.server.ts";

/** A random device id, and the hash of the account's e-mail address. */
const schema = z.templateLiteral([z.uuid(), " ", z.string().min(1)]);
const cookie = signedCookie({ name: "device", maxAgeSeconds: 400 * 24 * 3600, schema });

/**
 * Returns the device id of a browser that has signed in to this account before, else undefined. It has its own
 * sign-in limit, so that attackers cannot lock out the owner. Source: docs/product.md, "Limits".
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
