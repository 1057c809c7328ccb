import { expect, test } from "vitest";
import { readTtl, shortTtl, TTL_PRESETS, ttlWords } from "./ttl.ts";

test.each([
  ["1", 1],
  ["Auto", 1],
  ["60", 60],
  [" 3600 ", 3600],
  ["86400", 86_400],
  ["0060", 60],
  ["90 s", 90],
  ["90sec", 90],
  ["1 minute", 60],
  ["15 min", 900],
  ["2H", 7200],
  ["1 hour", 3600],
  ["1 day", 86_400],
])("reads the TTL %j as %i seconds", (typed, ttl) => {
  expect(readTtl(typed)).toEqual({ ok: true, value: ttl });
});

test.each([
  [undefined, "Choose a TTL"],
  ["", "Choose a TTL"],
  ["59", "at least 60"],
  ["0", "at least 60"],
  ["2", "at least 60"],
  ["-1", "at least 60"],
  ["-60", "at least 60"],
  ["86401", "at most 86400"],
  ["9".repeat(400), "at most 86400"],
  ["1 s", "at least 60"],
  ["2 days", "at most 86400"],
  ["1 week", "whole seconds"],
  ["1h30m", "whole seconds"],
  ["1  hour", "whole seconds"],
  ["60.5", "whole seconds"],
  ["1e3", "whole seconds"],
  ["3,600", "whole seconds"],
])("rejects the TTL %j and says: %s", (typed, message) => {
  expect(readTtl(typed)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test("every TTL that a form offers is valid and has words", () => {
  for (const ttl of TTL_PRESETS) expect(readTtl(String(ttl))).toEqual({ ok: true, value: ttl });
  expect(TTL_PRESETS.map(ttlWords)).toEqual([
    "Auto",
    "1 minute (60 s)",
    "5 minutes (300 s)",
    "30 minutes (1800 s)",
    "1 hour (3600 s)",
    "2 hours (7200 s)",
    "5 hours (18000 s)",
    "12 hours (43200 s)",
    "1 day (86400 s)",
  ]);
  expect([90, 119].map(ttlWords)).toEqual(["90 seconds", "119 seconds"]);
  expect([1, 60, 90, 1800, 3600, 43_200, 86_400].map(shortTtl)).toEqual(
    "Auto|1 min|90 s|30 min|1 hour|12 hours|1 day".split("|"),
  );
});
