import { isIPv4, isIPv6 } from "node:net";
import type { Zone, ZoneRecord } from "../zones.ts";
import { textBytes, wireBytes } from "./text-size.ts";

/** What Cloudflare says is wrong with a record: its code, its words, and whether it stands beneath a general 1004. */
export type RecordError = { code: number; message: string; isBeneath: boolean };

const PROXIABLE = ["A", "AAAA", "CNAME"];
const PRIVATE = /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/i;
const LABEL = /^(\*|[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)$/i;
/** Cloudflare, "DNS record types": bytes of a text in wire format. */
const MAX_TXT = 4096;
const MAX_SET = 8192;

/** The first thing that is wrong with a record beside the others of its zone; undefined when it can be kept. */
export function errorIn(record: ZoneRecord, { name, records }: Zone): RecordError | undefined {
  const others = records.filter(({ id }) => id !== record.id);
  return errorOfOne(record) ?? errorBeside(record, others, record.name === name);
}

function errorOfOne({ type, name, content, ttl, proxied }: ZoneRecord): RecordError | undefined {
  if (name.length > 253 || !name.split(".").every((label) => LABEL.test(label))) {
    return beneath(9000, "DNS name is invalid.");
  }
  if (type === "A" && !isIPv4(content)) return beneath(9005, "Content for A record must be a valid IPv4 address.");
  if (type === "AAAA" && !isIPv6(content))
    return beneath(9006, "Content for AAAA record must be a valid IPv6 address.");
  if (type === "CNAME" && !isHost(content)) return beneath(9007, "Content for CNAME record is invalid.");
  if (type === "NS" && !isHost(content)) return beneath(9008, "Content for NS record is invalid.");
  if (type === "MX" && content !== "." && !isHost(content)) return beneath(9009, "Content for MX record is invalid.");
  if (type === "TXT" && wireBytes(content) > MAX_TXT) return beneath(9015, "DNS record content is too long.");
  if (ttl !== 1 && (ttl < 60 || ttl > 86_400)) {
    return beneath(9021, "TTL must be between 60 and 86400 seconds, or 1 for Automatic.");
  }
  if (proxied && !PROXIABLE.includes(type)) return beneath(9004, "This record type cannot be proxied.");
  if (proxied && PRIVATE.test(content)) return beneath(9003, "Target is not allowed for a proxied record.");
}

function errorBeside(record: ZoneRecord, others: readonly ZoneRecord[], isApex: boolean): RecordError | undefined {
  const { type, name } = record;
  const same = others.filter((other) => other.name === name);
  if (same.some((other) => isIdentical(other, record))) return flat(81058, "An identical record already exists.");
  // A CNAME of the zone itself is answered with addresses, so there only addresses are in its way ("CNAME flattening").
  const clashes = (other: string) => !isApex || PROXIABLE.includes(other);
  if (type === "CNAME" && same.some((other) => clashes(other.type))) {
    return flat(81053, "An A, AAAA, or CNAME record with that host already exists.");
  }
  if (clashes(type) && same.some((other) => other.type === "CNAME")) {
    return flat(81054, "A CNAME record with that host already exists.");
  }
  const set = [record, ...same].filter((one) => one.type === "TXT").flatMap(({ content }) => textBytes(content));
  if (type === "TXT" && set.reduce((sum, bytes) => sum + bytes, 0) > MAX_SET) {
    return flat(83011, "The combined content of this record set is too long.");
  }
}

function isIdentical(a: ZoneRecord, b: ZoneRecord): boolean {
  const key = ({ type, content, priority }: ZoneRecord) => JSON.stringify([type, content.toLowerCase(), priority]);
  return a.type === "TXT" ? b.type === "TXT" && a.content === b.content : key(a) === key(b);
}

function isHost(content: string): boolean {
  const isName = content.split(".").every((label) => LABEL.test(label));
  return isName && content.includes(".") && !isIPv4(content) && content.length <= 253;
}

function beneath(code: number, message: string): RecordError {
  return { code, message, isBeneath: true };
}

function flat(code: number, message: string): RecordError {
  return { code, message, isBeneath: false };
}
