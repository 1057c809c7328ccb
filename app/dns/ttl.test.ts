import { expect, test } from "vitest";
import { grouped } from "../../tests/grouped.ts";
import { readTtl, shortTtl, TTL_PRESETS, ttlWords } from "./ttl.ts";

test.each(
  grouped([
    ["1", "1", "Auto"],
    ["60", "60", "0060", "1 minute"],
    ["90", "90 s", "90sec"],
    ["900", "15 min"],
    ["3600", " 3600 ", "1 hour"],
    ["7200", "2H"],
    ["86400", "86400", "1 day"],
  ]),
)("reads the TTL %j as %s seconds", (typed, ttl) => {
  expect(readTtl(typed)).toEqual({ ok: true, value: Number(ttl) });
});

test.each(
  grouped([
    ["Choose a TTL", ""],
    ["at least 60", "59", "0", "2", "-1", "1 s"],
    ["at most 86400", "86401", "9".repeat(400), "2 days"],
    ["whole seconds", "1 week", "1h30m", "1  hour", "60.5", "1e3", "3,600"],
  ]),
)("rejects the TTL %j and says: %s", (typed, message) => {
  expect(readTtl(typed)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test.each([
  [1, "Auto", "Auto"],
  [60, "1 minute (60 s)", "1 min"],
  [90, "90 seconds", "90 s"],
  [1800, "30 minutes (1800 s)", "30 min"],
  [3600, "1 hour (3600 s)", "1 hour"],
  [43_200, "12 hours (43200 s)", "12 hours"],
  [86_400, "1 day (86400 s)", "1 day"],
])("writes a TTL of %i seconds as %s, or in short %s", (ttl, words, short) => {
  expect([ttlWords(ttl), shortTtl(ttl)]).toEqual([words, short]);
});

test("reads every TTL that a form offers, and a missing one as none", () => {
  for (const ttl of TTL_PRESETS) expect(readTtl(String(ttl))).toEqual({ ok: true, value: ttl });
  expect(readTtl(undefined).ok).toBe(false);
});
