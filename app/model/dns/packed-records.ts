import type { ListedRecord } from "./listed-record.ts";

const PACKED_FIELDS = ["id", "type", "name", "content", "ttl", "isOurs", "proxied", "priority", "comment"] as const;

/**
 * Records as the data of a page carries them: one text, each record a list of its values in the order of KEYS. The page says
 * them all once already as HTML, and a text that spells them alike weighs less than half of what as many objects would.
 */
export function packRecords(records: readonly ListedRecord[]): string {
  return JSON.stringify(records.map((record) => PACKED_FIELDS.map((key) => record[key])));
}

/** The records of such a text, as they were. Throws where it is none: only our own server writes it. */
export function unpackRecords(packed: string): ListedRecord[] {
  const rows: unknown[][] = JSON.parse(packed);
  return rows.map(
    (row) => Object.fromEntries(PACKED_FIELDS.map((key, index) => [key, row[index] ?? undefined])) as ListedRecord,
  );
}
