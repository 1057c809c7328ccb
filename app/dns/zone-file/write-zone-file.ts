import { canonicalName } from "#app/domains/ascii-name.ts";
import { AUTO_TTL, type RecordDraft } from "../record.ts";
import { typeOf } from "../types.ts";
import { writeComment } from "./comments.ts";
import { formatName } from "./presentation-format.ts";
import { FLATTENED_PREFIX, tokenize } from "./tokenize.ts";

/** The time of the export, and the zone's name servers if they are known. */
type WriteOptions = { now: Date; nameServers?: readonly string[] };

/** A reserved name (RFC 2606, section 2). Servers do not load a zone without a name server. */
const NO_SERVER = "ns1.invalid";

const HEAD_TTL = 3600;
const SERVER_TTL = 86_400;
/** Seconds: refresh, retry, expire, and how long negative answers are cached. RFC 1912, section 2.2. */
const SOA_TIMES = "7200 3600 1209600 3600";

/**
 * Returns a zone file that BIND, NSD and Knot load, and that `readZoneFile` reads as the same records. Takes the zone's
 * name in lower-case ASCII. Adds a SOA record, and an NS record if the zone has none. Records that other servers reject
 * are commented out: a CNAME at the apex, and data that a zone file cannot express. Source: RFC 1035, section 5;
 * docs/product/zone-files.md, "Zone files".
 */
export function writeZoneFile(
  records: readonly RecordDraft[],
  zone: string,
  { now, nameServers }: WriteOptions,
): string {
  const ours = records.filter(({ type }) => type !== "SOA").sort((one, other) => compare(one, other, zone));
  const own = ours.filter(({ type, name }) => type === "NS" && isZone(name, zone));
  const servers = own.length > 0 ? own.map(({ content }) => content) : (nameServers ?? []);
  const [first = NO_SERVER] = servers;
  const named = own.length > 0 ? [] : servers.length > 0 ? servers : [NO_SERVER];
  return [
    `; The DNS records of ${zone} as they were on ${now.toISOString().slice(0, 16).replace("T", " ")} UTC.`,
    "; cf-proxied:true goes through the CDN; ttl:auto leaves the TTL to the DNS provider.",
    `$ORIGIN ${zone}.`,
    `$TTL ${HEAD_TTL}`,
    "",
    `${zone}.\t${HEAD_TTL}\tIN\tSOA\t${dot(first)} hostmaster.${zone}. ${serialOf(now)} ${SOA_TIMES}`,
    ...(named[0] === NO_SERVER ? ["; Write the new name servers in place of this one:"] : []),
    ...named.map((server) => `${zone}.\t${SERVER_TTL}\tIN\tNS\t${dot(server)}`),
    ...ours.map((record) => lineOf(record, zone)),
    "",
  ].join("\n");
}

function lineOf(record: RecordDraft, zone: string): string {
  const line = writeRecord(record);
  const { type, name, content } = record;
  if (line === undefined) return `; left out: ${[type, name, content].join(" ").replace(/[\s\p{Cc}]+/gu, " ")}`;
  // Only Cloudflare allows a CNAME beside a SOA: RFC 1034, section 3.6.2.
  return type === "CNAME" && isZone(name, zone) ? `${FLATTENED_PREFIX}${line}` : line;
}

/** The day and two digits, as in RFC 1912, section 2.2. The digits grow every quarter of an hour. */
function serialOf(now: Date): string {
  const quarter = now.getUTCHours() * 4 + Math.floor(now.getUTCMinutes() / 15);
  return `${now.toISOString().slice(0, 10).replaceAll("-", "")}${String(quarter).padStart(2, "0")}`;
}

/** The apex first, then by name, type and content, so that two exports can be compared. */
function compare(one: RecordDraft, other: RecordDraft, zone: string): number {
  const rank = ({ name }: RecordDraft) => (isZone(name, zone) ? 0 : 1);
  return (
    rank(one) - rank(other) ||
    text(one.name, other.name) ||
    text(one.type, other.type) ||
    text(one.content, other.content)
  );
}

function text(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function isZone(name: string, zone: string): boolean {
  return canonicalName(name) === zone;
}

function dot(name: string): string {
  return name.endsWith(".") ? name : `${name}.`;
}

/** The seconds that Cloudflare returns for Auto ("Time to Live (TTL)"). */
const AUTO_SECONDS = 300;

/** Types that we do not change and whose content is in presentation format already. */
const OTHERS = ["CERT", "DNSKEY", "LOC", "OPENPGPKEY", "SMIMEA", "URI"];

/**
 * Returns a record as a line of a zone file; undefined if a zone file cannot express it. A comment carries proxy, Auto
 * TTL and the record's comment. Source: RFC 1035, section 5.1; docs/product/zone-files.md, "Zone files".
 */
export function writeRecord(record: RecordDraft): string | undefined {
  const { type, ttl } = record;
  const known = typeOf(type);
  const data = known ? known.file.write(record) : otherData(record);
  const name = formatName(record.name);
  if (data === undefined || name === undefined) return undefined;
  return `${name}\t${ttl === AUTO_TTL ? AUTO_SECONDS : ttl}\tIN\t${type}\t${data}${writeComment(record)}`;
}

/** Only content that is exactly one entry: several lines or a comment would change its meaning in a file. */
function otherData({ type, content, priority }: RecordDraft): string | undefined {
  const whole = type === "URI" && priority !== undefined ? `${priority} ${content.trim()}` : content.trim();
  const [line, ...more] = tokenize(`x ${whole}`);
  const isOne = line !== undefined && line.problem === undefined && line.comment === undefined && more.length === 0;
  const isPlain = isOne && !/[\p{Cc}()]/u.test(whole.replaceAll("\t", " "));
  return isPlain && OTHERS.includes(type) ? whole : undefined;
}
