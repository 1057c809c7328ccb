import type { Job, JobChange } from "./job.ts";
import { type ChangeCounts, countStates, type ListedJob, listedJob, withOutcomes } from "./job-view.ts";
import type { DnsRecord } from "./record.ts";
import { type UndoState, undoStateFinder } from "./undo.ts";

/** How far a job is. `reason` is why one of its changes was not made, in the provider's words or ours. */
export type JobProgress = { counts: ChangeCounts; reason: string | null };

/** What became of a job, in a word or two, with the colour and shape they have. `note` says the rest. */
type JobOutcome = { words: string; kind: "ok" | "warn" | "bad" | "neutral"; note: string | null };

/** A job as a line of the history: what was asked for, what became of it, and whether there is something to take back. */
export type JobLine = ListedJob & { outcome: JobOutcome; canUndo: boolean };

const NOT_SEEN = "Its answer was lost, and it is not among your records, or not yet.";
const NOT_KNOWN = "Its answer was lost. The list of records shows whether it has arrived.";

/**
 * Gives a function that makes the line of a job. Takes the zone's records as they are: without them, as without the job's
 * changes, it is told what was written down, and what was made can be taken back as far as we know.
 * Source: docs/product.md, "Changes of a zone".
 */
export function jobLines(records: readonly DnsRecord[] | undefined) {
  const standingOf = records && undoStateFinder(records);
  return (job: Job, progress: JobProgress, changes: readonly JobChange[] | undefined): JobLine => {
    const fates = changes && withOutcomes(changes, records);
    const counts = fates ? countStates(fates) : progress.counts;
    const standings = standingOf && fates?.filter(isDone).map(standingOf);
    const outcome = outcomeOf(job, { ...progress, counts }, standings, records !== undefined);
    const canUndo = job.state === "finished" && (standings ? standings.includes("stands") : counts.done > 0);
    return { ...listedJob(job), outcome, canUndo };
  };
}

/**
 * Whether some of a job's changes stand in the zone, so that there is something to take back. Takes the changes with what
 * became of them (`withOutcomes`) and the zone's records; without records, what was made counts.
 */
export function canUndo(changes: readonly JobChange[], records: readonly DnsRecord[] | undefined): boolean {
  const made = changes.filter(isDone);
  return records ? made.map(undoStateFinder(records)).includes("stands") : made.length > 0;
}

const isDone = ({ state }: JobChange) => state === "done";

function outcomeOf(
  { state }: Pick<Job, "state">,
  { counts, reason }: JobProgress,
  standings: readonly UndoState[] = [],
  isZoneKnown: boolean,
): JobOutcome {
  const { done, failed, waiting, sent, unconfirmed, dropped } = counts;
  const lost = sent + unconfirmed;
  const all = done + failed + waiting + dropped + lost;
  const outcome = (kind: JobOutcome["kind"], words: string, note: string | null = null) => ({ kind, words, note });
  if (state === "running" && waiting === all) return outcome("neutral", "not begun");
  if (state === "running") return outcome("warn", `not finished, ${all - waiting - sent} of ${all}`, reason);
  if (all === 0) return outcome("neutral", "nothing to do");
  if (done === all) return { ...outcome("ok", "done"), ...sinceThen(standings) };
  if (failed === all) return outcome("bad", "failed", reason);
  if (lost === all) return outcome("warn", "not confirmed", isZoneKnown ? NOT_SEEN : NOT_KNOWN);
  if (dropped + waiting === all) return outcome("neutral", "not made");
  return outcome("warn", `${done} of ${all} done`, failed > 0 ? reason : null);
}

/** What happened to a change after it was made. */
function sinceThen(standings: readonly UndoState[]): Partial<JobOutcome> {
  if (standings.length === 0 || standings.includes("stands")) return {};
  return standings.includes("changed")
    ? { kind: "neutral", words: "done, changed since" }
    : { kind: "neutral", words: "done, undone since" };
}
