import type { DnsRecord, RecordDraft } from "./record.ts";
import { apexNsProblem, type RecordConflict, recordConflicts } from "./record-conflicts.ts";
import { canonicalName } from "./record-name.ts";
import { type Warning, warningsFor } from "./warnings.ts";

/**
 * Takes a record as it is to be, the zone's other records and the zone's name (lower-case ASCII), and says what stands
 * against it and what its owner should know. When a record is changed, the old one must not be among the others.
 * Source: docs/product.md, "DNS records".
 */
export function checkRecord(
  draft: RecordDraft,
  others: readonly DnsRecord[],
  zone: string,
): { refusals: RecordConflict[]; warnings: Warning[] } {
  const record = { ...draft, name: canonicalName(draft.name) };
  const own = apexNsProblem(record, zone);
  const refusals: RecordConflict[] =
    own === undefined ? recordConflicts(record, others, zone) : [{ field: "name", message: own }];
  return { refusals, warnings: warningsFor(record, others, zone) };
}
