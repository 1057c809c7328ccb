import { canonicalName } from "#app/domains/ascii-name.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { targetOf } from "./record-identity.ts";
import { isWithin } from "./record-name.ts";
import { txtText } from "./txt.ts";
import { ZoneNames } from "./zone-names.ts";

/** Returns the other records with the same name. Case and a final dot make no difference. */
export function atSameName(draft: RecordDraft, others: readonly DnsRecord[]): DnsRecord[] {
  return recordsAt(draft.name, others);
}

/** Returns the records at a name. */
export function recordsAt(name: string, records: readonly DnsRecord[]): DnsRecord[] {
  const wanted = canonicalName(name);
  return records.filter((record) => canonicalName(record.name) === wanted);
}

/** Returns the records whose target is a name. */
export function pointingTo(name: string, records: readonly DnsRecord[]): DnsRecord[] {
  const wanted = canonicalName(name);
  return records.filter((record) => targetOf(record) === wanted);
}

/** Whether a record is an SPF text. RFC 7208, section 4.5. */
export function isSpf({ type, content }: RecordDraft): boolean {
  return type === "TXT" && /^v=spf1( |$)/i.test(txtText(content));
}

/** Whether a record is a DMARC text: at `_dmarc`, and beginning with its version. RFC 7489, section 6.6.3. */
export function isDmarc({ type, name, content }: RecordDraft): boolean {
  return type === "TXT" && /^_dmarc\./i.test(name) && /^v[ \t]*=[ \t]*DMARC1[ \t]*(;|$)/.test(txtText(content));
}

/**
 * Whether a name is that of a DKIM key: a selector, which begins with no underscore, below `_domainkey`. RFC 6376, section 3.1.
 */
export function isKeyName(name: string): boolean {
  return /(^|\.)[^._][^.]*\._domainkey\./i.test(name);
}

/** Whether a record is a null MX, which means that the name takes no mail. RFC 7505. */
export function isNullMx({ type, content }: RecordDraft): boolean {
  return type === "MX" && content.trim() === ".";
}

/** Whether a wildcard or a delegation answers for a name. RFC 4592, section 3.3.1; RFC 1034, section 4.2.1. */
export function isCovered(name: string, records: readonly DnsRecord[], zone: string): boolean {
  return delegatedName(name, records, zone) !== undefined || new ZoneNames(records).wildcardFor(name) !== undefined;
}

/**
 * Returns the name that NS records give to other name servers, which then answer for it and all names below: the name itself or
 * one above it, without the apex. Undefined if there is none. RFC 1034, section 4.2.1.
 */
export function delegatedName(name: string, records: readonly RecordDraft[], zone: string): string | undefined {
  const delegated = records.filter(({ type }) => type === "NS").map((record) => canonicalName(record.name));
  const above = name.split(".").map((_, index, labels) => labels.slice(index).join("."));
  return above.findLast((parent) => parent !== zone && isWithin(parent, zone) && delegated.includes(parent));
}
