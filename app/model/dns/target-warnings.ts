import type { DnsRecord, RecordDraft } from "./record.ts";
import { targetOf } from "./record-identity.ts";
import { isWithin } from "./record-name.ts";
import { typeOf } from "./types.ts";
import { pointingTo, recordsAt } from "./zone-records.ts";

const ADDRESS_TYPES = ["A", "AAAA", "CNAME"];

/**
 * Takes a record, the zone's other records and the zone's name, and gives what is unusual about what the record points to,
 * or about what points to the record, in words.
 */
export function targetWarnings(draft: RecordDraft, others: readonly DnsRecord[], zone: string): string[] {
  const target = targetOf(draft);
  const pointed = target !== undefined && isWithin(target, zone) ? ofTarget(draft, target, others, zone) : [];
  return [...pointed, ...ofPointers(draft, others)];
}

function ofTarget(draft: RecordDraft, target: string, others: readonly DnsRecord[], zone: string): string[] {
  const there = recordsAt(target, [...others, { ...draft, id: "" }]);
  // What must be a server's own name, not another name for one: RFC 2181, section 10.3; RFC 2782, "Target".
  const role = typeOf(draft.type)?.targetRole;
  if (role && there.some(({ type }) => type === "CNAME"))
    return [`${target} is a CNAME. A ${role} needs a name with an address of its own, or some will not find it.`];
  if (draft.type === "MX" && there.some(({ proxied }) => proxied))
    return [
      `${target} goes through the CDN, which carries no mail. Switch the CDN off for ${target}, or mail will not arrive.`,
    ];
  // A name server at or below the name it answers for is found by other means: RFC 1034, section 4.2.1 ("glue").
  if (draft.type === "NS" && isWithin(target, draft.name)) return [];
  const isFound = there.some(({ type }) => ADDRESS_TYPES.includes(type)) || isCovered(target, others, zone);
  return isFound ? [] : [`${target} has no address yet. Add an A record for it too, or nothing will be found there.`];
}

/** Whether a wildcard or other name servers answer for a name. RFC 4592, section 2.2; RFC 1034, section 4.2.1. */
export function isCovered(name: string, records: readonly DnsRecord[], zone: string): boolean {
  const labels = name.split(".");
  const above = labels
    .map((_, index) => labels.slice(index).join("."))
    .filter((parent) => parent !== zone && isWithin(parent, zone));
  const isDelegated = above.some((parent) => recordsAt(parent, records).some(({ type }) => type === "NS"));
  return isDelegated || [...above.slice(1), zone].some((parent) => recordsAt(`*.${parent}`, records).length > 0);
}

function ofPointers(draft: RecordDraft, others: readonly DnsRecord[]): string[] {
  const pointers = pointingTo(draft.name, others);
  const alias = draft.type === "CNAME" ? pointers.find(({ type }) => typeOf(type)?.targetRole) : undefined;
  if (alias)
    return [
      `The ${alias.type} record of ${alias.name} points to ${draft.name}. A ${typeOf(alias.type)?.targetRole} should have an address of its own, not a CNAME.`,
    ];
  const mail = draft.proxied ? pointers.find(({ type }) => type === "MX") : undefined;
  return mail
    ? [
        `Mail for ${mail.name} goes to ${draft.name}, and the CDN carries no mail. Switch the CDN off here, or mail will not arrive.`,
      ]
    : [];
}
