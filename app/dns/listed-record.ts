import { toDisplayName } from "#app/domains/display-name.ts";
import type { DnsRecord } from "./record.ts";
import { toRelativeName } from "./record-name.ts";
import { shownContent } from "./record-words.ts";
import { shortTtl } from "./ttl.ts";
import { isProxiable, isRecordType } from "./types.ts";

/** A record as the list of a zone shows it. */
export type ListedRecord = {
  id: string;
  type: string;
  /** Relative to the zone, `@` for the apex; international names in Unicode. */
  name: string;
  content: string;
  /** Seconds, 1 for Auto. */
  ttl: number;
  priority?: number | undefined;
  /** Whether the record is proxied by the CDN; undefined for types that cannot be. */
  proxied?: boolean | undefined;
  comment?: string | undefined;
  /** Whether customers may edit records of this type here. */
  isEditable: boolean;
};

const SORTS = ["name", "type", "content", "ttl"] as const;
export type RecordSort = (typeof SORTS)[number];

/** The filter, order and page of the list, as its form sends them. Pages count from 1. */
export type RecordFilter = { text: string; type: string; sort: RecordSort; page: number };

/** One page of a zone's list. */
export type RecordPage = {
  records: readonly ListedRecord[];
  /** How many records match the filter, and how many the zone has. */
  found: number;
  total: number;
  page: number;
  pages: number;
  /** The types in the zone, regardless of the filter. */
  types: readonly string[];
};

/** Records on one page. Longer pages are slow on cheap phones. Source: docs/product/dns.md, "DNS records". */
export const PAGE_SIZE = 100;

/** Returns the id of the changed record's row, to which the URL after a change scrolls. */
export function rowId(record: string): string {
  return `record-${record}`;
}

/** Returns what the list shows of a record. `zone` is the zone's name. Source: docs/product/dns.md, "DNS records". */
export function listedRecord(record: DnsRecord, zone: string): ListedRecord {
  const { id, type, ttl, proxied, priority, comment } = record;
  const relative = toRelativeName(record.name, zone);
  return {
    id,
    type,
    name: relative === "@" ? relative : toDisplayName(relative),
    content: shownContent(record),
    ttl,
    priority,
    proxied: isProxiable(type) ? proxied : undefined,
    comment: comment || undefined,
    isEditable: isRecordType(type),
  };
}

/** Returns everything but type, name and content in one line: "Priority 10 · TTL 1 hour". */
export function recordDetail({ ttl, priority, proxied }: ListedRecord): string {
  const details = [
    proxied && "Through the CDN",
    priority !== undefined && `Priority ${priority}`,
    `TTL ${shortTtl(ttl)}`,
  ];
  return details.filter(Boolean).join(" · ");
}

/** Reads a filter from a query string. Unknown values fall back to the defaults. */
export function readFilter(search: string): RecordFilter {
  const params = new URLSearchParams(search);
  const sort = SORTS.find((known) => known === params.get("sort")) ?? "name";
  const page = /^[1-9]\d{0,4}$/.test(params.get("page") ?? "") ? Number(params.get("page")) : 1;
  return { text: params.get("q") ?? "", type: params.get("type") ?? "", sort, page };
}

/**
 * Returns the query string of a filter with its question mark, without default values. Empty for the default filter.
 */
export function filterQuery({ text, type, sort, page }: RecordFilter): string {
  const given = { q: text, type, sort: sort === "name" ? "" : sort, page: page > 1 ? String(page) : "" };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== "")).toString();
  return query && `?${query}`;
}

/**
 * Returns one page of the records of a type that contain the text in name, content or comment, ignoring case. A page
 * number after the last page gives the last page. If a record's id is given, returns the page with that record.
 */
export function pageOf(
  all: readonly ListedRecord[],
  { text, type, sort, page: asked }: RecordFilter,
  withId?: string,
): RecordPage {
  const wanted = text.trim().toLowerCase();
  const found = all
    .filter((record) => type === "" || record.type === type)
    .filter(({ name, content, comment = "" }) => `${name}\n${content}\n${comment}`.toLowerCase().includes(wanted))
    .sort((one, other) => compare(one, other, sort) || compare(one, other, "name") || compare(one, other, "type"));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const index = found.findIndex(({ id }) => id === withId);
  const page = index < 0 ? Math.min(asked, pages) : Math.floor(index / PAGE_SIZE) + 1;
  const records = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const types = [...new Set(all.map((record) => record.type))].sort();
  return { records, found: found.length, total: all.length, page, pages, types };
}

function compare(one: ListedRecord, other: ListedRecord, sort: RecordSort): number {
  if (sort === "ttl") return one.ttl - other.ttl;
  if (sort === "name") return rank(one) - rank(other) || text(one.name, other.name);
  return text(one[sort], other[sort]);
}

/** The apex comes first. */
function rank({ name }: ListedRecord): number {
  return name === "@" ? 0 : 1;
}

/** Compares code units: a thousand records sort in a millisecond, and the same way in every browser. */
function text(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const PACKED_FIELDS = ["id", "type", "name", "content", "ttl", "isEditable", "proxied", "priority", "comment"] as const;

/**
 * Serializes records for the data of a page: each record is a list of its values in the order of PACKED_FIELDS. This
 * takes less than half the bytes of objects, because it compresses well with the HTML that has the same texts.
 */
export function packRecords(records: readonly ListedRecord[]): string {
  return JSON.stringify(records.map((record) => PACKED_FIELDS.map((key) => record[key])));
}

/** Restores packed records. Throws for other input: only our own server writes it. */
export function unpackRecords(packed: string): ListedRecord[] {
  const rows: unknown[][] = JSON.parse(packed);
  return rows.map(
    (row) => Object.fromEntries(PACKED_FIELDS.map((key, index) => [key, row[index] ?? undefined])) as ListedRecord,
  );
}
