import { createHash } from "node:crypto";
import type { RecordDraft } from "./record.ts";

/**
 * Returns a short hash of everything that a customer sees of a record. A form carries it, so that a change by somebody
 * else is detected. The order of `data` and a missing or empty comment make no difference.
 */
export function recordVersion({ type, name, content, ttl, proxied, priority, data, comment }: RecordDraft): string {
  const parts = Object.entries(data ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const said = JSON.stringify([type, name, content, ttl, proxied, priority ?? null, parts, comment || null]);
  return createHash("sha256").update(said).digest("base64url").slice(0, 22);
}
