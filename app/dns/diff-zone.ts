import { canonicalName } from "#app/domains/ascii-name.ts";
import type { Change } from "./change.ts";
import { AUTO_TTL, type DnsRecord, type RecordDraft } from "./record.ts";
import { identityOf, matchesDraft } from "./record-identity.ts";
import { isProxied } from "./types.ts";

/** A record that the zone should have. If `id` is that of an existing record, that record is changed in place. */
export type DesiredRecord = RecordDraft & { id?: string | undefined };

/**
 * Returns the changes that turn `current` into `desired`, in an order in which they can be made: deletions, changes in
 * place, additions. Records that are equal already are left alone. A desired record without a comment keeps the
 * existing comment. Runs in linear time. Source: docs/product/dns.md, "Changes of a zone".
 */
export function diffZone(current: readonly DnsRecord[], desired: readonly DesiredRecord[]): Change[] {
  const remaining = new Map(current.map((record) => [record.id, record]));
  const pairs: { before: DnsRecord | null; after: DesiredRecord }[] = [];
  /** Pairs each desired record with an unpaired existing record. Returns the desired records that stay unpaired. */
  const pair = (unpaired: readonly DesiredRecord[], find: (after: DesiredRecord) => DnsRecord | undefined) =>
    unpaired.filter((after) => {
      const before = find(after);
      if (before === undefined) return true;
      remaining.delete(before.id);
      pairs.push({ before, after });
      return false;
    });

  // Two desired records with the same identity are one record, so that no change creates a duplicate.
  const distinct = [...new Map(desired.map((after) => [identityOf(after), after])).values()];
  let unpaired = pair(distinct, byKey(current, remaining, identityOf));
  unpaired = pair(unpaired, byId(remaining, unpaired));
  unpaired = pair(unpaired, byKey([...remaining.values()], remaining, rrsetOf));
  return [
    ...[...remaining.values()].map((before) => ({ before, after: null })),
    ...pairs.flatMap(({ before, after }) => changeOf(before, after)),
    ...additions([...unpaired]),
  ];
}

/**
 * Name servers come first: a DS record is only valid beside them, and a provider may reject it otherwise. RFC 4035, section
 * 2.4.
 */
function additions(desired: DesiredRecord[]): Change[] {
  const isLater = ({ type }: DesiredRecord) => Number(type !== "NS");
  return desired
    .sort((one, other) => isLater(one) - isLater(other))
    .map((after) => ({ before: null, after: normalized(after) }));
}

/**
 * Returns a function that finds an unpaired record with the same key. Each record is found once; the record with the
 * same id is preferred.
 */
function byKey(records: readonly DnsRecord[], remaining: Map<string, DnsRecord>, key: (record: RecordDraft) => string) {
  const unclaimed = new Map<string, DnsRecord[]>();
  for (const record of records) {
    const known = unclaimed.get(key(record));
    if (known) known.push(record);
    else unclaimed.set(key(record), [record]);
  }
  return (after: DesiredRecord) => {
    const found = unclaimed.get(key(after)) ?? [];
    const existing = found.findIndex(({ id }) => id === after.id);
    const [record] = found.splice(Math.max(existing, 0), 1);
    return record && remaining.get(record.id);
  };
}

/**
 * Returns a function that finds the record with the same id. Only a single record may change its name or type in place.
 * If several do, one may have to be deleted before the next can take its name, so they are deleted and added instead.
 */
function byId(remaining: Map<string, DnsRecord>, unpaired: readonly DesiredRecord[]) {
  const existing = ({ id = "" }: DesiredRecord) => remaining.get(id);
  const movesName = (after: DesiredRecord) => {
    const before = existing(after);
    return before !== undefined && rrsetOf(before) !== rrsetOf(after);
  };
  const isOnlyMove = unpaired.filter(movesName).length <= 1;
  return (after: DesiredRecord) => (isOnlyMove || !movesName(after) ? existing(after) : undefined);
}

function rrsetOf({ type, name }: RecordDraft): string {
  return `${type} ${canonicalName(name)}`;
}

function changeOf(before: DnsRecord | null, desired: DesiredRecord): Change[] {
  const after = normalized(desired);
  if (before === null) return [{ before, after }];
  const comment = after.comment ?? before.comment;
  return matchesDraft(before, after) ? [] : [{ before, after: comment === undefined ? after : { ...after, comment } }];
}

/**
 * The record as the provider will store it: without an id, proxied only if its type allows it, and with the TTL Auto if
 * proxied.
 */
function normalized({ id: _, ...draft }: DesiredRecord): RecordDraft {
  const proxied = isProxied(draft);
  return { ...draft, proxied, ttl: proxied ? AUTO_TTL : draft.ttl };
}
