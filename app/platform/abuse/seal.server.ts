import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { nowMs } from "../clock.ts";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts and authenticates values with a key of 32 bytes (AES-256-GCM). */
export function createSeal(key: Buffer) {
  return {
    /** Seals a value, which can be opened for `lifeMs`. */
    seal(value: unknown, lifeMs: number): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const text = JSON.stringify({ value, until: nowMs() + lifeMs });
      return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString("base64url");
    },

    /** Returns the sealed value, or undefined if it was not sealed with this key, was changed, or has expired. */
    unseal(sealed: unknown): unknown {
      if (typeof sealed !== "string") return undefined;
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
        const { value, until } = JSON.parse(text.toString());
        return nowMs() < until ? value : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
