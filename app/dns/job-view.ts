import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { type CHANGE_STATES, type ChangeState, type Job, type JobChange, outcomeFinder } from "./job.ts";
import { type ListedRecord, listedRecord } from "./listed-record.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";

/** A change as a page shows it: the record before, after, or both. */
export type ListedChange = {
  id: number;
  before: ListedRecord | null;
  after: ListedRecord | null;
  state: ChangeState;
  reason: string | null;
  /** Of a plan: the records of the same name and type that stay beside a new one. */
  beside?: ListedRecord[];
};

export type ChangeCounts = Record<ChangeState, number>;

/** Returns what a page shows of a change. `zone` is the zone's name. */
export function listedChange({ id, before, after, state, reason }: JobChange, zone: string): ListedChange {
  const listed = (record: RecordDraft | null) => record && listedRecord({ id: "", ...record }, zone);
  return { id, before: listed(before), after: listed(after), state, reason };
}

/** Returns how many changes are in each state. */
export function countStates(changes: readonly Pick<JobChange, "state">[]): ChangeCounts {
  const counts = { waiting: 0, sent: 0, done: 0, failed: 0, unconfirmed: 0, dropped: 0 } satisfies ChangeCounts;
  for (const { state } of changes) counts[state] += 1;
  return counts;
}

/**
 * Returns the changes of a job, with "done" for those whose response was lost but which are in the zone. Without
 * records, returns the changes as they are.
 */
export function withOutcomes(changes: readonly JobChange[], records: readonly DnsRecord[] | undefined): JobChange[] {
  const isOpen = ({ state }: JobChange) => state === "sent" || state === "unconfirmed";
  if (!records || !changes.some(isOpen)) return [...changes];
  const outcomeOf = outcomeFinder(records);
  return changes.map((change) =>
    isOpen(change) && outcomeOf(change).outcome === "made" ? { ...change, state: "done" } : change,
  );
}

/** What a page heading shows of a job: its title, its state and its time in Nairobi. */
export type ListedJob = Pick<Job, "id" | "kind" | "title" | "state"> & { when: { iso: string; words: string } };

export function listedJob({ id, kind, title, state, createdAt }: Job): ListedJob {
  const at = new Date(createdAt);
  return { id, kind, title, state, when: { iso: at.toISOString(), words: nairobiTime(at) } };
}

/** "We will add 3 records, change 1 and delete 2." */
export function planWords(changes: readonly Pick<ListedChange, "before" | "after">[]): string {
  const count = (has: (change: Pick<ListedChange, "before" | "after">) => boolean) => changes.filter(has).length;
  const parts = [
    ["add", count(({ before }) => before === null)],
    ["change", count(({ before, after }) => before !== null && after !== null)],
    ["delete", count(({ after }) => after === null)],
  ] as const;
  const actions = parts
    .filter(([, number]) => number > 0)
    .map(([verb, number], index) => {
      const records = index > 0 ? "" : number === 1 ? " record" : " records";
      return `${verb} ${number}${records}`;
    });
  if (actions.length === 0) return "Nothing has to change.";
  const [last] = actions.slice(-1);
  return actions.length === 1 ? `We will ${last}.` : `We will ${actions.slice(0, -1).join(", ")} and ${last}.`;
}

/** The names of change states in lists. */
export const STATE_WORDS = {
  waiting: "waiting",
  sent: "not confirmed",
  done: "done",
  failed: "failed",
  unconfirmed: "not confirmed",
  dropped: "not made",
} satisfies Record<(typeof CHANGE_STATES)[number], string>;
