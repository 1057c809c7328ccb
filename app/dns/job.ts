import { canonicalName } from "#app/domains/ascii-name.ts";
import { type Aside, type Change, PLAN_KINDS } from "./change.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { identityOf, isUnchanged, matchesDraft } from "./record-identity.ts";
import { rrsetKey } from "./zone-file/zone-entry.ts";

/** What a job was made by: a form for one record, or one of the forms that show a plan before it is applied. */
export const JOB_KINDS = ["add", "edit", "delete", ...PLAN_KINDS] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Planned: shown, nothing sent. Running: some changes are still to be sent. Finished: nothing more is sent. */
export const JOB_STATES = ["planned", "running", "finished"] as const;

/** A group of changes of one zone. `createdAt` is ISO 8601. */
export type Job = {
  id: string;
  kind: JobKind;
  title: string;
  state: (typeof JOB_STATES)[number];
  asides: Aside[];
  createdAt: string;
};

/**
 * Waiting: not sent yet. Sent: in flight, or lost with the process that sent it. Unconfirmed: the response was lost.
 * Dropped: the customer stopped the job before it was sent.
 */
export const CHANGE_STATES = ["waiting", "sent", "done", "failed", "unconfirmed", "dropped"] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/**
 * A change of a job with its state. `recordId` is the provider's id, known once the change is done. `sentAt` is ISO
 * 8601.
 */
export type JobChange = Change & {
  id: number;
  jobId: string;
  state: ChangeState;
  recordId: string | null;
  reason: string | null;
  sentAt: string | null;
};

/** The largest number of changes in one job: as many as an imported file may have records. */
export const MAX_CHANGES = 1000;

/**
 * Returns a function that finds out from the zone's records what became of a change. "made": the zone has it. "open":
 * the zone is as before. "changed": somebody else has changed the record. Each lookup takes constant time.
 */
export function outcomeFinder(records: readonly DnsRecord[]) {
  const byId = new Map(records.map((record) => [record.id, record]));
  const byIdentity = new Map(records.map((record) => [identityOf(record), record]));
  return ({ before, after }: Change): { outcome: "made" | "open" | "changed"; now: DnsRecord | undefined } => {
    if (before === null) {
      const now = byIdentity.get(identityOf(after));
      return { outcome: now ? "made" : "open", now };
    }
    const now = byId.get(before.id);
    if (now === undefined) return { outcome: after === null ? "made" : "changed", now };
    if (after !== null && matchesDraft(now, after)) return { outcome: "made", now };
    return { outcome: isUnchanged(now, before) ? "open" : "changed", now };
  };
}

/**
 * Returns a function that lists which records stay beside a new one: those of its type and name that no change deletes or
 * changes. The first new record of a name and type has them, so that none is listed twice.
 */
export function besideFinder(changes: readonly Change[], records: readonly DnsRecord[]) {
  const touched = new Set(changes.map(({ before }) => before?.id));
  const keyOf = ({ type, name }: RecordDraft) => rrsetKey({ type, name: canonicalName(name) });
  const sets = new Map<string, DnsRecord[]>();
  for (const record of records.filter(({ id }) => !touched.has(id))) {
    const set = sets.get(keyOf(record)) ?? [];
    sets.set(keyOf(record), [...set, record]);
  }
  return ({ before, after }: Change): DnsRecord[] => {
    if (before !== null) return [];
    const beside = sets.get(keyOf(after)) ?? [];
    sets.delete(keyOf(after));
    return beside;
  };
}
