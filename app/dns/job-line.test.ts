import { expect, test } from "vitest";
import { zoneRecord } from "../../tests/zone-record.ts";
import type { ChangeState, Job, JobChange } from "./job.ts";
import { jobLines } from "./job-line.ts";
import { countStates } from "./job-view.ts";

const record = (name: string) => zoneRecord(`${name} A 192.0.2.1`);
const TOO_LONG = "This value is too long.";
const LOST = "We got no answer. It is not among your records, or not yet.";
const job = (state: Job["state"]): Job => ({
  ...{ id: "j", kind: "import", title: "Import of a zone file", asides: [], createdAt: "2026-11-22T09:00:00Z" },
  state,
});
const added = (states: ChangeState[]): JobChange[] =>
  states.map((state, id) => ({
    ...{ id, jobId: "j", state, before: null, after: record(`n${id}`), recordId: null, sentAt: null },
    reason: state === "failed" ? TOO_LONG : null,
  }));

/** The line of an import of records n0, n1, …, in a zone that has those with the numbers in `zone`. */
function lineOf(states: ChangeState[], zone: number[] | undefined, state: Job["state"] = "finished") {
  const changes = added(states);
  const records = zone?.map((index) => record(`n${index}`));
  const progress = { counts: countStates(changes), reason: changes.find(({ reason }) => reason)?.reason ?? null };
  const { outcome, canUndo } = jobLines(records)(job(state), progress, records && changes);
  return [outcome.kind, outcome.words, outcome.note, canUndo];
}

test.each<[ChangeState[], number[] | undefined, ...unknown[]]>([
  [["done", "done"], [0, 1], "ok", "done", null, true],
  [["done", "done"], [1], "ok", "done", null, true],
  [["done", "done"], [], "neutral", "undone", null, false],
  [["done", "done"], undefined, "ok", "done", null, true],
  [["done", "failed"], [0], "warn", "1 of 2 done", TOO_LONG, true],
  [["failed", "failed"], [], "bad", "failed", TOO_LONG, false],
  [["unconfirmed"], [], "warn", "not confirmed", LOST, false],
  [["unconfirmed"], [0], "ok", "done", null, true],
  [["sent", "done"], [0, 1], "ok", "done", null, true],
  [["sent", "done"], [1], "warn", "1 of 2 done", null, true],
  [["dropped", "dropped"], [], "neutral", "not made", null, false],
  [["done", "dropped"], [0], "warn", "1 of 2 done", null, true],
  [[], [], "neutral", "nothing to do", null, false],
])("a finished job with the changes %j in a zone with %j is %s: %s", (states, zone, ...line) => {
  expect(lineOf(states, zone)).toEqual(line);
});

test("of a change, its undo and the undo of that, only the last can be undone", () => {
  const [change] = added(["done"]);
  if (!change) throw new Error("no change");
  const undone = { ...change, before: record("n0"), after: null };
  const toLine = jobLines([record("n0")]);
  const progress = { counts: countStates([change]), reason: null };
  const lines = [change, undone, change].map((one) => toLine(job("finished"), progress, [one]));
  expect(lines.map(({ outcome, canUndo }) => [outcome.words, canUndo])).toEqual([
    ["done", true],
    ["undone", false],
    ["made again later", false],
  ]);
});

test.each<[ChangeState[], ...unknown[]]>([
  [["waiting", "waiting"], "neutral", "not started", null, false],
  [["done", "failed", "sent", "waiting"], "warn", "not finished, 2 of 4", TOO_LONG, false],
])("a running job with the changes %j is %s: %s", (states, ...line) => {
  expect(lineOf(states, undefined, "running")).toEqual(line);
});
