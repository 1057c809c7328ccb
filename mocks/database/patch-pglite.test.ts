import { afterEach, expect, test, vi } from "vitest";
import { shiftDate } from "../workbench/shift-date.js";
import { openEmbedded } from "./embedded.ts";

const DAY_MS = 24 * 3600_000;
const LONGEST_MS = 2 ** 31 - 1;

shiftDate(0);
const start = globalThis.clockOffsetMs ?? 0;
afterEach(async () => {
  globalThis.clockOffsetMs = start;
  vi.restoreAllMocks();
  await (await globalThis.embeddedDatabase)?.close();
});

test("the database sets no timer that is too long for Node after the clock was 60 days ahead", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const database = await openEmbedded({ dataDir: "memory://" });
  const ofDatabase = () => timers.mock.calls.filter(([callback]) => String(callback).includes("callUserCallback"));
  /** Lets the last timer of the database end now. */
  const end = () => ofDatabase().at(-1)?.[0]();
  const write = () => database.query("update public.posts set title = title");

  // Ten seconds after a statement PostgreSQL writes its statistics. On a busy machine a second passes between two statements, and
  // then it sets no timer: everything is done again.
  const longest = () => Math.max(...ofDatabase().map(([, ms = 0]) => ms));
  for (let turns = 0; turns < 20 && longest() < LONGEST_MS; turns++) {
    // This timer begins when the clock is ahead.
    globalThis.clockOffsetMs = start + 60 * DAY_MS;
    end();
    for (let times = 0; times < 3; times++) await write();
    globalThis.clockOffsetMs = start;
    // The timer ends 60 days too early for PostgreSQL, which sets another one.
    end();
  }
  expect(longest()).toBe(LONGEST_MS);
  expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
});
