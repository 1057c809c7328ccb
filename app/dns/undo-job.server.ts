import { type FormErrors, statusOf } from "#app/platform/http/form-result.ts";
import { type Failure, type Result, success } from "#app/platform/result.ts";
import type { Change } from "./change.ts";
import { LONGEST_TITLE, undoTitle } from "./change-words.ts";
import { uncoveredName } from "./coverage-warnings.ts";
import type { Job } from "./job.ts";
import { listChanges, listMadeSince, planChanges } from "./jobs.table.server.ts";
import { errorsOf, type FailureWords, makeChange } from "./make-change.server.ts";
import { type OwnZone, readForPlan } from "./read-zone.server.ts";
import type { DnsRecord } from "./record.ts";
import type { MadeChange } from "./undo.ts";
import { planUndo } from "./undo.ts";
import { withStops } from "./what-stops.ts";

const WORDS: FailureWords = {
  failed: "It could not be undone",
  unknown: (message) => ({ title: "It may not be undone yet", message }),
};

/**
 * What to undo. "undo": the changes of the job alone. "before": these and all later changes. "after": all later changes only.
 */
export type UndoScope = "undo" | "before" | "after";

/**
 * "undone": one small change was undone, by a job of its own. "planned": the customer reviews the plan first. "nothing": there
 * is nothing to undo.
 */
type Undone =
  | { kind: "undone"; title: string; job: string }
  | { kind: "planned"; job: string }
  | { kind: "nothing" }
  | { kind: "failed"; errors: FormErrors };

/** Undoes one small change at once, and plans anything larger. Source: docs/product/dns.md, "Changes of a zone". */
export async function undoJob(owner: OwnZone, job: Job, scope: UndoScope): Promise<Undone> {
  const made = await madeSince(owner, job, scope);
  if (!made.ok) return notStored(made);
  const records = await readForPlan(owner);
  if (!records.ok) return { kind: "failed", errors: records.errors };

  const kind = scope === "undo" ? "undo" : "restore";
  const title = scope === "undo" ? undoJobTitle(job) : `All records as they were ${scope}: ${job.title}`;
  const about = { kind, title: title.slice(0, LONGEST_TITLE), zone: owner.domain.name } as const;
  const plan = planUndo(records.value, made.value, about);
  const { changes, asides } = plan;
  if (changes.length + asides.length === 0) return { kind: "nothing" };

  const [change] = changes;
  const isSmall = scope === "undo" && made.value.length === 1 && asides.length === 0 && changes.length === 1;
  if (isSmall && change && !uncovers(change, records.value)) {
    const title = undoTitle(change, owner.domain.name).slice(0, LONGEST_TITLE);
    const undone = await makeChange(owner, { kind, title }, change, { isRetry: true });
    if (!undone.ok) return { kind: "failed", errors: errorsOf(undone, WORDS) };
    return { kind: "undone", title, job: undone.value.job };
  }
  const stored = await planChanges(owner, withStops(plan, records.value));
  return stored.ok ? { kind: "planned", job: stored.value.job } : notStored(stored);
}

/** Whether a change takes a name out of a wildcard's cover, which a customer should see first. */
function uncovers({ before, after }: Change, records: readonly DnsRecord[]): boolean {
  const others = records.filter(({ id }) => id !== before?.id);
  return after !== null && uncoveredName(after, others, before ?? undefined) !== undefined;
}

function notStored(failed: Failure): Undone {
  return { kind: "failed", errors: { message: failed.message, status: statusOf(failed) } };
}

/** Undoing an undo is a redo. */
function undoJobTitle({ title }: Job): string {
  const [, was, rest] = /^(Undo|Redo): (.+)$/.exec(title) ?? [];
  return was === undefined ? `Undo: ${title}` : `${was === "Undo" ? "Redo" : "Undo"}: ${rest}`;
}

/** Returns the changes to undo, the latest first. */
async function madeSince(owner: OwnZone, job: Job, scope: UndoScope): Promise<Result<MadeChange[]>> {
  const own = await listChanges(owner.supabase, owner, job.id);
  if (!own.ok) return own;
  const made = own.value.filter(({ state }) => state === "done" || state === "sent" || state === "unconfirmed");
  if (scope === "undo") return success(made.reverse());
  const first = made.at(0)?.id ?? 0;
  const last = made.at(-1)?.id ?? 0;
  return listMadeSince(owner.supabase, owner, scope === "before" ? first - 1 : last);
}
