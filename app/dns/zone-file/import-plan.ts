import { canonicalName } from "#app/domains/ascii-name.ts";
import { cdnDefault } from "../cdn-default.ts";
import type { Aside, Plan } from "../change.ts";
import { rareTypeWarnings } from "../check-record.ts";
import { diffZone } from "../diff-zone.ts";
import { doubledZoneWarnings } from "../doubled-zone.ts";
import { judgeText } from "../mail/judge-text.ts";
import { AUTO_TTL, type DnsRecord, type RecordDraft } from "../record.ts";
import { withoutConflicts } from "../record-conflicts.ts";
import { identityOf, matchesDraft } from "../record-identity.ts";
import { ttlWords } from "../ttl.ts";
import { isProxied, isRecordType, typeOf } from "../types.ts";
import type { ImportMode } from "./import-options.ts";
import { adjustmentNotes, type FileRecord, rrsetKey, type ZoneEntry } from "./zone-entry.ts";

type Import = { current: readonly DnsRecord[]; entries: readonly ZoneEntry[]; mode: ImportMode; zone: string };

/**
 * Returns the plan of an import. Notes come first for values that were adjusted, then for lines that are left out, in
 * the order of the file. Unsupported types and the zone's own NS records stay in every mode. A TTL, proxy or comment
 * that the file does not give stays as it is. Runs in linear time. Source: docs/product/zone-files.md, "Zone files".
 */
export function importPlan({ current, entries, mode, zone }: Import): Plan {
  const records = entries.filter((entry) => entry.kind === "record");
  const known = new Map(current.map((record) => [identityOf(record), record]));
  const isThroughCdn = cdnFor(current, records, zone);
  const completed = records.map((entry) => {
    const before = known.get(identityOf(entry.draft));
    return { entry, before, after: complete(entry, before, isThroughCdn) };
  });
  const taken = completed.filter(({ before }) => mode !== "add" || before === undefined);
  const isKept = keptBy(mode, entries, zone);
  const wanted = [...current.filter(isKept), ...taken.map(({ after }) => after)];
  const changes = diffZone(current, wanted);
  const apart = withoutConflicts(current, changes, zone);

  const reasons = new Map(apart.leftOut.map(({ after, reason }) => [identityOf(after), reason]));
  const noteFor = (entry: ZoneEntry): Aside | undefined => {
    if (entry.kind === "skipped") return noteOf(entry, "skipped", entry.reason);
    const before = known.get(identityOf(entry.draft));
    const reason = reasons.get(identityOf(entry.draft));
    if (reason !== undefined) return noteOf(entry, "skipped", reason);
    const isSame = before !== undefined && matchesDraft(before, complete(entry, before, isThroughCdn));
    return before && (isSame || mode === "add") ? noteOf(entry, "same", sameReason(before, isSame)) : undefined;
  };
  const notes = entries.map((entry) => ({ entry, aside: noteFor(entry) }));
  const remarks = adjustmentNotes(
    notes.flatMap(({ entry, aside }) => (aside ? [] : [entry])),
    zone,
  );
  const afterwards = namedRecords(wanted);
  const completedBy = new Map(completed.map(({ entry, after }) => [entry, after]));
  // The warnings that the mail page gives about an imported text, and those that the record form gives about its name, its
  // value and the records beside it.
  const warningsOf = (entry: FileRecord) => {
    const draft = completedBy.get(entry) ?? entry.draft;
    return [
      ...judgeText(draft, zone).map(({ words }) => words),
      ...doubledZoneWarnings(draft, zone),
      ...(typeOf(draft.type)?.warnings?.(draft) ?? []),
      ...rareTypeWarnings(draft, afterwards.get(draft.name) ?? []),
    ].filter((words) => words !== false);
  };
  const mistakes = notes.flatMap(({ entry, aside }) =>
    aside || entry.kind === "skipped" ? [] : warningsOf(entry).map((words) => noteOf(entry, "noted", words)),
  );
  const asides = [...mistakes, ...remarks, ...notes.flatMap(({ aside }) => aside ?? [])];
  return { kind: "import", title: "Records from a zone file", changes: apart.changes, asides };
}

/** The records by their names, so that a thousand records stay fast. */
function namedRecords(records: readonly RecordDraft[]): Map<string, DnsRecord[]> {
  const named = new Map<string, DnsRecord[]>();
  for (const record of records) {
    const name = canonicalName(record.name);
    named.set(name, [...(named.get(name) ?? []), { id: "", ...record }]);
  }
  return named;
}

/** Returns which records of the zone the import leaves alone. An RRset with an unreadable line loses no records. */
function keptBy(mode: ImportMode, entries: readonly ZoneEntry[], zone: string): (record: DnsRecord) => boolean {
  const named = new Set(entries.flatMap((entry) => (entry.kind === "record" ? [rrsetKey(entry.draft)] : [])));
  const broken = new Set(entries.flatMap((entry) => (entry.kind === "skipped" ? (entry.rrset ?? []) : [])));
  return (record) => {
    const set = rrsetKey({ type: record.type, name: canonicalName(record.name) });
    const isOurs = isRecordType(record.type) && set !== `NS ${zone}`;
    return mode === "add" || !isOurs || broken.has(set) || (mode === "replace" && !named.has(set));
  };
}

/**
 * Returns a function that says whether a new record goes through the CDN if its file does not say: only if the other records of
 * its name do and `cdnDefault` allows it. A file never switches the CDN on for other names.
 */
function cdnFor(current: readonly DnsRecord[], entries: readonly FileRecord[], zone: string) {
  const proxied = new Map<string, DnsRecord[]>();
  for (const record of current.filter(isProxied)) {
    const name = canonicalName(record.name);
    proxied.set(name, [...(proxied.get(name) ?? []), record]);
  }
  const all = [...current, ...entries.map(({ draft }) => ({ ...draft, id: "" }))];
  // Only these lead to other names, so that a thousand records stay fast.
  const leading = all.filter(({ type }) => type === "CNAME" || typeOf(type)?.targetRole !== undefined);
  return (draft: RecordDraft): boolean => {
    const there = proxied.get(draft.name);
    const others = leading.filter(({ name }) => canonicalName(name) !== draft.name);
    return there !== undefined && cdnDefault(draft, [...others, ...there], zone).proxied;
  };
}

/** Completes a record of a file with the values of the same existing record. */
function complete(
  { draft, explicit }: FileRecord,
  before: DnsRecord | undefined,
  isThroughCdn: (draft: RecordDraft) => boolean,
): RecordDraft {
  const asBefore = before ? before.proxied : isThroughCdn(draft);
  const proxied = explicit.proxied ? draft.proxied : asBefore;
  const ttl = explicit.ttl || !before ? draft.ttl : before.ttl;
  const ownComment = before && !explicit.comment ? before.comment : draft.comment;
  return { ...draft, proxied, ttl: proxied ? AUTO_TTL : ttl, comment: ownComment };
}

function noteOf({ line, text }: ZoneEntry, kind: Aside["kind"], reason: string): Aside {
  return { kind, text: `Line ${line}: ${text}`, reason };
}

function sameReason({ ttl, ...record }: DnsRecord, isSame: boolean): string {
  if (isSame) return "It is there already.";
  const how = isProxied(record) ? "through the CDN" : `with the TTL ${ttlWords(ttl)}`;
  return `It is there already, ${how}. That stays as it is.`;
}
