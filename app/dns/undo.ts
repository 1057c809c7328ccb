import type { Aside, Change, Plan } from "./change.ts";
import { diffZone } from "./diff-zone.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { skippedNote, withoutConflicts } from "./record-conflicts.ts";
import { identityOf, isUnchanged, matchesDraft } from "./record-identity.ts";
import { recordWords } from "./record-words.ts";

type PlanNames = Pick<Plan, "kind" | "title"> & { zone: string };

/**
 * Returns the plan that undoes changes. Takes the zone's current records and the changes, the latest first. Records
 * that were changed elsewhere since are left alone and noted. Source: docs/product/dns.md, "Changes of a zone".
 */
export function planUndo(
  current: readonly DnsRecord[],
  made: readonly MadeChange[],
  { kind, title, zone }: PlanNames,
): Plan {
  const { changes, changedSince } = undoChanges(current, made);
  const possible = withoutConflicts(current, changes, zone, { isRestore: true });
  const asides = [...changedSince.map((entry) => changedSinceNote(entry, zone)), ...possible.asides];
  return { kind, title, changes: possible.changes, asides };
}

function changedSinceNote({ change: { before, after }, now }: ChangedSince, zone: string): Aside {
  const reason = now
    ? `It was changed after that, to ${recordWords(now, zone)}. It stays as it is.`
    : "It was deleted after that. We don’t put it back.";
  const record = after ?? before;
  return record ? skippedNote(record, reason, zone) : { kind: "skipped", text: "", reason };
}

/** A change that was made, with the id of its record at the provider. */
export type MadeChange = Change & { recordId: string | null };

/** A change that cannot be undone, because its record was changed or deleted since. */
export type ChangedSince = { change: MadeChange; now: DnsRecord | null };

/**
 * Returns the changes that undo earlier changes, and those that cannot be undone. Takes the zone's current records and
 * the changes, the latest first. A record that was changed elsewhere since is never overwritten. Source:
 * docs/product/dns.md, "Changes of a zone".
 */
export function undoChanges(
  current: readonly DnsRecord[],
  made: readonly MadeChange[],
): { changes: Change[]; changedSince: ChangedSince[] } {
  const zone = new Zone(current);
  const changedSince = made.flatMap((change) => zone.undoChange(change));
  return { changes: diffZone(current, zone.records()), changedSince };
}

/**
 * The state of a change that was made. "stands": still in effect. "undone": the zone is as before the change.
 * "changed": the record was changed since.
 */
export type UndoState = "stands" | "undone" | "changed";

/** Returns a function that finds the state of a change in constant time. */
export function undoStateFinder(current: readonly DnsRecord[]): (change: MadeChange) => UndoState {
  const zone = new Zone(current);
  return (change) => zone.stateOf(change).state;
}

/** A zone while changes are undone, indexed by id and by identity. */
class Zone {
  readonly #byId = new Map<string, DnsRecord>();
  readonly #ids = new Map<string, string>();

  constructor(records: readonly DnsRecord[]) {
    for (const record of records) this.#put(record);
  }

  /**
   * Returns the desired records. `comment` is "" where there was none, so that `diffZone` removes a comment that was added
   * since.
   */
  records(): DnsRecord[] {
    return Array.from(this.#byId.values(), (record) => ({ ...record, comment: record.comment ?? "" }));
  }

  /** Returns the state of a change, and the record that it made or that replaced it. */
  stateOf({ before, after, recordId }: MadeChange): { state: UndoState; now?: DnsRecord | undefined } {
    // Somebody has restored the record already: keep theirs.
    if (after === null) return { state: this.#findDuplicate(before) ? "undone" : "stands" };
    const now = this.#find(recordId, after);
    const isUndone = before === null ? now === undefined : now !== undefined && isUnchanged(now, before);
    if (isUndone) return { state: "undone", now };
    return { state: now && matchesDraft(now, after) ? "stands" : "changed", now };
  }

  /** Undoes one change. If that is impossible, returns the change with the current record. */
  undoChange(change: MadeChange): ChangedSince[] {
    const { state, now } = this.stateOf(change);
    if (state === "changed") return [{ change, now: now ?? null }];
    if (state === "undone") return [];
    if (now) this.#drop(now);
    if (change.before) this.#put({ ...change.before, id: now?.id ?? change.before.id });
    return [];
  }

  /** The record with the id, or else one with the same identity: a restored record has a new id. */
  #find(recordId: string | null, after: RecordDraft): DnsRecord | undefined {
    return this.#byId.get(recordId ?? "") ?? this.#findDuplicate(after);
  }

  #findDuplicate(record: RecordDraft): DnsRecord | undefined {
    return this.#byId.get(this.#ids.get(identityOf(record)) ?? "");
  }

  #put(record: DnsRecord): void {
    this.#byId.set(record.id, record);
    this.#ids.set(identityOf(record), record.id);
  }

  #drop(record: DnsRecord): void {
    this.#byId.delete(record.id);
    this.#ids.delete(identityOf(record));
  }
}
