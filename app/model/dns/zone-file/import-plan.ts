import { isPrivateAddress } from "../address-ranges.ts";
import type { Aside, Plan } from "../change.ts";
import { diffZone } from "../diff-zone.ts";
import { AUTO_TTL, type DnsRecord, type RecordDraft } from "../record.ts";
import { withoutConflicts } from "../record-conflicts.ts";
import { identityOf, matchesDraft } from "../record-identity.ts";
import { canonicalName } from "../record-name.ts";
import { ttlWords } from "../ttl.ts";
import { isProxiable, isProxied, isRecordType } from "../types.ts";
import type { ImportMode } from "./import-options.ts";
import { adjustmentNotes, type FileRecord, rrsetKey, type ZoneEntry } from "./zone-entry.ts";

type Import = { is: readonly DnsRecord[]; entries: readonly ZoneEntry[]; mode: ImportMode; zone: string };

/**
 * Takes the records of a zone as they are, what was read of a file, the mode and the zone's name, and gives what is to be
 * done, with every line that is left out, in the order of the file, behind what was read in another way than it is written. Records of types that are none of ours and the zone's
 * own name servers stay in every mode. What a file does not say of a record (TTL, CDN, comment) stays as it is. Takes time
 * in proportion to the number of records. Source: docs/product.md, "Zone files".
 */
export function importPlan({ is, entries, mode, zone }: Import): Plan {
  const records = entries.filter((entry) => entry.kind === "record");
  const known = new Map(is.map((record) => [identityOf(record), record]));
  const throughCdn = new Set(is.filter(isProxied).map(({ name }) => canonicalName(name)));
  const settled = records.map((entry) => {
    const before = known.get(identityOf(entry.draft));
    return { entry, before, after: settle(entry, before, throughCdn) };
  });
  const taken = settled.filter(({ before }) => mode !== "add" || before === undefined);
  const stays = staysIn(mode, entries, zone);
  const wanted = [...is.filter(stays), ...taken.map(({ after }) => after)];
  const changes = diffZone(is, wanted);
  const apart = withoutConflicts(is, changes, zone);

  const possible = new Set(apart.changes);
  const refused = changes.filter((change) => !possible.has(change));
  const reasons = new Map(refused.map(({ after }, index) => [after && identityOf(after), apart.asides[index]?.reason]));
  const asideFor = (entry: ZoneEntry): Aside | undefined => {
    if (entry.kind === "skipped") return asideOf(entry, "skipped", entry.reason);
    const before = known.get(identityOf(entry.draft));
    const reason = reasons.get(identityOf(entry.draft));
    if (reason !== undefined) return asideOf(entry, "skipped", reason);
    const isSame = before !== undefined && matchesDraft(before, settle(entry, before, throughCdn));
    return before && (isSame || mode === "add") ? asideOf(entry, "same", whySame(before, isSame)) : undefined;
  };
  const told = entries.map((entry) => ({ entry, aside: asideFor(entry) }));
  const remarks = adjustmentNotes(
    told.flatMap(({ entry, aside }) => (aside ? [] : [entry])),
    zone,
  );
  const asides = [...remarks, ...told.flatMap(({ aside }) => aside ?? [])];
  return { kind: "import", title: "Import of a zone file", changes: apart.changes, asides };
}

/** Which records of a zone a file leaves alone. A set of which a line cannot be read loses nothing. */
function staysIn(mode: ImportMode, entries: readonly ZoneEntry[], zone: string): (record: DnsRecord) => boolean {
  const named = new Set(entries.flatMap((entry) => (entry.kind === "record" ? [rrsetKey(entry.draft)] : [])));
  const broken = new Set(entries.flatMap((entry) => (entry.kind === "skipped" ? (entry.rrset ?? []) : [])));
  return (record) => {
    const set = rrsetKey({ type: record.type, name: canonicalName(record.name) });
    const isOurs = isRecordType(record.type) && set !== `NS ${zone}`;
    return mode === "add" || !isOurs || broken.has(set) || (mode === "replace" && !named.has(set));
  };
}

/** A record of a file with what the file leaves open: as the same record is, or for the CDN others of its name are. */
function settle({ draft, explicit }: FileRecord, before: DnsRecord | undefined, throughCdn: Set<string>): RecordDraft {
  const { type, name, content, comment } = draft;
  const canBe = isProxiable(type) && !isPrivateAddress(content);
  const asOthers = before ? before.proxied : canBe && throughCdn.has(name);
  const proxied = explicit.proxied ? draft.proxied : asOthers;
  const ttl = explicit.ttl || !before ? draft.ttl : before.ttl;
  const ownComment = before && !explicit.comment ? before.comment : comment;
  return { ...draft, proxied, ttl: proxied ? AUTO_TTL : ttl, comment: ownComment };
}

function asideOf({ line, text }: ZoneEntry, kind: Aside["kind"], reason: string): Aside {
  return { kind, text: `Line ${line}: ${text}`, reason };
}

function whySame({ ttl, ...record }: DnsRecord, isSame: boolean): string {
  if (isSame) return "It is there already.";
  const how = isProxied(record) ? "through the CDN" : `with the TTL ${ttlWords(ttl)}`;
  return `It is there already, ${how}. That stays as it is.`;
}
