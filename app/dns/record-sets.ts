import { canonicalName } from "#app/domains/ascii-name.ts";
import type { Question } from "#app/domains/resolver-reply.ts";
import type { DnsRecord } from "./record.ts";
import { isWithin, toRelativeName } from "./record-name.ts";
import { isProxiable, isProxied, isRecordType, RECORD_TYPES } from "./types.ts";

/**
 * The records of a zone that one DNS question shows: usually an RRset (RFC 2181, section 5). `visibleAs` says what
 * resolvers return. "as-written": the records. "cdn": addresses of the CDN, for all types of the name. "flattened": the
 * addresses of a CNAME's target.
 */
export type RecordSet = {
  name: string;
  visibleAs: "as-written" | "cdn" | "flattened";
  records: DnsRecord[];
  question: Question;
  /** The name is delegated to other name servers. */
  isDelegated: boolean;
  /** The mail servers of the set that use the CDN: resolvers return names of the CDN's own in their place. */
  proxiedServers: string[];
};

/** The label of a made-up name below a wildcard. */
const UNUSED_LABEL = "any-name";

/**
 * Returns the record sets of a zone with their questions, the apex first, then by name. Leaves out types that we do not
 * offer, because resolvers spell them differently, and NS records of the apex, which have no effect. Source:
 * docs/product/dns.md, "Is it live".
 */
export function recordSets(records: readonly DnsRecord[], zone: string): RecordSet[] {
  const names = new Set(records.map(({ name }) => canonicalName(name)));
  const proxied = new Set(records.filter(isProxied).map(({ name }) => canonicalName(name)));
  const delegations = records.filter(({ type, name }) => type === "NS" && canonicalName(name) !== zone);
  const groups = new Map<string, RecordSet>();
  for (const record of records) {
    const name = canonicalName(record.name);
    if (!isRecordType(record.type) || (record.type === "NS" && name === zone)) continue;
    const visibleAs = visibilityOf(record.type, name, proxied.has(name), zone);
    const key = `${name} ${visibleAs === "cdn" ? visibleAs : record.type}`;
    const set = groups.get(key);
    const server = record.type === "MX" ? canonicalName(record.content) : "";
    const proxiedServers = usesCdn(server, names, proxied) ? [server] : [];
    if (set) {
      set.records.push(record);
      set.proxiedServers.push(...proxiedServers);
      continue;
    }
    const type = visibleAs === "as-written" ? record.type : "A";
    const isDelegated = delegations.some((other) => isBelow(record, canonicalName(other.name)));
    groups.set(key, {
      name,
      visibleAs,
      records: [record],
      question: { name: queryName(name, names), type },
      isDelegated,
      proxiedServers,
    });
  }
  return [...groups.values()].sort(
    (one, other) => compare(rank(one, zone), rank(other, zone)) || typeRank(one) - typeRank(other),
  );
}

/** Whether other name servers answer for a record. A delegation's own NS and DS records stay here: RFC 4035, section 2.4. */
function isBelow({ type, name }: DnsRecord, delegation: string): boolean {
  if (type === "NS" || (type === "DS" && canonicalName(name) === delegation)) return false;
  return isWithin(canonicalName(name), delegation);
}

/** Whether a name uses the CDN, by its own records or by those of the nearest wildcard. RFC 4592, section 2.2.1. */
function usesCdn(name: string, names: ReadonlySet<string>, proxied: ReadonlySet<string>): boolean {
  if (names.has(name)) return proxied.has(name);
  const labels = name.split(".");
  const wildcards = labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join(".")}`);
  const nearest = wildcards.find((wildcard) => names.has(wildcard));
  return nearest !== undefined && proxied.has(nearest);
}

/** Cloudflare, "Proxy status": if one address of a name is proxied, all are. */
function visibilityOf(type: string, name: string, isThroughCdn: boolean, zone: string): RecordSet["visibleAs"] {
  // The CDN answers with an HTTPS record of its own.
  if (!isProxiable(type) && type !== "HTTPS") return "as-written";
  if (isThroughCdn) return "cdn";
  return type === "CNAME" && name === zone ? "flattened" : "as-written";
}

/** A wildcard itself cannot be queried; an unused name below it can. RFC 4592, section 2.2.1. */
function queryName(name: string, names: ReadonlySet<string>): string {
  if (!name.startsWith("*.")) return name;
  const parent = name.slice("*.".length);
  let label = UNUSED_LABEL;
  while ([...names].some((other) => isWithin(other, `${label}.${parent}`))) label += "-2";
  return `${label}.${parent}`;
}

function rank({ name }: RecordSet, zone: string): string {
  const relative = toRelativeName(name, zone);
  return relative === "@" ? "" : relative;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function typeRank({ records: [record] }: RecordSet): number {
  return RECORD_TYPES.indexOf(record?.type ?? "");
}
