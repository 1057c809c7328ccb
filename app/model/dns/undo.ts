import type { Aside, Change, Plan } from "./change.ts";
import { diffZone } from "./diff-zone.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { skippedNote, withoutConflicts } from "./record-conflicts.ts";
import { identityOf, matchesDraft } from "./record-identity.ts";
import { recordWords } from "./record-words.ts";

type What = Pick<Plan, "kind" | "title"> & { zone: string };

/**
 * The plan that takes changes back. Takes the zone's records as they are and the changes, the latest first. What was
 * changed elsewhere since stands among the asides. Source: docs/product.md, "Changes of a zone".
 */
export function planUndo(is: readonly DnsRecord[], made: readonly MadeChange[], { kind, title, zone }: What): Plan {
  const { changes, disturbed } = undoChanges(is, made);
  const possible = withoutConflicts(is, changes, zone);
  const asides = [...disturbed.map((one) => disturbedAside(one, zone)), ...possible.asides];
  return { kind, title, changes: possible.changes, asides };
}

function disturbedAside({ change: { before, after }, now }: ChangedSince, zone: string): Aside {
  const reason = now
    ? `Changed elsewhere since: it is now ${recordWords(now, zone)}. It stays as it is.`
    : "Deleted elsewhere since. It is not put back.";
  const record = after ?? before;
  return record ? skippedNote(record, reason, zone) : { kind: "skipped", text: "", reason };
}

/** A change that was made, and the id that its record has had at the provider since. */
export type MadeChange = Change & { recordId: string | null };

/** A change that cannot be taken back as it was made, because its record is another one now, or is no more. */
export type ChangedSince = { change: MadeChange; now: DnsRecord | null };

/**
 * What has to be done so that a zone is as it was before some changes. Takes its records as they are and the changes, the
 * latest first, and gives what to do and what was changed elsewhere since: that is never overwritten, only told.
 * Source: docs/product.md, "Changes of a zone".
 */
export function undoChanges(
  is: readonly DnsRecord[],
  made: readonly MadeChange[],
): { changes: Change[]; disturbed: ChangedSince[] } {
  const zone = new Zone(is);
  const disturbed = made.flatMap((change) => zone.undoChange(change));
  return { changes: diffZone(is, zone.records()), disturbed };
}

/** What a change that was made is now: it stands, the zone is as before it, or the record is another one since. */
export type UndoState = "stands" | "undone" | "changed";

/** Takes a zone's records, and gives a function that says in no time how a change that was made stands in it. */
export function undoStateFinder(is: readonly DnsRecord[]): (change: MadeChange) => UndoState {
  const zone = new Zone(is);
  return (change) => zone.standing(change).standing;
}

/** A zone on the way back, with its records by id and by what they say. */
class Zone {
  readonly #byId = new Map<string, DnsRecord>();
  readonly #ids = new Map<string, string>();

  constructor(records: readonly DnsRecord[]) {
    for (const record of records) this.#put(record);
  }

  /** As they shall be: without a comment means without one, not "as it is". */
  records(): DnsRecord[] {
    return Array.from(this.#byId.values(), (record) => ({ ...record, comment: record.comment ?? "" }));
  }

  /** How a change stands, and the record that it has made or that is there instead. */
  standing({ before, after, recordId }: MadeChange): { standing: UndoState; now?: DnsRecord | undefined } {
    // Somebody has put it back already: then it stays as they did.
    if (after === null) return { standing: this.#like(before) ? "undone" : "stands" };
    const now = this.#find(recordId, after);
    const isAsBefore = before === null ? now === undefined : now !== undefined && matchesDraft(now, before);
    if (isAsBefore) return { standing: "undone", now };
    return { standing: now && matchesDraft(now, after) ? "stands" : "changed", now };
  }

  /** Takes one change back. Gives it, with the record that is there instead, when that cannot be done. */
  undoChange(change: MadeChange): ChangedSince[] {
    const { standing, now } = this.standing(change);
    if (standing === "changed") return [{ change, now: now ?? null }];
    if (standing === "undone") return [];
    if (now) this.#drop(now);
    if (change.before) this.#put({ ...change.before, id: now?.id ?? change.before.id });
    return [];
  }

  /** The record with the id; or, if that is gone, one that says the same: what was put back has another id than before. */
  #find(recordId: string | null, after: RecordDraft): DnsRecord | undefined {
    return this.#byId.get(recordId ?? "") ?? this.#like(after);
  }

  #like(record: RecordDraft): DnsRecord | undefined {
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
