import { canonicalName } from "#app/domains/ascii-name.ts";
import type { RecordDraft } from "./record.ts";
import { isProxied, typeOf } from "./types.ts";

/**
 * Whether two records are duplicates: same type, name, content and priority. Contents are compared by their meaning;
 * TTL and proxy do not count. Cloudflare rejects a duplicate (error 81058).
 */
export function sameRecord(a: RecordDraft, b: RecordDraft): boolean {
  return a.type === b.type && identityOf(a) === identityOf(b);
}

/** Records are immutable, so the identity of each is computed once. */
const identities = new WeakMap<RecordDraft, string>();

/** Returns a key that is equal for duplicates (see `sameRecord`) and different for all other records. */
export function identityOf(record: RecordDraft): string {
  const { type, name } = record;
  const known = identities.get(record);
  const identity =
    known ?? JSON.stringify([type, canonicalName(name), typeOf(type)?.priority?.(record), canonicalContent(record)]);
  if (known === undefined) identities.set(record, identity);
  return identity;
}

/** Returns the content in a canonical form for comparing, never for sending. */
export function canonicalContent(record: RecordDraft): string {
  return typeOf(record.type)?.canonical?.(record) ?? record.content.trim();
}

/**
 * Returns the name that a record points to, for comparing. Undefined for types without a target and for the target ".".
 */
export function targetOf(record: RecordDraft): string | undefined {
  const target = typeOf(record.type)?.target?.(record);
  return target === "." ? undefined : target;
}

/** Whether an existing record equals a draft, including TTL, proxy and, if the draft has one, the comment. */
export function matchesDraft(record: RecordDraft, draft: RecordDraft): boolean {
  const isProxiedNow = isProxied(record);
  return (
    sameRecord(record, draft) &&
    isProxiedNow === isProxied(draft) &&
    // The provider returns the TTL Auto for every proxied record.
    (isProxiedNow || record.ttl === draft.ttl) &&
    (draft.comment === undefined || (record.comment ?? "") === draft.comment)
  );
}

/** Whether a record is as it was before: as `matchesDraft`, and a record without a comment had none. */
export function isUnchanged(record: RecordDraft, before: RecordDraft): boolean {
  return matchesDraft(record, { ...before, comment: before.comment ?? "" });
}
