import { expect, test } from "vitest";
import { historyDays, jobLines } from "./job-line.ts";
import { countStates } from "./job-view.ts";

test("the history names today, yesterday and older days in Nairobi, and gives each line its time", () => {
  const lineOf = jobLines(undefined);
  const lines = ["2026-11-23T05:15:00Z", "2026-11-22T21:00:00Z", "2026-11-22T20:59:00Z", "2026-11-01T09:00:00Z"].map(
    (createdAt, index) => {
      const job = { id: String(index), kind: "add", title: "", state: "finished", asides: [], createdAt } as const;
      return lineOf({ ...job, asides: [] }, { counts: countStates([]), reason: null }, undefined);
    },
  );
  const days = historyDays(lines, new Date("2026-11-23T18:00:00Z"));
  expect(days.map(({ day, lines }) => [day, ...lines.map(({ clock }) => clock)])).toEqual([
    ["Today", "08:15", "00:00"],
    ["Yesterday", "23:59"],
    ["1 Nov 2026", "12:00"],
  ]);
});
