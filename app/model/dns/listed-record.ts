import { toDisplayName } from "./display-name.ts";
import type { DnsRecord } from "./record.ts";
import { toRelativeName } from "./record-name.ts";
import { shownContent } from "./record-words.ts";
import { ttlWords } from "./ttl.ts";
import { isRecordType } from "./types.ts";

/** A record as the list of a zone shows it. */
export type ListedRecord = {
  id: string;
  type: string;
  /** Relative to the zone, `@` for the zone itself; international names as people read them. */
  name: string;
  content: string;
  ttl: number;
  /** "Priority 10 · TTL 1 hour (3600 s)". */
  detail: string;
  comment?: string | undefined;
  /** Of a type that may be changed here. */
  isOurs: boolean;
};

export const SORTS = ["name", "type", "content", "ttl"] as const;
type Sort = (typeof SORTS)[number];

/** What the list is narrowed to and ordered by, as its form sends it; and whether a long one is shown whole. */
export type RecordFilter = { text: string; type: string; sort: Sort; isWhole: boolean };

/** Takes a record and its zone's name, and gives what the list shows. Source: docs/product.md, "DNS records". */
export function listedRecord(record: DnsRecord, zone: string): ListedRecord {
  const { id, type, ttl, proxied, priority, comment } = record;
  const relative = toRelativeName(record.name, zone);
  const details = [
    proxied && "Through the CDN",
    priority !== undefined && `Priority ${priority}`,
    `TTL ${ttlWords(ttl)}`,
  ];
  return {
    id,
    type,
    name: relative === "@" ? relative : toDisplayName(relative),
    content: shownContent(record),
    ttl,
    detail: details.filter(Boolean).join(" · "),
    comment: comment || undefined,
    isOurs: isRecordType(type),
  };
}

/** Reads a filter from an address; what it does not know is as if it were not there. */
export function readFilter(search: string): RecordFilter {
  const params = new URLSearchParams(search);
  const sort = SORTS.find((known) => known === params.get("sort")) ?? "name";
  return { text: params.get("q") ?? "", type: params.get("type") ?? "", sort, isWhole: params.has("whole") };
}

/** The records that have the text in their name or content, in any case, and the type, in the order asked for. */
export function filterRecords(
  records: readonly ListedRecord[],
  { text, type, sort }: Omit<RecordFilter, "isWhole">,
): readonly ListedRecord[] {
  const wanted = text.trim().toLowerCase();
  return records
    .filter((record) => type === "" || record.type === type)
    .filter(({ name, content }) => `${name}\n${content}`.toLowerCase().includes(wanted))
    .sort((one, other) => compare(one, other, sort) || compare(one, other, "name") || compare(one, other, "type"));
}

function compare(one: ListedRecord, other: ListedRecord, sort: Sort): number {
  if (sort === "ttl") return one.ttl - other.ttl;
  if (sort === "name") return rank(one) - rank(other) || text(one.name, other.name);
  return text(one[sort], other[sort]);
}

/** The zone itself comes first. */
function rank({ name }: ListedRecord): number {
  return name === "@" ? 0 : 1;
}

/** Plain comparison of characters: a thousand records are sorted in a millisecond, and alike in every browser. */
function text(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
