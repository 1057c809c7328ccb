import type { RecordDraft } from "./record.ts";
import { canonicalName } from "./record-name.ts";
import { isProxied, typeOf } from "./types.ts";

/**
 * Whether two records say the same: type, name, content and priority. The TTL and the proxy do not count, and contents that
 * are written differently are compared by what they mean. Cloudflare refuses the second of two such records (error 81058).
 */
export function sameRecord(a: RecordDraft, b: RecordDraft): boolean {
  return a.type === b.type && identityOf(a) === identityOf(b);
}

/** A record is never changed, another one is made: what it says is worked out once, however many it is compared with. */
const identities = new WeakMap<RecordDraft, string>();

/** What a record says as one string: equal for records that say the same, as `sameRecord` has it, and for no others. */
export function identityOf(record: RecordDraft): string {
  const { type, name } = record;
  const known = identities.get(record);
  const identity =
    known ?? JSON.stringify([type, canonicalName(name), typeOf(type)?.priority?.(record), canonicalContent(record)]);
  if (known === undefined) identities.set(record, identity);
  return identity;
}

/**
 * Takes a record and gives its content in a form for comparing, never for sending, as its type has it: contents that mean the
 * same are equal.
 */
export function canonicalContent(record: RecordDraft): string {
  return typeOf(record.type)?.canonical?.(record) ?? record.content.trim();
}

/** The name that a record points to, for comparing; undefined for a type that points to none, and for "nowhere". */
export function targetOf(record: RecordDraft): string | undefined {
  const target = typeOf(record.type)?.target?.(record);
  return target === "." ? undefined : target;
}

/** Whether a record is now what it was to become, TTL, proxy and (where one was given) comment included. */
export function matchesDraft(record: RecordDraft, draft: RecordDraft): boolean {
  const isProxiedNow = isProxied(record);
  return (
    sameRecord(record, draft) &&
    isProxiedNow === isProxied(draft) &&
    // A proxied record reads back as Auto, whatever was sent.
    (isProxiedNow || record.ttl === draft.ttl) &&
    (draft.comment === undefined || (record.comment ?? "") === draft.comment)
  );
}
