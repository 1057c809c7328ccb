import { expect, test } from "vitest";
import { readEnv } from "#app/platform/env.server.ts";

test("expired rows are deleted every ten minutes, or as often as the setting says", () => {
  const minutes = [undefined, "1", "60"].map((HOUSEKEEPING_MINUTES) => readEnv({ HOUSEKEEPING_MINUTES }));
  expect(minutes.map(({ housekeepingMs }) => housekeepingMs / 60_000)).toEqual([10, 1, 60]);
});

test.each(["0", "61", "1.5", "ten"])("HOUSEKEEPING_MINUTES=%s is rejected by its name", (HOUSEKEEPING_MINUTES) => {
  expect(() => readEnv({ HOUSEKEEPING_MINUTES })).toThrow(/cannot be used: HOUSEKEEPING_MINUTES\./);
});
