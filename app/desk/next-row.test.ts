import fc from "fast-check";
import { expect, test } from "vitest";
import { nextRow } from "./next-row.ts";

const row = (id: string, takenBy: string | null = null) => ({ id, takenBy });

test.each([
  ["the row after it", "b", [row("a"), row("b"), row("c")], "c"],
  ["the first row after the last one", "c", [row("a"), row("b"), row("c")], "a"],
  ["no row that a colleague has", "a", [row("a"), row("b", "other"), row("c", "me")], "c"],
  ["the first row if it is not in the list", "x", [row("a"), row("b")], "a"],
  ["nothing if no other row is free", "a", [row("a"), row("b", "other")], undefined],
])("opens %s", (_what, ended, rows, next) => {
  expect(nextRow(rows, ended, "me")).toBe(next);
});

test("a member of staff who ends one row after the other ends every free row once", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.nat(), (ids, start) => {
      let rows = ids.map((id) => row(id));
      const done: string[] = [];
      let now: string | undefined = ids[start % ids.length];
      while (now !== undefined) {
        done.push(now);
        const next = nextRow(rows, now, "me");
        rows = rows.filter(({ id }) => id !== now);
        now = next;
      }
      expect(done.sort()).toEqual([...ids].sort());
    }),
  );
});
