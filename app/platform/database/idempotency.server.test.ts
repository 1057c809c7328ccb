import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { server } from "#mocks/node.ts";
import { database } from "../../../tests/integration/database.ts";
import { failure, success } from "../result.ts";
import { trustedClient } from "./client.api.server.ts";
import { runOnce } from "./idempotency.server.ts";
import { claimSubmission, settleSubmission } from "./idempotency-keys.table.server.ts";

beforeEach(() => database.query("delete from submissions"));

const body = { name: "Wanjiku", message: "Habari" };
const message = { form: "contact", owner: "anonymous", body, resultSchema: z.any() };
const states = () => database.query("select state from submissions").then((rows) => rows.map(({ state }) => state));
const age = (seconds: number, state: string) =>
  database.query("update submissions set state = $1, started_at = now() - make_interval(secs => $2)", [state, seconds]);

test("carries out one of a hundred parallel submissions, and all get its outcome for two database queries", async () => {
  const queries = vi.spyOn(trustedClient(), "from");
  const work = vi.fn(async () => success({ id: 7 }));
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => runOnce(message, work)));
  expect(outcomes).toEqual(Array(100).fill(success({ id: 7 })));
  // One claim, one settle.
  expect([work.mock.calls.length, queries.mock.calls.length]).toEqual([1, 2]);
  expect(await states()).toEqual(["done"]);
  queries.mockRestore();
});

test("waits for a submission that another process carries out", async () => {
  let key = "";
  await runOnce(message, async (own) => {
    key = own;
    return failure(500, "not taken");
  });
  const other = await claimSubmission({ ...message, key }, { hasWaited: false });
  const work = vi.fn(async () => success("mine"));
  const waiting = Promise.all([runOnce(message, work), runOnce(message, work)]);
  if (other.kind === "ours") await settleSubmission(key, other.attempt, success("the other's"));
  expect(await waiting).toEqual([success("the other's"), success("the other's")]);
  expect(work).not.toHaveBeenCalled();
});

test("tries three parallel submissions that fail one after another", async () => {
  let most = 0;
  let now = 0;
  const work = vi.fn(async () => {
    most = Math.max(most, ++now);
    await new Promise((done) => setTimeout(done, 5));
    now -= 1;
    return failure(500, "not taken");
  });
  await Promise.all([runOnce(message, work), runOnce(message, work), runOnce(message, work)]);
  expect([work.mock.calls.length, most]).toEqual([3, 1]);
});

test("replays a success, ignoring field order and outer spaces", async () => {
  const work = vi.fn(async () => success(null));
  await runOnce(message, work);
  const same = { message: " Habari\r\n", domain: "", name: "Wanjiku " };
  expect(await runOnce({ ...message, body: same }, work)).toEqual(success(null));
  expect(work).toHaveBeenCalledTimes(1);
});

test("another text, owner or form is another submission", async () => {
  const work = vi.fn(async (_key: string) => success(null));
  await runOnce(message, work);
  await runOnce({ ...message, body: { ...body, message: "Habari yako" } }, work);
  await runOnce({ ...message, owner: "somebody" }, work);
  await runOnce({ ...message, form: "newsletter" }, work);
  expect(new Set(work.mock.calls.map(([key]) => key)).size).toBe(4);
});

test("stores nothing that was typed", async () => {
  await runOnce(message, async () => success(null));
  expect(JSON.stringify(await database.query("select * from submissions"))).not.toMatch(/Wanjiku|Habari/);
});

test("returns and forgets a failure, so that it can be sent again at once", async () => {
  const failed = failure(500, "Failed to send message. Please try again.");
  expect(await runOnce(message, async () => failed)).toEqual(failed);
  expect(await states()).toEqual([]);
  expect(await runOnce(message, async () => success(null))).toEqual(success(null));
});

test("returns a lost response, and carries out the repeat with the same key", async () => {
  const lost = failure(0, "No answer came.", true);
  const first = vi.fn(async (_key: string, _isRetry: boolean) => lost);
  const second = vi.fn(async (_key: string, _isRetry: boolean) => success(null));
  expect(await runOnce(message, first)).toEqual(lost);
  expect(await states()).toEqual(["unknown"]);
  expect(await runOnce(message, second)).toEqual(success(null));
  const [[key] = []] = first.mock.calls;
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect([first.mock.calls, second.mock.calls]).toEqual([[[key, false]], [[key, true]]]);
  expect(await states()).toEqual(["done"]);
});

