import { canonicalName } from "#app/domains/ascii-name.ts";
import { isPrivateAddress } from "./address-ranges.ts";
import type { Aside, Change } from "./change.ts";
import { contentField, type Problem } from "./read-record.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { sameRecord } from "./record-identity.ts";
import { recordWords } from "./record-words.ts";
import { txtBytes } from "./txt.ts";
import { atSameName, isKeyName, isNullMx, isSpf } from "./zone-records.ts";

/** Why a record is impossible, and the existing record that it conflicts with. */
export type RecordConflict = Problem & { record?: DnsRecord };

/** Types that may stand beside a CNAME: RFC 2181, section 10.1; RFC 4034, section 3; RFC 4035, section 2.5. */
export const DNSSEC_TYPES = ["RRSIG", "NSEC", "KEY", "SIG", "NXT"];
const ADDRESS_TYPES = ["A", "AAAA"];
/** Types that say where a name leads. Only these conflict with a CNAME at the apex, which Cloudflare turns into addresses. */
const POINTING_TYPES = [...ADDRESS_TYPES, "CNAME"];

/**
 * The largest RRset: the characters of all its contents; for texts, their bytes. Cloudflare, "DNS record types" (error 83011).
 */
const MAX_SET = 8_192;

/**
 * Returns every reason why a record is impossible. Takes the other records of the zone, without the one that is
 * replaced. `isRestore`: the zone had the record before, so only what the provider rejects counts. Source:
 * docs/product/dns.md, "DNS records".
 */
export function recordConflicts(
  draft: RecordDraft,
  others: readonly DnsRecord[],
  zone: string,
  { isRestore = false } = {},
): RecordConflict[] {
  const duplicate = others.find((other) => sameRecord(draft, other));
  if (duplicate)
    return [
      {
        field: contentField(draft.type),
        message: `This record exists already: ${recordWords(duplicate, zone)}.`,
        record: duplicate,
      },
    ];
  const neighbours = atSameName(draft, others);
  const found = [
    cnameConflict(draft, neighbours, zone),
    delegationConflict(draft, neighbours, zone),
    isRestore ? undefined : spfConflict(draft, neighbours, zone),
    isRestore ? undefined : keyConflict(draft, neighbours, zone),
    isRestore ? undefined : nullMxConflict(draft, neighbours, zone),
    privateProxyConflict(draft),
    sizeConflict(draft, neighbours),
  ];
  return found.filter((conflict) => conflict !== undefined);
}

/**
 * Returns why a record cannot stand at the apex; undefined for other records. A parent zone has the name servers and the keys
 * of its children: RFC 1034, section 4.2.1; RFC 4035, section 2.4.
 */
export function apexProblem({ type, name }: Pick<RecordDraft, "type" | "name">, zone: string): string | undefined {
  if (canonicalName(name) !== canonicalName(zone)) return undefined;
  if (type === "DS")
    return `The DS record of ${zone} itself is set where the name is registered. Here are only those of names below it.`;
  if (type !== "NS") return undefined;
  return `The name servers of ${zone} itself are set where the name is registered.`;
}

/**
 * Returns the records that cannot stand beside a draft because one of them is a CNAME, which must be the only record of its
 * name: RFC 1034, section 3.6.2; RFC 2181, section 10.1; Cloudflare errors 81053 and 81054. At the apex Cloudflare returns
 * addresses instead ("CNAME flattening"), so only addresses conflict there.
 */
export function cnameObstacles(draft: RecordDraft, others: readonly DnsRecord[], zone: string): DnsRecord[] {
  const isApex = canonicalName(draft.name) === canonicalName(zone);
  const clash = (a: string, b: string) =>
    a === "CNAME" && (isApex ? POINTING_TYPES.includes(b) : !DNSSEC_TYPES.includes(b));
  return atSameName(draft, others).filter(({ type }) => clash(draft.type, type) || clash(type, draft.type));
}

function cnameConflict(draft: RecordDraft, neighbours: DnsRecord[], zone: string): RecordConflict | undefined {
  const [record] = cnameObstacles(draft, neighbours, zone);
  if (!record) return undefined;
  const why =
    draft.type === "CNAME"
      ? "A CNAME must be the only record of its name"
      : "A CNAME allows no other record of the same name";
  return {
    field: "name",
    message: `${why}, and there is already: ${recordWords(record, zone)}. Delete that one first, or type another name.`,
    record,
  };
}

/** Addresses at a delegated name are never used: RFC 1034, section 4.2.1; Cloudflare error 81056. */
function delegationConflict(draft: RecordDraft, neighbours: DnsRecord[], zone: string): RecordConflict | undefined {
  if (canonicalName(draft.name) === canonicalName(zone)) return undefined;
  const inTheWay = draft.type === "NS" ? ADDRESS_TYPES : ADDRESS_TYPES.includes(draft.type) ? ["NS"] : [];
  const record = neighbours.find(({ type }) => inTheWay.includes(type));
  if (!record) return undefined;
  return {
    field: "name",
    message: `A name has either an address or name servers of its own, and there is already: ${recordWords(record, zone)}. Delete that one first, or type another name.`,
    record,
  };
}

/** With two SPF texts the check fails: RFC 7208, sections 3.2 and 4.5. */
function spfConflict(draft: RecordDraft, neighbours: DnsRecord[], zone: string): RecordConflict | undefined {
  const record = isSpf(draft) ? neighbours.find(isSpf) : undefined;
  if (!record) return undefined;
  return {
    field: "content",
    message: `A name can have only one SPF text, and there is already: ${recordWords(record, zone)}. Change that one instead: put both lists into it, with v=spf1 once at the beginning.`,
    record,
  };
}

