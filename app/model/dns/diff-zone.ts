import type { Change } from "./change.ts";
import { AUTO_TTL, type DnsRecord, type RecordDraft } from "./record.ts";
import { identityOf, matchesDraft } from "./record-identity.ts";
import { canonicalName } from "./record-name.ts";
import { isProxied } from "./types.ts";

/** A record that shall be. With the id of one that is, it is that one changed, whatever it is changed to. */
export type DesiredRecord = RecordDraft & { id?: string | undefined };

/**
 * What has to be done to a zone so that it is as wanted. Takes its records as they are and all records that shall be, and
 * gives the changes in the order in which they can be made: first what goes, because it may be in the way, then what
 * changes in place, then what is new. A record that is as wanted is left alone. A wanted record without a comment keeps the
 * one that is there. Takes time in proportion to the number of records. Source: docs/product.md, "Changes of a zone".
 */
export function diffZone(is: readonly DnsRecord[], wanted: readonly DesiredRecord[]): Change[] {
  const left = new Map(is.map((record) => [record.id, record]));
  const pairs: { before: DnsRecord | null; after: DesiredRecord }[] = [];
  /** Pairs each wanted record with one that is left, if there is one, and gives those that stay alone. */
  const pair = (alone: readonly DesiredRecord[], find: (after: DesiredRecord) => DnsRecord | undefined) =>
    alone.filter((after) => {
      const before = find(after);
      if (before === undefined) return true;
      left.delete(before.id);
      pairs.push({ before, after });
      return false;
    });

  // What says the same is the same record, so that no change ever runs into a twin of another record.
  const distinct = [...new Map(wanted.map((after) => [identityOf(after), after])).values()];
  let alone = pair(distinct, take(is, left, identityOf));
  alone = pair(alone, movedIn(left, alone));
  alone = pair(alone, take([...left.values()], left, placeOf));
  return [
    ...[...left.values()].map((before) => ({ before, after: null })),
    ...pairs.flatMap(({ before, after }) => changed(before, after)),
    ...alone.map((after) => ({ before: null, after: tidied(after) })),
  ];
}

/** Finds a record that is left by a key, each of them once. */
function take(records: readonly DnsRecord[], left: Map<string, DnsRecord>, key: (record: RecordDraft) => string) {
  const waiting = new Map<string, DnsRecord[]>();
  for (const record of records) {
    const known = waiting.get(key(record));
    if (known) known.push(record);
    else waiting.set(key(record), [record]);
  }
  return (after: DesiredRecord) => {
    const found = waiting.get(key(after)) ?? [];
    const own = found.findIndex(({ id }) => id === after.id);
    const [record] = found.splice(Math.max(own, 0), 1);
    return record && left.get(record.id);
  };
}

/**
 * Finds the record with the same id. One record may get another name or type in place; of several, one may have to go
 * before the next can take its name, and they are removed and added instead.
 */
function movedIn(left: Map<string, DnsRecord>, alone: readonly DesiredRecord[]) {
  const own = ({ id = "" }: DesiredRecord) => left.get(id);
  const isMove = (after: DesiredRecord) => {
    const before = own(after);
    return before !== undefined && placeOf(before) !== placeOf(after);
  };
  const isAlone = alone.filter(isMove).length <= 1;
  return (after: DesiredRecord) => (isAlone || !isMove(after) ? own(after) : undefined);
}

function placeOf({ type, name }: RecordDraft): string {
  return `${type} ${canonicalName(name)}`;
}

function changed(before: DnsRecord | null, wanted: DesiredRecord): Change[] {
  const after = tidied(wanted);
  if (before === null) return [{ before, after }];
  const comment = after.comment ?? before.comment;
  return matchesDraft(before, after) ? [] : [{ before, after: comment === undefined ? after : { ...after, comment } }];
}

/** As the provider will have it: without an id of ours; through the CDN only what can be, and then with the TTL Auto. */
function tidied({ id: _, ...draft }: DesiredRecord): RecordDraft {
  const proxied = isProxied(draft);
  return { ...draft, proxied, ttl: proxied ? AUTO_TTL : draft.ttl };
}
