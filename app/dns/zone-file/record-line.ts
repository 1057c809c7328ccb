import { invalid, type Parsed, valid } from "#app/platform/text/parsed.ts";
import { AUTO_TTL } from "../record.ts";
import { MAX_TTL, MIN_TTL } from "../ttl.ts";
import { isRecordType, TYPES } from "../types.ts";
import type { Token, ZoneLine } from "./tokenize.ts";

/**
 * The parts of a record in a zone file. A record without an owner belongs to the owner of the record above. The TTL is in
 * seconds.
 */
export type RecordLine = { owner?: string; ttl?: number; class: string; type: string; rdata: Token[] };

/** RFC 1035, section 3.2.4; RFC 3597, section 5; AWS stands before the aliases of Route 53 in files of the tool cli53. */
const CLASS = /^(?:IN|CS|CH|CHAOS|HS|HESIOD|CLASS\d{1,5}|AWS)$/;
/** Windows writes the age of a dynamic record in front of the TTL. */
const AGE = /^\[AGE:\d+\]$/i;

/**
 * Splits an entry of a zone file into owner, TTL, class, type and RDATA. TTL and class may come in either order or be
 * missing. Source: RFC 1035, section 5.1.
 */
export function parseRecordLine({ tokens, indent }: Pick<ZoneLine, "tokens" | "indent">): Parsed<RecordLine> {
  const hasOwner = indent === 0 || isIndentedOwner(tokens);
  const rest = hasOwner ? tokens.slice(1) : tokens;
  const parts: Omit<RecordLine, "rdata"> = { class: "", type: "" };
  const [first] = tokens;
  if (hasOwner && first) parts.owner = first.raw;
  for (const [index, word] of rest.entries()) {
    const text = keywordOf(word);
    const ttl = parseTtl(text);
    if (AGE.test(text)) continue;
    if (ttl !== undefined && parts.ttl === undefined) parts.ttl = ttl;
    else if (CLASS.test(text) && parts.class === "") parts.class = text === "CLASS1" || text === "AWS" ? "IN" : text;
    else if (isTypeName(text))
      return valid({ ...parts, class: parts.class || "IN", type: canonicalType(text), rdata: rest.slice(index + 1) });
    else return invalid(`“${word.raw}” is not a type of record that we know, such as A, CNAME, MX or TXT.`);
  }
  return invalid("There is no type of record on this line, such as A, CNAME, MX or TXT.");
}

/** Whether the first token of an indented line is an owner all the same, as in text that was pasted crookedly. */
function isIndentedOwner([first, ...rest]: Token[]): boolean {
  if (!first) return false;
  const [second = "", ...others] = rest.map(keywordOf);
  // An owner may have a type's name, such as mx. A number in front of the class is a TTL, as in RFC 1035.
  if (parseTtl(keywordOf(first)) === undefined && second === "IN" && others.slice(0, 2).some(isTypeName)) return true;
  return !isKeyword(keywordOf(first)) && isKeyword(second);
}

function isKeyword(text: string): boolean {
  return parseTtl(text) !== undefined || CLASS.test(text) || AGE.test(text) || isTypeName(text);
}

/** Whether a line makes sense only without an owner of its own: it begins with its class, or with its type and value. */
export function hasNoOwner({ tokens }: Pick<ZoneLine, "tokens">): boolean {
  const first = tokens[0] ? keywordOf(tokens[0]) : "";
  const isType = isTypeName(first) && !parseRecordLine({ tokens, indent: 0 }).ok;
  return (isType || CLASS.test(first)) && parseRecordLine({ tokens, indent: 1 }).ok;
}

/** A quoted token is never a keyword. */
function keywordOf({ raw, isQuoted }: Token): string {
  return isQuoted ? "" : raw.toUpperCase();
}

const SECONDS: Record<string, number> = { w: 604_800, d: 86_400, h: 3600, m: 60, s: 1 };

