import { clockOf, dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import type { Job, JobChange } from "./job.ts";
import { type ChangeCounts, countStates, type ListedJob, listedJob, withOutcomes } from "./job-view.ts";
import type { DnsRecord } from "./record.ts";
import { identityOf } from "./record-identity.ts";
import { isProxied } from "./types.ts";
import { type UndoState, undoStateFinder } from "./undo.ts";

/** How far a job is. `reason` says why one of its changes failed, in the provider's words or ours. */
export type JobProgress = { counts: ChangeCounts; reason: string | null };

/** The outcome of a job in one or two words, with their colour. `note` says more. */
type JobOutcome = { words: string; kind: "ok" | "warn" | "bad" | "neutral"; note: string | null };

/** A job as one line of the history: its title, its outcome, and whether it can be undone. */
export type JobLine = ListedJob & { outcome: JobOutcome; canUndo: boolean };

const NOT_SEEN = "We got no answer. It is not among your records, or not yet.";
const NOT_KNOWN = "We got no answer. The list of records shows if it arrived.";

/**
 * Returns a function that makes the history line of a job; takes the jobs in turn, the latest first. With the zone's records,
 * lost responses are resolved and later edits are taken into account. Without the records or the job's changes, the line
 * shows what the journal says. Source: docs/product/dns.md, "Changes of a zone".
 */
export function jobLines(records: readonly DnsRecord[] | undefined) {
  const stateOf = records && undoStateFinder(records);
  /** The changes of later jobs that are in effect. */
  const standing = new Set<string>();
  return (job: Job, progress: JobProgress, changes: readonly JobChange[] | undefined): JobLine => {
    const resolved = changes && withOutcomes(changes, records);
    const counts = resolved ? countStates(resolved) : progress.counts;
    const done = resolved?.filter(isDone) ?? [];
    const states = stateOf && resolved && done.map(stateOf);
    const inEffect = stateOf ? done.filter((change) => stateOf(change) === "stands").map(effectOf) : [];
    const isMadeAgain = inEffect.length > 0 && inEffect.every((effect) => standing.has(effect));
    for (const effect of inEffect) standing.add(effect);
    const outcome = outcomeOf(job, { ...progress, counts }, states, records !== undefined);
    // After an undo and its undo, a change and its repetition have one effect: only the later one can be undone.
    if (isMadeAgain) return { ...listedJob(job), outcome: MADE_AGAIN, canUndo: false };
    const canUndo = job.state === "finished" && (states ? states.includes("stands") : counts.done > 0);
    return { ...listedJob(job), outcome, canUndo };
  };
}

const MADE_AGAIN: JobOutcome = { kind: "neutral", words: "made again later", note: null };

/** Equal for changes with the same effect. */
function effectOf({ before, after }: JobChange): string {
  const sides = [before, after].map((one) => one && [identityOf(one), one.ttl, isProxied(one), one.comment ?? ""]);
  return JSON.stringify(sides);
}

/**
 * Whether some of a job's changes are still in effect, so that they can be undone. Takes the changes with their
 * outcomes (`withOutcomes`) and the zone's records. Without records, every change that was made counts.
 */
export function canUndo(changes: readonly JobChange[], records: readonly DnsRecord[] | undefined): boolean {
  const made = changes.filter(isDone);
  return records ? made.map(undoStateFinder(records)).includes("stands") : made.length > 0;
}

const isDone = ({ state }: JobChange) => state === "done";

function outcomeOf(
  { state }: Pick<Job, "state">,
  { counts, reason }: JobProgress,
  states: readonly UndoState[] = [],
  isZoneKnown: boolean,
): JobOutcome {
  const { done, failed, waiting, sent, unconfirmed, dropped } = counts;
  const lost = sent + unconfirmed;
  const all = done + failed + waiting + dropped + lost;
  const outcome = (kind: JobOutcome["kind"], words: string, note: string | null = null) => ({ kind, words, note });
  if (state === "running" && waiting === all) return outcome("neutral", "not started");
  if (state === "running") return outcome("warn", `not finished, ${all - waiting - sent} of ${all}`, reason);
  if (all === 0) return outcome("neutral", "nothing to do");
  if (done === all) return { ...outcome("ok", "done"), ...sinceThen(states) };
  if (failed === all) return outcome("bad", "failed", reason);
  if (lost === all) return outcome("warn", "not confirmed", isZoneKnown ? NOT_SEEN : NOT_KNOWN);
  if (dropped + waiting === all) return outcome("neutral", "not made");
  return outcome("warn", `${done} of ${all} done`, failed > 0 ? reason : null);
}

/** What happened to the changes after they were made. */
function sinceThen(states: readonly UndoState[]): Partial<JobOutcome> {
  if (states.length === 0 || states.includes("stands")) return {};
  return states.includes("changed")
    ? { kind: "neutral", words: "changed later" }
    : { kind: "neutral", words: "undone" };
}

/** A line of the history with its time of day: "08:15". */
type TimedLine = JobLine & { clock: string };

/** Groups history lines, the latest first, by their day in Nairobi: "Today", "Yesterday", "21 Nov 2026". */
export function historyDays(lines: readonly JobLine[], now: Date): { day: string; lines: TimedLine[] }[] {
  const days = new Map<string, TimedLine[]>();
  for (const line of lines) {
    const at = new Date(line.when.iso);
    const day = dayName(dayNumber(at), dayNumber(now));
    days.set(day, [...(days.get(day) ?? []), { ...line, clock: clockOf(at).slice(0, 5) }]);
  }
  return [...days].map(([day, ofDay]) => ({ day, lines: ofDay }));
}

function dayName(day: number, today: number): string {
  if (day === today) return "Today";
  return day === today - 1 ? "Yesterday" : dateOf(day).words;
}
