import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import { server } from "#mocks/node.ts";
import { openMemory } from "../../tests/integration/open-memory.ts";
import { isBackendReady, purgeExpiredRows } from "./housekeeping.server.ts";

test("deletes expired rows, and no others", async () => {
  const { database } = await openMemory();
  const ages = ["1 day", "13 days", "15 days"];
  for (const [index, age] of ages.entries()) {
    await database.query(
      `insert into newsletter_pending (email, confirm_token_hash, created_at) values ($1, $1, now() - $2::interval)`,
      [`${index}@example.co.ke`, age],
    );
    await database.query(
      `insert into submissions (key, form, owner, state, started_at) values ($1, 'a', 'b', 'done', now() - $2::interval)`,
      [String(index).repeat(64), index === 0 ? "23 hours" : age],
    );
  }
  await purgeExpiredRows();
  expect(await database.query("select email from newsletter_pending")).toHaveLength(2);
  expect(await database.query("select key from submissions")).toHaveLength(1);
});

test("a flood of readiness checks queries the database once a second", async () => {
  let asked = 0;
  let status = 500;
  server.use(
    http.get("*/rest/v1/posts", () => {
      asked += 1;
      return HttpResponse.json([], { status });
    }),
  );
  vi.spyOn(log, "error").mockReturnValue();
  vi.useFakeTimers({ toFake: ["performance"] });
  const flood = () => Promise.all(Array.from({ length: 200 }, isBackendReady));
  expect(new Set(await flood())).toEqual(new Set([false]));
  status = 200;
  expect(await isBackendReady()).toBe(false);
  expect(asked).toBe(1);
  vi.advanceTimersByTime(1000);
  await flood();
  expect(asked).toBe(2);
  vi.useRealTimers();
});
