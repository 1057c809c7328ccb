import { HttpResponse, http } from "msw";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import {
  claimMessage,
  insertAndClaimMessage,
  markMessageDelivered,
  markMessageFailed,
} from "#app/gateways/messages.server.ts";
import { countWaiting } from "#app/gateways/waiting.server.ts";
import { log } from "#app/log.server.ts";
import { sendContactMessage, tellAgency, tellDueMessages } from "#app/use-cases/agency/tell-agency.server.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { openMemory } from "./open-memory.ts";

let close: () => Promise<void>;
let query: Awaited<ReturnType<typeof openMemory>>["database"]["query"];
beforeAll(async () => {
  const { database } = await openMemory();
  ({ close, query } = database);
});
afterAll(() => close());
afterEach(async () => {
  resetMocks();
  await query("truncate messages");
});

const never = new AbortController().signal;
const MESSAGE = { name: "Njeri", email: "njeri@example.co.ke", subject: "Bei", message: "Habari", domain: undefined };
const NOT_TAKEN = { ok: false, reason: "kept" };
let keys = 0;
const newKey = () => `message-${keys++}`;

type Answer = { status: number; error?: string };
/** A service that notes what it was told, by which key, and answers like this. */
function recorder(answer: () => Answer) {
  const told: { key: string | null; body: string }[] = [];
  server.use(
    http.post("*/contact", async ({ request }) => {
      told.push({ key: request.headers.get("Idempotency-Key"), body: await request.text() });
      const { status, ...body } = answer();
      return HttpResponse.json({ success: status < 300 && !body.error, ...body }, { status });
    }),
  );
  return told;
}
const refusing = (status: number) => recorder(() => ({ status }));

const rows = () => query("select * from messages order by created_at, key");
/** As if so much time had passed. */
const later = (time: string) =>
  query(
    `update messages set next_try_at = next_try_at - $1::interval, claimed_until = claimed_until - $1::interval,
     handed_on_at = handed_on_at - $1::interval, failed_at = failed_at - $1::interval`,
    [time],
  );
const tellDue = () => tellDueMessages(never);

test("a message that its service did not take is told at its times, always by the same key and words, then shown as failed", async () => {
  const error = vi.spyOn(log, "error");
  const told = refusing(429);
  const key = newKey();
  expect(await sendContactMessage({ ...MESSAGE, domain: "jina.co.ke" }, key)).toMatchObject(NOT_TAKEN);
  const waits = ["1 minute", "5 minutes", "30 minutes", "2 hours", "12 hours"];
  for (const [index, wait] of waits.entries()) {
    expect(await countWaiting()).toContainEqual(["messages", 1]);
    await later(wait);
    await later("-5 seconds");
    await tellDue();
    expect(told, `before ${wait} are over`).toHaveLength(index + 1);
    expect(error).not.toHaveBeenCalled();
    await later("5 seconds");
    await tellDue();
    expect(told, `after ${wait}`).toHaveLength(index + 2);
  }
  await later("30 days");
  await tellDue();
  expect(told).toHaveLength(6);
  expect(new Set(told.map(({ key: sent, body }) => `${sent} ${body}`)).size).toBe(1);
  const failure = { host: expect.any(String), kind: "service", code: 429 };
  expect(await rows()).toMatchObject([{ attempts: 6, failure, handed_on_at: null, failed_at: expect.anything() }]);
  expect(error.mock.calls).toEqual([
    [expect.objectContaining({ message: key, attempt: 6, code: 429 }), "message not sent"],
  ]);
  const counted = await countWaiting();
  expect(counted).toContainEqual(["messages", 0]);
  expect(counted).toContainEqual(["messages given up", 1]);

  // Whoever sends it again begins anew, and a service that is mended gets it once.
  server.resetHandlers();
  expect(await sendContactMessage({ ...MESSAGE, domain: "jina.co.ke" }, key)).toMatchObject({ ok: true });
  await later("1 day");
  await tellDue();
  expect(outbox.list()).toHaveLength(1);
  expect(await rows()).toMatchObject([{ attempts: 1, failed_at: null, handed_on_at: expect.anything() }]);
});

test("one that is told by the queue is told once, however often it is sent again; a day later it is another", async () => {
  const told = recorder(() => ({ status: told.length === 1 ? 503 : 200 }));
  const key = newKey();
  expect(await sendContactMessage(MESSAGE, key)).toMatchObject(NOT_TAKEN);
  await later("1 minute");
  await tellDue();
  await tellDue();
  for (const _press of [1, 2]) expect(await sendContactMessage(MESSAGE, key)).toEqual({ ok: true, value: null });
  expect(told).toHaveLength(2);
  await later("1 day");
  expect(await sendContactMessage(MESSAGE, key)).toEqual({ ok: true, value: null });
  expect(told).toHaveLength(3);
  expect(await rows()).toHaveLength(1);
});

