import { checkRecord } from "./check-record.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { cnameObstacles } from "./record-conflicts.ts";
import { isRecordType } from "./types.ts";

/**
 * Returns what a button says that puts a record in place of those that exclude it because one of them is a CNAME: "Replace the
 * A record". Undefined if nothing excludes it so, if something else does, or if one of them can only be viewed here. Takes the
 * other records of the zone.
 */
export function replacementLabel(draft: RecordDraft, others: readonly DnsRecord[], zone: string): string | undefined {
  const obstacles = cnameObstacles(draft, others, zone);
  const [first] = obstacles;
  if (!first || !obstacles.every(({ type }) => isRecordType(type))) return undefined;
  const remaining = others.filter((record) => !obstacles.includes(record));
  if (checkRecord(draft, remaining, zone).conflicts.length > 0) return undefined;
  if (obstacles.length === 1) return `Replace the ${first.type} record`;
  const isOneType = obstacles.every(({ type }) => type === first.type);
  return `Replace the ${obstacles.length} ${isOneType ? `${first.type} ` : ""}records`;
}
