import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "#app/env.server.ts";

const KEY = Buffer.from(hkdfSync("sha256", env.appSecret, "", "seal", 32));
const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Closes a value, so that a page may carry it: nobody can read or change it. `lifeMs`: for how long it can be opened. */
export function seal(value: unknown, lifeMs: number): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, KEY, iv);
  const text = JSON.stringify({ value, until: Date.now() + lifeMs });
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString("base64url");
}

/** What was sealed; undefined when it is none of ours, was changed, or is too old. */
export function unseal(sealed: unknown): unknown {
  if (typeof sealed !== "string") return undefined;
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, KEY, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    const { value, until } = JSON.parse(text.toString());
    return Date.now() < until ? value : undefined;
  } catch {
    return undefined;
  }
}
