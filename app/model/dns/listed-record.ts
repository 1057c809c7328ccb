import { toDisplayName } from "./display-name.ts";
import type { DnsRecord } from "./record.ts";
import { toRelativeName } from "./record-name.ts";
import { shownContent } from "./record-words.ts";
import { ttlWords } from "./ttl.ts";
import { isProxiable, isRecordType } from "./types.ts";

/** A record as the list of a zone shows it. */
export type ListedRecord = {
  id: string;
  type: string;
  /** Relative to the zone, `@` for the zone itself; international names as people read them. */
  name: string;
  content: string;
  /** Seconds, 1 for Auto. */
  ttl: number;
  priority?: number | undefined;
  /** Whether visitors go through the CDN; undefined for a type that never does. */
  proxied?: boolean | undefined;
  comment?: string | undefined;
  /** Of a type that may be changed here. */
  isOurs: boolean;
};

const SORTS = ["name", "type", "content", "ttl"] as const;
export type RecordSort = (typeof SORTS)[number];

/** What the list is narrowed to and ordered by, as its form sends it, and which page of it is looked at, from 1. */
export type RecordFilter = { text: string; type: string; sort: RecordSort; page: number };

/** A page of a zone's list, and what it is a page of. */
export type RecordPage = {
  records: readonly ListedRecord[];
  /** How many the filter lets through, and how many there are. */
  found: number;
  total: number;
  page: number;
  pages: number;
  /** Of the zone, whatever the filter. */
  types: readonly string[];
};

/** Records on one page: more of them make a cheap phone slow. Source: docs/product.md, "DNS records". */
export const PAGE_SIZE = 100;

/** Takes a record and its zone's name, and gives what the list shows. Source: docs/product.md, "DNS records". */
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
    isOurs: isRecordType(type),
  };
}

/** All but type, name and content in a line: "Priority 10 · TTL 1 hour (3600 s)". */
export function recordDetail({ ttl, priority, proxied }: ListedRecord): string {
  const details = [
    proxied && "Through the CDN",
    priority !== undefined && `Priority ${priority}`,
    `TTL ${ttlWords(ttl)}`,
  ];
  return details.filter(Boolean).join(" · ");
}

/** Reads a filter from an address; what it does not know is as if it were not there. */
export function readFilter(search: string): RecordFilter {
  const params = new URLSearchParams(search);
  const sort = SORTS.find((known) => known === params.get("sort")) ?? "name";
  const page = /^[1-9]\d{0,4}$/.test(params.get("page") ?? "") ? Number(params.get("page")) : 1;
  return { text: params.get("q") ?? "", type: params.get("type") ?? "", sort, page };
}

/** The query of a filter, with its question mark, without what every list begins with: "" for all by name. */
export function filterQuery({ text, type, sort, page }: RecordFilter): string {
  const given = { q: text, type, sort: sort === "name" ? "" : sort, page: page > 1 ? String(page) : "" };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== "")).toString();
  return query && `?${query}`;
}

/**
 * The records that have the text in their name, content or note, in any case, and the type, in the order asked for: one
 * page of them, the last where the one asked for is behind it.
 */
export function pageOf(all: readonly ListedRecord[], { text, type, sort, page: asked }: RecordFilter): RecordPage {
  const wanted = text.trim().toLowerCase();
  const found = all
    .filter((record) => type === "" || record.type === type)
    .filter(({ name, content, comment = "" }) => `${name}\n${content}\n${comment}`.toLowerCase().includes(wanted))
    .sort((one, other) => compare(one, other, sort) || compare(one, other, "name") || compare(one, other, "type"));
  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(asked, pages);
  const records = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const types = [...new Set(all.map((record) => record.type))].sort();
  return { records, found: found.length, total: all.length, page, pages, types };
}

function compare(one: ListedRecord, other: ListedRecord, sort: RecordSort): number {
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
