import { expect, test } from "vitest";
import type { ChangeState, Job, JobChange } from "./job.ts";
import { jobLines } from "./job-line.ts";
import { countStates } from "./job-view.ts";
import type { DnsRecord } from "./record.ts";

const record = (name: string): DnsRecord => ({
  id: name,
  type: "A",
  name: `${name}.example.co.ke`,
  content: "192.0.2.1",
  ttl: 300,
  proxied: false,
});
const job = (state: Job["state"]): Job => ({
  id: "j",
  kind: "import",
  title: "Import of a zone file",
  state,
  asides: [],
  createdAt: "2026-11-22T09:00:00Z",
});
const added = (states: ChangeState[]): JobChange[] =>
  states.map((state, id) => ({
    id,
    jobId: "j",
    state,
    before: null,
    after: record(`n${id}`),
    recordId: null,
    reason: state === "failed" ? "This value is too long." : null,
    sentAt: null,
  }));

/** The line of an import of records n0, n1, …, in a zone that has some of them. */
function lineOf(states: ChangeState[], zone: number[] | undefined, state: Job["state"] = "finished") {
  const changes = added(states);
  const records = zone?.map((index) => record(`n${index}`));
  const progress = { counts: countStates(changes), reason: changes.find(({ reason }) => reason)?.reason ?? null };
  const { outcome, canUndo } = jobLines(records)(job(state), progress, records && changes);
  return [outcome.kind, outcome.words, outcome.note, canUndo];
}

const LOST = "Its answer was lost, and it is not among your records, or not yet.";
const WORDS = "This value is too long.";

test.each<[ChangeState[], number[] | undefined, ...unknown[]]>([
  [["done", "done"], [0, 1], "ok", "done", null, true],
  [["done", "done"], [1], "ok", "done", null, true],
  [["done", "done"], [], "neutral", "done, undone since", null, false],
  [["done", "done"], undefined, "ok", "done", null, true],
  [["done", "failed"], [0], "warn", "1 of 2 done", WORDS, true],
  [["failed", "failed"], [], "bad", "failed", WORDS, false],
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

test.each<[ChangeState[], ...unknown[]]>([
  [["waiting", "waiting"], "neutral", "not begun", null, false],
  [["done", "failed", "sent", "waiting"], "warn", "not finished, 2 of 4", WORDS, false],
])("a running job with the changes %j is %s: %s", (states, ...line) => {
  expect(lineOf(states, undefined, "running")).toEqual(line);
});
