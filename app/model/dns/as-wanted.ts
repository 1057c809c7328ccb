import type { RecordDraft } from "./record.ts";
import { sameRecord } from "./record-identity.ts";
import { isProxied } from "./types.ts";

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
