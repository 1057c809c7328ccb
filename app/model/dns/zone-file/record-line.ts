import { invalid, type Parsed, valid } from "../parsed.ts";
import { AUTO_TTL } from "../record.ts";
import { MAX_TTL, MIN_TTL } from "../ttl.ts";
import { isRecordType, TYPES } from "../types.ts";
import type { Token, ZoneLine } from "./tokenize.ts";

/** The parts of a record in a zone file. Without an owner it has that of the record above; the TTL is in seconds. */
export type RecordLine = { owner?: string; ttl?: number; class: string; type: string; rdata: Token[] };

/** RFC 1035, section 3.2.4; RFC 3597, section 5. */
const CLASS = /^(?:IN|CS|CH|CHAOS|HS|HESIOD|CLASS\d{1,5})$/;
/** When Windows keeps a record's age, it writes it in front of the TTL. */
const AGE = /^\[AGE:\d+\]$/i;

/**
 * Tells the parts of an entry of a zone file from one another: the owner at the very beginning of the line, the TTL and the
 * class in either order or left out, the type, and what comes after. Source: RFC 1035, section 5.1.
 */
export function parseRecordLine({ tokens, isIndented }: Pick<ZoneLine, "tokens" | "isIndented">): Parsed<RecordLine> {
  const hasOwner = !isIndented || isOwnerAllTheSame(tokens);
  const rest = hasOwner ? tokens.slice(1) : tokens;
  const parts: Omit<RecordLine, "rdata"> = { class: "", type: "" };
  const [first] = tokens;
  if (hasOwner && first) parts.owner = first.raw;
  for (const [index, word] of rest.entries()) {
    const text = signOf(word);
    const ttl = parseTtl(text);
    if (AGE.test(text)) continue;
    if (ttl !== undefined && parts.ttl === undefined) parts.ttl = ttl;
    else if (CLASS.test(text) && parts.class === "") parts.class = text === "CLASS1" ? "IN" : text;
    else if (isTypeName(text))
      return valid({ ...parts, class: parts.class || "IN", type: canonicalType(text), rdata: rest.slice(index + 1) });
    else return invalid(`“${word.raw}” is not a type of record that we know, such as A, CNAME, MX or TXT.`);
  }
  return invalid("There is no type of record on this line, such as A, CNAME, MX or TXT.");
}

/** In a file that was pasted with space in front of every line, the first word is still the name. */
function isOwnerAllTheSame([first, ...rest]: Token[]): boolean {
  if (!first) return false;
  const [second = "", ...others] = rest.map(signOf);
  // A name like that of a type, such as mx; a number in front of the class is the TTL, as RFC 1035 has it.
  if (parseTtl(signOf(first)) === undefined && second === "IN" && others.slice(0, 2).some(isTypeName)) return true;
  return !isSign(signOf(first)) && isSign(second);
}

function isSign(text: string): boolean {
  return parseTtl(text) !== undefined || CLASS.test(text) || AGE.test(text) || isTypeName(text);
}

/** A quoted word is never a sign. */
function signOf({ raw, isQuoted }: Token): string {
  return isQuoted ? "" : raw.toUpperCase();
}

const SECONDS: Record<string, number> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };

/** Seconds, or numbers with units as BIND has them: 1h30m, 2W. */
const TTL = /^(?:\d{1,10}|(?:\d{1,10}[wdhms])+)$/i;

/** Takes a word of a zone file and gives the seconds that it says, undefined when it is no TTL. RFC 1035, section 5.1. */
export function parseTtl(word: string): number | undefined {
  if (!TTL.test(word)) return undefined;
  if (/^\d+$/.test(word)) return Number(word);
  const parts = word.toLowerCase().matchAll(/(\d{1,10})([wdhms])/g);
  return [...parts].reduce((sum, [, count, unit = ""]) => sum + Number(count) * (SECONDS[unit] ?? 0), 0);
}

/**
 * Takes the seconds of a zone file and gives those that the provider can keep, the nearest. 1 is Auto, as in Cloudflare's
 * own files ("Import and export records"). Source: docs/product.md, "Zone files".
 */
export function clampTtl(seconds: number): number {
  return seconds === AUTO_TTL ? AUTO_TTL : Math.min(Math.max(seconds, MIN_TTL), MAX_TTL);
}

/** What a signed zone's old server has made for itself: RFC 4034; RFC 5155; RFC 7344. */
const SIGNATURES = ["RRSIG", "NSEC", "NSEC3", "NSEC3PARAM", "DNSKEY", "CDNSKEY", "CDS", "SIG", "KEY", "NXT", "ZONEMD"];

/** The other types that a file may name: IANA, "Resource Record (RR) TYPEs", and what servers have added of their own. */
const OTHERS = [
  ...[
    "SOA",
    "PTR",
    "HINFO",
    "MINFO",
    "MB",
    "MG",
    "MR",
    "NULL",
    "WKS",
    "RP",
    "AFSDB",
    "X25",
    "ISDN",
    "RT",
    "NSAP",
    "PX",
  ],
  ...["GPOS", "LOC", "NAPTR", "KX", "CERT", "A6", "DNAME", "SINK", "OPT", "APL", "DS", "SSHFP", "IPSECKEY", "DHCID"],
  ...["TLSA", "SMIMEA", "HIP", "TALINK", "OPENPGPKEY", "CSYNC", "SVCB", "HTTPS", "SPF", "NID", "L32", "L64", "LP"],
  ...["EUI48", "EUI64", "URI", "AVC", "DLV", "WINS", "WINSR", "ALIAS", "ANAME", "LUA", "MD", "MF", "TSIG", "TKEY"],
];

/** RFC 3597, section 5: a type by its number. */
const NUMBERED = /^TYPE\d{1,5}$/;

/** Takes a word in capitals and says whether a record's type can stand there, ours or not. */
export function isTypeName(word: string): boolean {
  return isRecordType(word) || SIGNATURES.includes(word) || OTHERS.includes(word) || NUMBERED.test(word);
}

/** A type as it is called: "CAA" of "TYPE257". Takes a word in capitals, and gives back one that it does not know by its number. */
export function canonicalType(word: string): string {
  return TYPES.find(({ code }) => word === `TYPE${code}`)?.type ?? word;
}

/** Why a record of a type that is none of ours is left out, for whoever brought the file. */
export function unsupportedTypeReason(type: string): string {
  if (type === "SOA") return "The zone has a SOA record of its own, made by the DNS provider.";
  if (type === "SPF")
    return "Records of the type SPF are no longer read by anybody. If there is no TXT record with the same text, write TXT in place of SPF.";
  if (type === "ALIAS" || type === "ANAME")
    return `${type} is known only to some servers. Write CNAME in its place: at the domain itself it does the same here.`;
  if (SIGNATURES.includes(type)) return "It belongs to the DNSSEC signature of the server that the file comes from.";
  return `Records of the type ${type} cannot be added here.`;
}
