import { TYPES as SITE_TYPES } from "#app/dns/types.ts";
import type { MockRecord, Resolver } from "./resolve.ts";

/** The numbers of the types (IANA, "DNS Parameters"). Types added since have the number in their own file. */
export const TYPES: Record<string, number> = {
  ...Object.fromEntries(SITE_TYPES.map(({ type, code }) => [type, code])),
  ...{ A: 1, NS: 2, CNAME: 5, MX: 15, TXT: 16, AAAA: 28, SRV: 33, CAA: 257 },
};

const SOA = 6;
const RRSIG = 46;
/** Seconds for which a resolver caches a negative response, and how many of them are left. */
const NEGATIVE_TTL = 1800;
const NEGATIVE_LEFT = 900;

type AnswerLine = { name: string; type: number; TTL: number; data: string };

/**
 * Returns records in a resolver's notation. Google ends names with a dot and does not quote texts. Cloudflare omits the dot of
 * the record's own name, quotes texts, returns CAA records as bytes, and adds signatures.
 */
export function formatRecords(resolver: Resolver, records: readonly MockRecord[]): AnswerLine[] {
  const lines = records.map((record) => ({
    name: resolver === "google" ? `${record.name}.` : record.name,
    type: TYPES[record.type] ?? 0,
    TTL: record.ttl,
    data: formatData(resolver, record),
  }));
  const [first] = lines;
  if (!first || resolver === "google") return lines;
  const data = `${records[0]?.type} 13 3 ${first.TTL} 20261201000000 20261120000000 34505 example.com. c2lnbmVk`;
  return [...lines, { name: first.name, type: RRSIG, TTL: first.TTL, data }];
}

/** Returns the SOA record of a negative response (RFC 2308, section 3). */
export function soaRecord(zone: string): AnswerLine {
  const data = `amani.ns.cloudflare.com. dns.cloudflare.com. 2393284 10000 2400 604800 ${NEGATIVE_TTL}`;
  return { name: `${zone}.`, type: SOA, TTL: NEGATIVE_LEFT, data };
}

function formatData(resolver: Resolver, { type, content, priority, data }: MockRecord): string {
  switch (type) {
    case "CNAME":
    case "NS":
      return withDot(content);
    case "MX":
      return `${priority} ${withDot(content)}`;
    case "SRV":
      return `${priority ?? data?.priority} ${withDot(content)}`;
    case "TXT":
      return resolver === "google" ? unquoted(content) : quoted(content);
    case "PTR":
      return withDot(content);
    case "HTTPS":
    case "SVCB":
    case "NAPTR":
      // Google returns no quotation marks around settings; the name of each ends with a dot.
      return dotted(type, resolver === "google" && type !== "NAPTR" ? content.replaceAll('"', "") : content);
    case "CAA":
      return resolver === "google" ? content : bytesOf(content);
    default:
      return content;
  }
}

/** The name is the second word, or the last one of a NAPTR record. */
function dotted(type: string, content: string): string {
  const words = content.split(" ");
  const at = type === "NAPTR" ? words.length - 1 : 1;
  return words.map((word, index) => (index === at ? withDot(word) : word)).join(" ");
}

function withDot(name: string): string {
  return name === "." || name.endsWith(".") ? name : `${name}.`;
}

function piecesOf(content: string): string[] {
  return /^\s*"/.test(content)
    ? [...content.matchAll(/\s*"((?:[^"\\]|\\.)*)"/gsy)].map(([, piece = ""]) => piece)
    : [content];
}

function quoted(content: string): string {
  return /^\s*"/.test(content) ? content : `"${content.replace(/["\\]/g, "\\$&")}"`;
}

/** Joins the strings of a TXT record without quotes and backslashes; bytes beyond ASCII stay three digits. */
function unquoted(content: string): string {
  return piecesOf(content)
    .join("")
    .replace(/\\(["\\])/g, "$1");
}

/** Returns a CAA record as bytes (RFC 3597, section 5). */
function bytesOf(content: string): string {
  const [, flags = "0", tag = "", value = ""] = /^(\d+)\s+(\S+)\s+"(.*)"$/s.exec(content) ?? [];
  const bytes = Buffer.concat([
    Buffer.from([Number(flags), tag.length]),
    Buffer.from(tag + value.replace(/\\(.)/g, "$1")),
  ]);
  return `\\# ${bytes.length} ${bytes.toString("hex").replace(/..(?=.)/g, "$& ")}`;
}
