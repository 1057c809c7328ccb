import { isPrivateAddress } from "./address-ranges.ts";
import type { Aside, Change } from "./change.ts";
import { contentField, type Problem } from "./read-record.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { sameRecord } from "./record-identity.ts";
import { canonicalName } from "./record-name.ts";
import { recordWords } from "./record-words.ts";
import { txtBytes } from "./txt.ts";
import { atSameName, isNullMx, isSpf } from "./zone-records.ts";

/** Why a record cannot be, and the record of the zone that is in its way. */
export type RecordConflict = Problem & { record?: DnsRecord };

/** May stand beside a CNAME: RFC 2181, section 10.1; RFC 4034, section 3; RFC 4035, section 2.5. */
const DNSSEC_TYPES = ["RRSIG", "NSEC", "KEY", "SIG", "NXT"];
const ADDRESS_TYPES = ["A", "AAAA"];
/** What Cloudflare turns a CNAME of the zone itself into, so that nothing else may give addresses there. */
const FLATTENED_TYPES = ["A", "AAAA", "CNAME"];

/** Characters of all contents of one name and type, bytes where they are texts. Cloudflare, "DNS record types" (error 83011). */
const MAX_SET = 8_192;

/**
 * Takes a record as it is to be, the zone's other records (without the one that it replaces) and the zone's name, and gives
 * every reason against it. Source: docs/product.md, "DNS records".
 */
export function recordConflicts(draft: RecordDraft, others: readonly DnsRecord[], zone: string): RecordConflict[] {
  const twin = others.find((other) => sameRecord(draft, other));
  if (twin)
    return [
      {
        field: contentField(draft.type),
        message: `This record exists already: ${recordWords(twin, zone)}.`,
        record: twin,
      },
    ];
  const neighbours = atSameName(draft, others);
  const found = [
    besideCname(draft, neighbours, zone),
    besideNameServers(draft, neighbours, zone),
    secondSpf(draft, neighbours, zone),
    besideNullMx(draft, neighbours, zone),
    proxiedPrivate(draft),
    tooMuch(draft, neighbours),
  ];
  return found.filter((refusal) => refusal !== undefined);
}

/** Why name servers of the zone itself are not ours to set, for a form and for a line of a file; undefined for another record. */
export function apexNsProblem({ type, name }: Pick<RecordDraft, "type" | "name">, zone: string): string | undefined {
  if (type !== "NS" || canonicalName(name) !== canonicalName(zone)) return undefined;
  return `The name servers of ${zone} itself are set where the name is registered.`;
}

/**
 * A CNAME is alone at its name: RFC 1034, section 3.6.2; RFC 2181, section 10.1; Cloudflare errors 81053 and 81054. At the
 * zone itself Cloudflare answers with addresses instead ("CNAME flattening"), so there only addresses are in its way.
 */
function besideCname(draft: RecordDraft, neighbours: DnsRecord[], zone: string): RecordConflict | undefined {
  const isApex = canonicalName(draft.name) === canonicalName(zone);
  const clash = (a: string, b: string) =>
    a === "CNAME" && (isApex ? FLATTENED_TYPES.includes(b) : !DNSSEC_TYPES.includes(b));
  const record = neighbours.find(({ type }) => clash(draft.type, type) || clash(type, draft.type));
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

/** An address at a name that other name servers answer for is never seen: RFC 1034, section 4.2.1; Cloudflare error 81056. */
function besideNameServers(draft: RecordDraft, neighbours: DnsRecord[], zone: string): RecordConflict | undefined {
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

/** Two make every check of the sender fail: RFC 7208, sections 3.2 and 4.5. */
function secondSpf(draft: RecordDraft, neighbours: DnsRecord[], zone: string): RecordConflict | undefined {
  const record = isSpf(draft) ? neighbours.find(isSpf) : undefined;
  if (!record) return undefined;
  return {
    field: "content",
    message: `A name can have only one SPF text, and there is already: ${recordWords(record, zone)}. Change that one instead: put both lists into it, with v=spf1 once at the beginning.`,
    record,
  };
}

/** "No mail" and a mail server cannot both be true: RFC 7505, section 3. */
function besideNullMx(draft: RecordDraft, neighbours: DnsRecord[], zone: string): RecordConflict | undefined {
  const servers = draft.type === "MX" ? neighbours.filter(({ type }) => type === "MX") : [];
  const record = isNullMx(draft) ? servers[0] : servers.find(isNullMx);
  if (!record) return undefined;
  const why = isNullMx(draft)
    ? "A dot means that the name takes no mail, but it has a mail server"
    : "The name is marked as taking no mail";
  return { field: "content", message: `${why}: ${recordWords(record, zone)}. Delete that one first.`, record };
}

/** Cloudflare error 9003: the CDN cannot reach such an address. */
function proxiedPrivate({ type, proxied, content }: RecordDraft): RecordConflict | undefined {
  if (!proxied || !ADDRESS_TYPES.includes(type) || !isPrivateAddress(content)) return undefined;
  return {
    field: "proxied",
    message: `${content} is a private address, which the CDN cannot reach. Switch the CDN off for this record, or type the server's public address.`,
  };
}

function tooMuch(draft: RecordDraft, neighbours: DnsRecord[]): RecordConflict | undefined {
  const set = [draft, ...neighbours.filter(({ type }) => type === draft.type)];
  const length = set.reduce((sum, { content }) => sum + (draft.type === "TXT" ? txtBytes(content) : content).length, 0);
  if (length <= MAX_SET) return undefined;
  return {
    field: contentField(draft.type),
    message: `The ${draft.type} records of this name are too long together. Delete one that is no longer needed first.`,
  };
}

/**
 * Takes changes as `difference` gives them apart into those that can be made and those that the zone, as it will be then,
 * stands against; of two that are against each other the first is made. Takes the records as they are and the zone's name.
 * Looks only at the records of the same name, so that a thousand changes take a thousand short looks.
 * Source: docs/product.md, "DNS records".
 */
export function withoutConflicts(
  is: readonly DnsRecord[],
  changes: readonly Change[],
  zone: string,
): { changes: Change[]; asides: Aside[] } {
  const leaving = new Set(changes.flatMap(({ before }) => before?.id ?? []));
  const then = new Map<string, DnsRecord[]>();
  const add = (record: DnsRecord) => {
    const name = canonicalName(record.name);
    const there = then.get(name);
    if (there) there.push(record);
    else then.set(name, [record]);
  };
  for (const record of is) if (!leaving.has(record.id)) add(record);

  const asides: Aside[] = [];
  const possible = changes.filter(({ before, after }) => {
    if (after === null) return true;
    const [refusal] = recordConflicts(after, then.get(canonicalName(after.name)) ?? [], zone);
    if (!refusal) {
      add({ id: before?.id ?? "", ...after });
      return true;
    }
    if (before) add(before);
    asides.push(skippedNote(after, refusal.message, zone));
    return false;
  });
  return { changes: possible, asides };
}

/** A record that is left out of a plan, and why. */
export function skippedNote(record: RecordDraft, reason: string, zone: string): Aside {
  return { kind: "skipped", text: recordWords(record, zone), reason };
}