/** Receivers may take either of two keys of one name, or none: RFC 6376, section 3.6.2.2. */
function keyConflict(draft: RecordDraft, neighbours: DnsRecord[], zone: string): RecordConflict | undefined {
  const isKey = ({ type, name }: RecordDraft) => type === "TXT" && isKeyName(name);
  const record = isKey(draft) ? neighbours.find(isKey) : undefined;
  if (!record) return undefined;
  return {
    field: "content",
    message: `A mail key's name can have only one text, and there is already: ${recordWords(record, zone)}. Change that one instead, or type the name that belongs to the new key.`,
    record,
  };
}

/** A null MX must be the only MX record: RFC 7505, section 3. */
function nullMxConflict(draft: RecordDraft, neighbours: DnsRecord[], zone: string): RecordConflict | undefined {
  const servers = draft.type === "MX" ? neighbours.filter(({ type }) => type === "MX") : [];
  const record = isNullMx(draft) ? servers[0] : servers.find(isNullMx);
  if (!record) return undefined;
  const why = isNullMx(draft)
    ? "A dot means that the name takes no mail, but it has a mail server"
    : "The name is marked as taking no mail";
  return { field: "content", message: `${why}: ${recordWords(record, zone)}. Delete that one first.`, record };
}

/** The CDN cannot reach a private address: Cloudflare error 9003. */
function privateProxyConflict({ type, proxied, content }: RecordDraft): RecordConflict | undefined {
  if (!proxied || !ADDRESS_TYPES.includes(type) || !isPrivateAddress(content)) return undefined;
  return {
    field: "proxied",
    message: `${content} is a private address, which the CDN cannot reach. Switch the CDN off for this record, or type the server's public address.`,
  };
}

function sizeConflict(draft: RecordDraft, neighbours: DnsRecord[]): RecordConflict | undefined {
  const set = [draft, ...neighbours.filter(({ type }) => type === draft.type)];
  const length = set.reduce((sum, { content }) => sum + (draft.type === "TXT" ? txtBytes(content) : content).length, 0);
  if (length <= MAX_SET) return undefined;
  return {
    field: contentField(draft.type),
    message: `The ${draft.type} records of this name are too long together. Delete one that is no longer needed first.`,
  };
}

/** A change that is left out of a plan, and why. */
type LeftOut = { after: RecordDraft; reason: string };

/**
 * Splits the changes of `diffZone` into those that are possible and notes about those that conflict with the resulting
 * zone. Of two changes that conflict with each other, the first is kept. A deletion that only makes room for a change
 * that is left out is left out too, so that its name keeps what it had. `isRestore`: the records existed before, so
 * only the provider's own rules count. Compares only records of the same name, so that a thousand changes stay fast.
 * Source: docs/product/dns.md, "DNS records" and "Changes of a zone".
 */
export function withoutConflicts(
  current: readonly DnsRecord[],
  changes: readonly Change[],
  zone: string,
  { isRestore = false } = {},
): { changes: Change[]; leftOut: LeftOut[]; asides: Aside[] } {
  const replacedIds = new Set(changes.flatMap(({ before }) => before?.id ?? []));
  const result = new Map<string, DnsRecord[]>();
  const made = new Map<string, DnsRecord[]>();
  const leftOutAt = new Map<string, LeftOut[]>();
  for (const record of current) if (!replacedIds.has(record.id)) push(result, record, record);

  const possible = changes.filter(({ before, after }) => {
    if (after === null) return true;
    const there = result.get(canonicalName(after.name)) ?? [];
    const [conflict] = recordConflicts(after, there, zone, { isRestore });
    if (!conflict) {
      const record = { id: before?.id ?? "", ...after };
      push(result, after, record);
      push(made, after, record);
      return true;
    }
    if (before) push(result, before, before);
    push(leftOutAt, after, { after, reason: conflict.message });
    return false;
  });
  const needed = possible.filter(({ before, after }) => {
    if (after !== null) return true;
    const cause = leftOutAt.get(canonicalName(before.name))?.find((one) => makesRoom(before, one.after, zone));
    // The deleted record cannot stay beside a record that the plan puts at its name.
    const taken = made.get(canonicalName(before.name)) ?? [];
    if (!cause || recordConflicts(before, taken, zone, { isRestore: true }).length > 0) return true;
    cause.reason += ` So this one stays: ${recordWords(before, zone)}.`;
    return false;
  });
  const leftOut = [...leftOutAt.values()].flat();
  return {
    changes: needed,
    leftOut,
    asides: leftOut.map(({ after, reason }) => skippedNote(after, reason, zone)),
  };
}

function push<Value>(lists: Map<string, Value[]>, { name }: RecordDraft, value: Value): void {
  const key = canonicalName(name);
  const there = lists.get(key);
  if (there) there.push(value);
  else lists.set(key, [value]);
}

/** Whether a record is deleted for one that takes its place: both say where a name leads, or they exclude each other. */
function makesRoom(deleted: DnsRecord, added: RecordDraft, zone: string): boolean {
  if (POINTING_TYPES.includes(deleted.type) && POINTING_TYPES.includes(added.type)) return true;
  if (deleted.type === added.type && deleted.type !== "TXT") return true;
  return recordConflicts(added, [deleted], zone).some(({ record }) => record === deleted);
}

/** Returns the note for a record that is left out of a plan. */
export function skippedNote(record: RecordDraft, reason: string, zone: string): Aside {
  return { kind: "skipped", text: recordWords(record, zone), reason };
}