test("one that is sent again before its time is told at once, and the queue leaves it alone", async () => {
  const told = recorder(() => ({ status: told.length === 1 ? 503 : 200 }));
  const key = newKey();
  await sendContactMessage(MESSAGE, key);
  expect(await sendContactMessage(MESSAGE, key)).toMatchObject({ ok: true });
  await later("1 day");
  await tellDue();
  expect(told).toHaveLength(2);
});

test("an answer that was lost is asked for again, by the key that lets the service know it", async () => {
  server.use(
    http.post("*/contact", async ({ request }) => {
      server.resetHandlers();
      await fetch(request);
      return HttpResponse.html("<h1>Sign in to the wireless network</h1>");
    }),
  );
  expect(await sendContactMessage(MESSAGE, newKey())).toMatchObject({ ...NOT_TAKEN, isUnknown: true });
  await later("1 minute");
  await tellDue();
  expect(outbox.list()).toHaveLength(1);
  expect(await rows()).toMatchObject([{ handed_on_at: expect.anything(), attempts: 2 }]);
});

test.each([400, 413, 422, 200])(
  "what the service says that it will never take (%i) is failed at once",
  async (status) => {
    const told = recorder(() => ({ status, error: "No." }));
    expect(await sendContactMessage(MESSAGE, newKey())).toEqual({ ok: false, status, message: "No." });
    await later("1 day");
    await tellDue();
    expect(told).toHaveLength(1);
    expect(await rows()).toMatchObject([{ failed_at: expect.anything(), failure: { code: status } }]);
  },
);

test("one whose process was killed before or after its call is anybody's a minute later", async () => {
  expect(await insertAndClaimMessage(MESSAGE, newKey())).toBe("ours");
  await later("55 seconds");
  await tellDue();
  expect(outbox.list()).toEqual([]);
  await later("5 seconds");
  await tellDue();
  expect(outbox.list()).toHaveLength(1);
});

test("whoever sends what is being told waits until it is, and is not told that it failed", async () => {
  const key = newKey();
  expect(await insertAndClaimMessage(MESSAGE, key)).toBe("ours");
  const again = sendContactMessage(MESSAGE, key);
  await markMessageDelivered({ key, attempts: 1, message: MESSAGE });
  expect(await again).toEqual({ ok: true, value: null });
  expect(outbox.list()).toEqual([]);
});

test("a late note of a failure takes no message out of another's hands, and none undoes that it arrived", async () => {
  const key = newKey();
  const lost = { key, attempts: 1, message: MESSAGE };
  await insertAndClaimMessage(MESSAGE, key);
  await later("1 minute");
  const mine = await claimMessage();
  expect(mine).toEqual({ ...lost, attempts: 2 });
  const failure = { host: "service.example", kind: "service", code: 503 };
  await markMessageFailed(lost, failure, 60);
  expect(await rows()).toMatchObject([{ failure: null, claimed_until: expect.anything() }]);
  await markMessageDelivered(lost);
  if (mine) await markMessageFailed(mine, failure, undefined);
  expect(await rows()).toMatchObject([{ handed_on_at: expect.anything(), failed_at: null, failure: null }]);
});

test("any number of runs at once tell each message once", async () => {
  const many = 8;
  for (let count = 0; count < many; count += 1)
    await insertAndClaimMessage({ ...MESSAGE, subject: `Bei ${count}` }, newKey());
  await later("1 minute");
  await Promise.all([1, 2, 3].map(tellDue));
  expect(new Set(outbox.list().map(({ subject }) => subject)).size).toBe(many);
  expect(outbox.list()).toHaveLength(many);
});

test("a process that is told to stop takes no other", async () => {
  await insertAndClaimMessage(MESSAGE, newKey());
  await later("1 minute");
  await tellDueMessages(AbortSignal.abort());
  expect(outbox.list()).toEqual([]);
});

test("of an order and the like the agency counts as told once it waits here, and not when it is refused", async () => {
  refusing(503);
  expect(await tellAgency(MESSAGE, newKey())).toBeUndefined();
  refusing(422);
  expect(await tellAgency(MESSAGE, newKey())).toMatchObject({ ok: false, status: 422 });
});
