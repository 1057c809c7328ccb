import { createHash, randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import { signedCookie } from "#app/platform/http/signed-cookie.server.ts";

/** A random device id, the hash of the account's e-mail address and, if its second step was passed, "stepped". */
const schema = z.templateLiteral([z.uuid(), " ", z.string().min(1)]);
const cookie = signedCookie({ name: "device", maxAgeSeconds: 400 * 24 * 3600, schema });

type HowFar = { hasStepped: boolean };
const BY_PASSWORD = { hasStepped: false };

/**
 * Returns the device id of a browser that has signed in to this account before, with its second step if `hasStepped`; else
 * undefined. Such a browser has its own limits of wrong passwords and codes, so that attackers cannot lock out the owner.
 * Source: docs/product/limits-and-outages.md, "Limits".
 */
export async function deviceFor(
  request: Request,
  email: string,
  { hasStepped }: HowFar = BY_PASSWORD,
): Promise<string | undefined> {
  const [device, account, step] = (await cookie.read(request))?.split(" ") ?? [];
  return account === hashOf(email) && (step === "stepped" || !hasStepped) ? device : undefined;
}

/** Remembers that this browser has signed in to the account. */
export async function rememberDevice(
  context: AppLoadContext | undefined,
  email: string,
  { hasStepped }: HowFar = BY_PASSWORD,
): Promise<void> {
  const value = `${randomUUID()} ${hashOf(email)}${hasStepped ? " stepped" : ""}` as const;
  context?.appendCookie?.(await cookie.serialize(value));
}

function hashOf(email: string): string {
  return createHash("sha256").update(email.toLowerCase()).digest("base64url");
}
