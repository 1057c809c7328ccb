import type { DnsRecord } from "./record.ts";
import { canonicalName, isWithin, toRelativeName } from "./record-name.ts";
import type { Question } from "./resolution.ts";
import { isProxiable, isProxied, isRecordType, RECORD_TYPES } from "./types.ts";

/**
 * The records of a zone that one question shows: those of one name and type, which resolvers keep as one (RFC 2181, section
 * 5). `way` says what the world sees in their place. "cdn": addresses of the CDN, whatever the types are; "flattened": the
 * addresses of a CNAME's target; "as-written": themselves.
 */
export type RecordSet = {
  name: string;
  visibleAs: "as-written" | "cdn" | "flattened";
  records: DnsRecord[];
  question: Question;
  /** NS records have handed the name to other name servers. */
  isDelegated: boolean;
};

/** How a made-up name below a star begins. */
const MADE_UP = "any-name";

/**
 * Takes the records of a zone and gives what to ask the world about them, the zone itself first, then by name. Left out are
 * types that we don't offer, because resolvers spell them in many ways, and NS records of the zone itself, which change
 * nothing. Source: docs/product.md, "Is it live".
 */
export function recordSets(records: readonly DnsRecord[], zone: string): RecordSet[] {
  const names = new Set(records.map(({ name }) => canonicalName(name)));
  const proxied = new Set(records.filter(isProxied).map(({ name }) => canonicalName(name)));
  const delegations = records.filter(({ type, name }) => type === "NS" && canonicalName(name) !== zone);
  const groups = new Map<string, RecordSet>();
  for (const record of records) {
    const name = canonicalName(record.name);
    if (!isRecordType(record.type) || (record.type === "NS" && name === zone)) continue;
    const visibleAs = wayOf(record.type, name, proxied.has(name), zone);
    const key = `${name} ${visibleAs === "cdn" ? visibleAs : record.type}`;
    const set = groups.get(key);
    if (set) {
      set.records.push(record);
      continue;
    }
    const type = visibleAs === "as-written" ? record.type : "A";
    const isDelegated = record.type !== "NS" && delegations.some((other) => isWithin(name, canonicalName(other.name)));
    groups.set(key, {
      name,
      visibleAs,
      records: [record],
      question: { name: askable(name, names), type },
      isDelegated,
    });
  }
  return [...groups.values()].sort(
    (one, other) => compare(rank(one, zone), rank(other, zone)) || typeOf(one) - typeOf(other),
  );
}

/** Cloudflare, "Proxy status": where one address of a name goes through the CDN, all of them do. */
function wayOf(type: string, name: string, isThroughCdn: boolean, zone: string): RecordSet["visibleAs"] {
  if (!isProxiable(type)) return "as-written";
  if (isThroughCdn) return "cdn";
  return type === "CNAME" && name === zone ? "flattened" : "as-written";
}

/** A star cannot be asked for; a name below it that nobody has can. RFC 4592, section 2.2.1. */
function askable(name: string, names: ReadonlySet<string>): string {
  if (!name.startsWith("*.")) return name;
  const parent = name.slice("*.".length);
  let label = MADE_UP;
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

function typeOf({ records: [record] }: RecordSet): number {
  return RECORD_TYPES.indexOf(record?.type ?? "");
}
