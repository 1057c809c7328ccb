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

test("deletes more rows than one statement may, the oldest first, and after a failure the rest", async () => {
  const { database } = await openMemory();
  await database.query(
    `insert into messages (key, name, email, subject, message, touched_at)
     select 'message-' || n, 'N', 'n@example.co.ke', 'S', 'M', now() - interval '400 days' - n * interval '1 minute'
     from generate_series(1, 5003) as n`,
  );
  const left = async () =>
    (await database.query("select key from messages where key like 'message-%'")).map(({ key }) => key);
  let calls = 0;
  server.use(
    http.post("*/rest/v1/rpc/purge_rows", async ({ request }) => {
      const { table_name } = (await request.clone().json()) as { table_name: string };
      if (table_name !== "messages") return undefined;
      calls += 1;
      return calls === 2 ? HttpResponse.json({ message: "no connection" }, { status: 500 }) : undefined;
    }),
  );
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  await purgeExpiredRows();
  expect((await left()).sort()).toEqual(["message-1", "message-2", "message-3"]);
  expect(warn).toHaveBeenCalledTimes(1);
  await purgeExpiredRows();
  expect(await left()).toEqual([]);
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
