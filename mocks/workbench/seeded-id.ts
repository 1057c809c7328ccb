import { createHash } from "node:crypto";
import { z } from "zod";

/** Returns a UUID (RFC 9562, version 8) that is always the same for a text. */
export function idOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Days from today in Nairobi. */
export const DAYS = z.string().regex(/^[+-]\d{1,4}d$/, "ends: +30d or -5d");
