import { type Aside, type Change, PLAN_KINDS } from "./change.ts";
import type { DnsRecord } from "./record.ts";
import { identityOf, matchesDraft } from "./record-identity.ts";

/** What changes are made for: one form, or a plan. */
export const JOB_KINDS = ["add", "edit", "delete", ...PLAN_KINDS] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Planned: shown, nothing sent. Running: some are still to be sent. Finished: nothing more is sent by itself. */
export const JOB_STATES = ["planned", "running", "finished"] as const;

/** Changes of a zone that belong together. `createdAt` is ISO 8601. */
export type Job = {
  id: string;
  kind: JobKind;
  title: string;
  state: (typeof JOB_STATES)[number];
  asides: Aside[];
  createdAt: string;
};

/**
 * Waiting: not sent yet. Sent: on its way, or lost with the process that sent it. Unconfirmed: its answer was lost. Dropped:
 * its customer stopped the job before it was sent.
 */
export const CHANGE_STATES = ["waiting", "sent", "done", "failed", "unconfirmed", "dropped"] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];

/** A change of a job, with how far it is. `recordId` is the provider's, known once it is done; `sentAt` is ISO 8601. */
export type JobChange = Change & {
  id: number;
  jobId: string;
  state: ChangeState;
  recordId: string | null;
  reason: string | null;
  sentAt: string | null;
};

/** How many changes one job may have: as many as one file may have records. */
export const MAX_CHANGES = 1000;

/**
 * Looks at a zone for what became of a change: "made", "open" when the zone is as it was before, or "disturbed" when it is
 * neither, because somebody else has changed the record. Gives a function that looks each up in no time.
 */
export function outcomeFinder(records: readonly DnsRecord[]) {
  const byId = new Map(records.map((record) => [record.id, record]));
  const bySaying = new Map(records.map((record) => [identityOf(record), record]));
  return ({ before, after }: Change): { fate: "made" | "open" | "disturbed"; now: DnsRecord | undefined } => {
    if (before === null) {
      const now = bySaying.get(identityOf(after));
      return { fate: now ? "made" : "open", now };
    }
    const now = byId.get(before.id);
    if (now === undefined) return { fate: after === null ? "made" : "disturbed", now };
    if (after !== null && matchesDraft(now, after)) return { fate: "made", now };
    return { fate: isUnchanged(now, before) ? "open" : "disturbed", now };
  };
}

function isUnchanged(now: DnsRecord, before: DnsRecord): boolean {
  return matchesDraft(now, { ...before, comment: before.comment ?? "" });
}
