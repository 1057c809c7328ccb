import { hkdfSync } from "node:crypto";
import { createSeal } from "#app/platform/abuse/seal.server.ts";
import { env } from "#app/platform/env.server.ts";

const { seal, unseal } = createSeal(
  Buffer.from(hkdfSync("sha256", env.appSecret, "", "first password of a service", 32)),
);
/** The database deletes a first password after 14 days. */
const SECRET_MS = 15 * 86_400_000;

/** Seals the first password of a service for the database, which does not have the key. */
export function sealServicePassword(password: string): string {
  return seal(password, SECRET_MS);
}

/** Returns the first password of a service; undefined if it was sealed elsewhere, changed, or is too old. */
export function unsealServicePassword(sealed: string): string | undefined {
  const password = unseal(sealed);
  return typeof password === "string" ? password : undefined;
}