/** Seconds, or numbers with units as in BIND: 1h30m, 2W. */
const TTL = /^(?:\d{1,10}|(?:\d{1,10}[wdhms])+)$/i;

/** Returns the seconds of a TTL in a zone file; undefined for other tokens. RFC 1035, section 5.1. */
export function parseTtl(word: string): number | undefined {
  if (!TTL.test(word)) return undefined;
  if (/^\d+$/.test(word)) return Number(word);
  const parts = word.toLowerCase().matchAll(/(\d{1,10})([wdhms])/g);
  return [...parts].reduce((sum, [, count, unit = ""]) => sum + Number(count) * (SECONDS[unit] ?? 0), 0);
}

/**
 * Returns the nearest TTL that the provider supports, in seconds. 1 is Auto, as in Cloudflare's files ("Import and
 * export records"). Source: docs/product/zone-files.md, "Zone files".
 */
export function clampTtl(seconds: number): number {
  return seconds === AUTO_TTL ? AUTO_TTL : Math.min(Math.max(seconds, MIN_TTL), MAX_TTL);
}

/** DNSSEC types, which belong to the old server of a signed zone: RFC 4034; RFC 5155; RFC 7344. */
const DNSSEC_TYPES = [
  "RRSIG",
  "NSEC",
  "NSEC3",
  "NSEC3PARAM",
  "DNSKEY",
  "CDNSKEY",
  "CDS",
  "SIG",
  "KEY",
  "NXT",
  "ZONEMD",
];

/** Other types that files contain: IANA, "Resource Record (RR) TYPEs", and private types of some servers. */
const OTHER_TYPES = [
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

/** What panels call a forward or a website of their own. Source: dnscontrol, "Record modifiers"; the panels' own lists. */
const WEBSITE_TYPES = [
  ...[
    "URL",
    "URL301",
    "URL302",
    "FRAME",
    "STEALTH",
    "HTTPRED",
    "REDIRECT",
    "FORWARD",
    "WR",
    "WEB_REDIRECT",
    "WEBREDIR",
  ],
  ...["NETLIFY", "NETLIFYV6", "URLFWD", "RDR", "PZ", "POOL"],
];

/** What panels call a TXT record by its use. */
const TEXT_TYPES = ["DKIM", "DMARC"];

/** RFC 3597, section 5: a type by its number. */
const NUMBERED = /^TYPE\d{1,5}$/;

/** Whether a token in upper case is the name of a record type, supported or not. */
export function isTypeName(word: string): boolean {
  return (
    isRecordType(word) ||
    DNSSEC_TYPES.includes(word) ||
    OTHER_TYPES.includes(word) ||
    [...WEBSITE_TYPES, ...TEXT_TYPES].includes(word) ||
    NUMBERED.test(word)
  );
}

/**
 * Returns the mnemonic of a type given by number: "CAA" for "TYPE257". Other tokens are returned as they are. Takes
 * upper case.
 */
export function canonicalType(word: string): string {
  return TYPES.find(({ code }) => word === `TYPE${code}`)?.type ?? word;
}

/** Returns why a record of an unsupported type is left out, as a message for the user. */
export function unsupportedTypeReason(type: string): string {
  if (type === "SOA") return "Your domain has its own SOA record already.";
  if (type === "SPF")
    return "Nobody reads SPF records any more. If you have no TXT record with the same text, write TXT in place of SPF.";
  if (type === "ALIAS" || type === "ANAME")
    return `${type} is known only to some servers. Write CNAME in its place: at the domain itself it does the same here.`;
  if (TEXT_TYPES.includes(type)) return `${type} is a TXT record. Write TXT in its place.`;
  if (WEBSITE_TYPES.includes(type))
    return `${type} is a forward or a website that your old provider made, not a record. Write an A record with the address of your website in its place. To forward visitors, use Domains → Redirects in cPanel.`;
  if (DNSSEC_TYPES.includes(type)) return "It belongs to the DNSSEC signature of the server that the file comes from.";
  return `Records of the type ${type} cannot be added here.`;
}
