import { createHash } from "node:crypto";
import type { RecordDraft } from "./record.ts";

/**
 * Takes a record and gives a short mark of all that a customer sees of it. A form carries the mark of the record it was drawn
 * from, so that a change by somebody else meanwhile is noticed. The order of a provider's fields, and a comment that is
 * missing or empty, make no difference.
 */
export function recordVersion({ type, name, content, ttl, proxied, priority, data, comment }: RecordDraft): string {
  const parts = Object.entries(data ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const said = JSON.stringify([type, name, content, ttl, proxied, priority ?? null, parts, comment || null]);
  return createHash("sha256").update(said).digest("base64url").slice(0, 22);
}
