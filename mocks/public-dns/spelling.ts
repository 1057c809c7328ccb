import { TYPES as OURS } from "#app/model/dns/types.ts";
import type { Resolver, Seen } from "./world.ts";

/** The numbers of the types (IANA, "DNS Parameters"); of later ones, those that the site says. */
export const TYPES: Record<string, number> = {
  ...Object.fromEntries(OURS.map(({ type, code }) => [type, code])),
  ...{ A: 1, NS: 2, CNAME: 5, MX: 15, TXT: 16, AAAA: 28, SRV: 33, CAA: 257 },
};

const SOA = 6;
const RRSIG = 46;
/** What a resolver keeps a "no" for, and how much of that is left. */
const NEGATIVE_TTL = 1800;
const NEGATIVE_LEFT = 900;

type Line = { name: string; type: number; TTL: number; data: string };

/**
 * An answer's records as a resolver spells them. The one ends names with a dot and gives texts bare; the other leaves the dot
 * out of a record's own name, quotes texts, gives CAA records as bytes, and sends signatures along.
 */
export function spelt(resolver: Resolver, seen: readonly Seen[]): Line[] {
  const lines = seen.map((record) => ({
    name: resolver === "google" ? `${record.name}.` : record.name,
    type: TYPES[record.type] ?? 0,
    TTL: record.ttl,
    data: dataOf(resolver, record),
  }));
  const [first] = lines;
  if (!first || resolver === "google") return lines;
  const data = `${seen[0]?.type} 13 3 ${first.TTL} 20261201000000 20261120000000 34505 example.com. c2lnbmVk`;
  return [...lines, { name: first.name, type: RRSIG, TTL: first.TTL, data }];
}

/** The SOA record beside a "no" (RFC 2308, section 3). */
export function soaOf(zone: string): Line {
  const data = `amani.ns.cloudflare.com. dns.cloudflare.com. 2393284 10000 2400 604800 ${NEGATIVE_TTL}`;
  return { name: `${zone}.`, type: SOA, TTL: NEGATIVE_LEFT, data };
}

function dataOf(resolver: Resolver, { type, content, priority, data }: Seen): string {
  switch (type) {
    case "CNAME":
    case "NS":
      return withDot(content);
    case "MX":
      return `${priority} ${withDot(content)}`;
    case "SRV":
      return `${priority ?? data?.priority} ${withDot(content)}`;
    case "TXT":
      return resolver === "google" ? bare(content) : quoted(content);
    case "CAA":
      return resolver === "google" ? content : bytesOf(content);
    default:
      return content;
  }
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

/** The pieces of a text as one, without quotation marks and backslashes; bytes beyond ASCII stay three digits. */
function bare(content: string): string {
  return piecesOf(content)
    .join("")
    .replace(/\\(["\\])/g, "$1");
}

/** RFC 3597, section 5. */
function bytesOf(content: string): string {
  const [, flags = "0", tag = "", value = ""] = /^(\d+)\s+(\S+)\s+"(.*)"$/s.exec(content) ?? [];
  const bytes = Buffer.concat([
    Buffer.from([Number(flags), tag.length]),
    Buffer.from(tag + value.replace(/\\(.)/g, "$1")),
  ]);
  return `\\# ${bytes.length} ${bytes.toString("hex").replace(/..(?=.)/g, "$& ")}`;
}