test("treats work that throws as a lost response", async () => {
  await expect(runOnce(message, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await states()).toEqual(["unknown"]);
});

test.each([
  ["running", 61],
  ["unknown", 1],
  ["done", 24 * 3600 + 1],
])("one of two parallel submissions takes over one that is %s for %i s", async (state, seconds) => {
  await runOnce(message, async () => success("first"));
  await age(seconds, state);
  const work = vi.fn(async () => success("second"));
  const outcomes = await Promise.all([runOnce(message, work), runOnce(message, work)]);
  expect(outcomes).toEqual([success("second"), success("second")]);
  expect(work).toHaveBeenCalledTimes(1);
});

test("a submission that was taken over does not overwrite the newer outcome", async () => {
  const outcome = await runOnce(message, async (key) => {
    await age(61, "running");
    const other = await claimSubmission({ ...message, key }, { hasWaited: false });
    if (other.kind === "ours") await settleSubmission(key, other.attempt, success("second"));
    return failure(500, "first");
  });
  expect(outcome.ok).toBe(false);
  expect(await states()).toEqual(["done"]);
});

test.each([
  ["a success of another shape", { ok: true, value: { number: 7 } }],
  ["a failure without a message", { ok: false }],
  ["a text", "sent"],
])("treats %s, stored by another version, as a lost response, and a repeat is carried out", async (_what, kept) => {
  const posted = { ...message, resultSchema: z.object({ id: z.number() }) };
  const work = vi.fn(async (_key: string, _isRetry: boolean) => success({ id: 7 }));
  await runOnce(posted, work);
  await database.query("update submissions set result = $1", [JSON.stringify(kept)]);
  expect(await runOnce(posted, work)).toMatchObject({ ok: false, status: 0, isUnknown: true });
  expect(work).toHaveBeenCalledTimes(1);
  expect(await runOnce(posted, work)).toEqual(success({ id: 7 }));
  expect(work.mock.lastCall?.[1]).toBe(true);
});

test("does the work without the database", async () => {
  await database.query("alter table submissions rename to away");
  const work = vi.fn(async () => success("sent"));
  expect(await runOnce(message, work)).toEqual(success("sent"));
  expect(work).toHaveBeenCalledTimes(1);
  await database.query("alter table away rename to submissions");
});

describe("a claim whose answer is lost", () => {
  /** The database carries out the next claim, and its answer is lost. */
  const loseAnswer = () =>
    server.use(
      http.post(
        "*/rest/v1/submissions",
        async ({ request }) => {
          await database.answer(request);
          return HttpResponse.error();
        },
        { once: true },
      ),
    );

  test("does not keep a repeat from getting the success", async () => {
    loseAnswer();
    const work = vi.fn(async () => success("sent"));
    expect(await runOnce(message, work)).toEqual(success("sent"));
    await vi.waitFor(async () => expect(await states()).toEqual(["done"]));
    expect(await runOnce(message, work)).toEqual(success("sent"));
    expect(work).toHaveBeenCalledTimes(1);
  });

  test("does not keep a repeat from trying again after a failure", async () => {
    loseAnswer();
    expect(await runOnce(message, async () => failure(500, "not taken"))).toMatchObject({ ok: false });
    await vi.waitFor(async () => expect(await states()).toEqual([]));
    expect(await runOnce(message, async () => success("sent"))).toEqual(success("sent"));
  });

  test("leaves the submission of another process alone", async () => {
    await runOnce(message, async () => success("sent"));
    await age(5, "running");
    const writes = vi.fn();
    server.use(
      http.get("*/rest/v1/submissions", () => HttpResponse.error(), { once: true }),
      http.delete("*/rest/v1/submissions", async ({ request }) => {
        const answer = await database.answer(request);
        writes();
        return answer;
      }),
    );
    expect(await runOnce(message, async () => failure(500, "not taken"))).toMatchObject({ ok: false });
    // Its outcome is recorded with a query of its own.
    await vi.waitFor(() => expect(writes).toHaveBeenCalledTimes(1));
    expect(await states()).toEqual(["running"]);
  });
});
