import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { claimSubmission, settleSubmission } from "#app/gateways/idempotency-keys.server.ts";
import { trustedClient } from "#app/gateways/supabase/client.server.ts";
import { failure, success } from "#app/model/result.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { openMemory } from "../../tests/integration/open-memory.ts";
import { runOnce } from "./idempotency.server.ts";

let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());
beforeEach(() => database.query("delete from submissions"));

const message = {
  form: "contact",
  owner: "anonymous",
  body: { name: "Wanjiku", message: "Habari" },
  value: z.any(),
};
const states = () => database.query("select state from submissions").then((rows) => rows.map(({ state }) => state));
const age = (seconds: number, state: string) =>
  database.query("update submissions set state = $1, started_at = now() - make_interval(secs => $2)", [state, seconds]);

test("of two identical submissions in flight one is carried out, and both get its outcome", async () => {
  const work = vi.fn(async () => success({ id: 7 }));
  const outcomes = await Promise.all([runOnce(message, work), runOnce(message, work)]);
  expect(outcomes).toEqual([success({ id: 7 }), success({ id: 7 })]);
  expect(work).toHaveBeenCalledTimes(1);
  expect(await states()).toEqual(["done"]);
});

test("of a hundred at once the database is asked about one", async () => {
  const asked = vi.spyOn(trustedClient(), "from");
  const work = vi.fn(async () => success("sent"));
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => runOnce(message, work)));
  expect(outcomes).toEqual(Array.from({ length: 100 }, () => success("sent")));
  // Claimed, and settled.
  expect([work.mock.calls.length, asked.mock.calls.length]).toEqual([1, 2]);
  asked.mockRestore();
});

test("one that another process carries out is waited for", async () => {
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

test("of three at once that are refused each is tried, one after another", async () => {
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

test("a success is replayed, whatever the order of the fields and the spaces around them", async () => {
  const work = vi.fn(async () => success(null));
  await runOnce(message, work);
  const body = { message: " Habari\r\n", domain: "", name: "Wanjiku " };
  expect(await runOnce({ ...message, body }, work)).toEqual(success(null));
  expect(work).toHaveBeenCalledTimes(1);
});

test("another text, another owner or another form is another submission", async () => {
  const work = vi.fn(async (_key: string) => success(null));
  await runOnce(message, work);
  await runOnce({ ...message, body: { ...message.body, message: "Habari yako" } }, work);
  await runOnce({ ...message, owner: "somebody" }, work);
  await runOnce({ ...message, form: "newsletter" }, work);
  expect(new Set(work.mock.calls.map(([key]) => key)).size).toBe(4);
});

test("nothing that was typed is kept", async () => {
  await runOnce(message, async () => success(null));
  expect(JSON.stringify(await database.query("select * from submissions"))).not.toMatch(/Wanjiku|Habari/);
});

test("a refusal is passed on, forgotten, and can be sent again at once", async () => {
  const refused = failure(500, "Failed to send message. Please try again.");
  expect(await runOnce(message, async () => refused)).toEqual(refused);
  expect(await states()).toEqual([]);
  expect(await runOnce(message, async () => success(null))).toEqual(success(null));
});

test("a lost answer is passed on and carried out again with the same key", async () => {
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

test("work that throws counts as a lost answer", async () => {
  await expect(runOnce(message, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await states()).toEqual(["unknown"]);
});

test.each([
  ["running", 61],
  ["unknown", 1],
  ["done", 24 * 3600 + 1],
])("of two that find one %s for %i s, one takes it over", async (state, seconds) => {
  await runOnce(message, async () => success("first"));
  await age(seconds, state);
  const work = vi.fn(async () => success("second"));
  const outcomes = await Promise.all([runOnce(message, work), runOnce(message, work)]);
  expect(outcomes).toEqual([success("second"), success("second")]);
  expect(work).toHaveBeenCalledTimes(1);
});

test("one whose turn was taken over does not write over the other's outcome", async () => {
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
  ["a refusal without words", { ok: false }],
  ["a text", "sent"],
])("what is kept of another version, %s, is a lost answer, and trying again tries again", async (_what, kept) => {
  const posted = { ...message, value: z.object({ id: z.number() }) };
  const work = vi.fn(async (_key: string, _isRetry: boolean) => success({ id: 7 }));
  await runOnce(posted, work);
  await database.query("update submissions set result = $1", [JSON.stringify(kept)]);
  expect(await runOnce(posted, work)).toMatchObject({ ok: false, status: 0, isUnknown: true });
  expect(work).toHaveBeenCalledTimes(1);
  expect(await runOnce(posted, work)).toEqual(success({ id: 7 }));
  expect(work.mock.lastCall?.[1]).toBe(true);
});

test("without the database the work is done all the same", async () => {
  await database.query("alter table submissions rename to away");
  const work = vi.fn(async () => success("sent"));
  expect(await runOnce(message, work)).toEqual(success("sent"));
  expect(work).toHaveBeenCalledTimes(1);
  await database.query("alter table away rename to submissions");
});
