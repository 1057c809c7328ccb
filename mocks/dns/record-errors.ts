import { isIPv4, isIPv6 } from "node:net";
import type { Zone, ZoneRecord } from "../zones.ts";
import { textBytes, wireBytes } from "./text-size.ts";

/** An error of Cloudflare. `isNested`: it is in the `error_chain` of a general error 1004. */
export type RecordError = { code: number; message: string; isNested: boolean };

const PROXIABLE = ["A", "AAAA", "CNAME"];
const PRIVATE = /^(10\.|127\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd][0-9a-f]{2}:|fe80:)/i;
const LABEL = /^(\*|[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)$/i;
/** Bytes of a TXT record in wire format (Cloudflare, "DNS record types"). */
const MAX_TXT = 4096;
const MAX_SET = 8192;

/** Returns the first error of a record in its zone; undefined if it can be stored. */
export function recordError(record: ZoneRecord, { name, records }: Zone): RecordError | undefined {
  const others = records.filter(({ id }) => id !== record.id);
  return formatError(record) ?? conflictError(record, others, record.name === name);
}

function formatError({ type, name, content, ttl, proxied }: ZoneRecord): RecordError | undefined {
  if (name.length > 253 || !name.split(".").every((label) => LABEL.test(label))) {
    return nestedError(9000, "DNS name is invalid.");
  }
  if (type === "A" && !isIPv4(content)) return nestedError(9005, "Content for A record must be a valid IPv4 address.");
  if (type === "AAAA" && !isIPv6(content))
    return nestedError(9006, "Content for AAAA record must be a valid IPv6 address.");
  if (type === "CNAME" && !isHost(content)) return nestedError(9007, "Content for CNAME record is invalid.");
  if (type === "NS" && !isHost(content)) return nestedError(9008, "Content for NS record is invalid.");
  if (type === "MX" && content !== "." && !isHost(content))
    return nestedError(9009, "Content for MX record is invalid.");
  if (type === "TXT" && wireBytes(content) > MAX_TXT) return nestedError(9015, "DNS record content is too long.");
  if (ttl !== 1 && (ttl < 60 || ttl > 86_400)) {
    return nestedError(9021, "TTL must be between 60 and 86400 seconds, or 1 for Automatic.");
  }
  if (proxied && !PROXIABLE.includes(type)) return nestedError(9004, "This record type cannot be proxied.");
  if (proxied && PRIVATE.test(content)) return nestedError(9003, "Target is not allowed for a proxied record.");
}

function conflictError(record: ZoneRecord, others: readonly ZoneRecord[], isApex: boolean): RecordError | undefined {
  const { type, name } = record;
  const sameName = others.filter((other) => other.name === name);
  if (sameName.some((other) => isIdentical(other, record)))
    return flatError(81058, "An identical record already exists.");
  // An apex CNAME is resolved to addresses, so it conflicts with address records only ("CNAME flattening").
  const clashes = (other: string) => !isApex || PROXIABLE.includes(other);
  if (type === "CNAME" && sameName.some((other) => clashes(other.type))) {
    return flatError(81053, "An A, AAAA, or CNAME record with that host already exists.");
  }
  if (clashes(type) && sameName.some((other) => other.type === "CNAME")) {
    return flatError(81054, "A CNAME record with that host already exists.");
  }
  const set = [record, ...sameName].filter((one) => one.type === "TXT").flatMap(({ content }) => textBytes(content));
  if (type === "TXT" && set.reduce((sum, bytes) => sum + bytes, 0) > MAX_SET) {
    return flatError(83011, "The combined content of this record set is too long.");
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

function nestedError(code: number, message: string): RecordError {
  return { code, message, isNested: true };
}

function flatError(code: number, message: string): RecordError {
  return { code, message, isNested: false };
}
