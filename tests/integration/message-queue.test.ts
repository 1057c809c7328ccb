import { HttpResponse, http } from "msw";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { insertAndClaimMessage, markMessageDelivered } from "#app/gateways/messages.server.ts";

import { countWaiting } from "#app/gateways/waiting.server.ts";
import { log } from "#app/log.server.ts";
import { notifyAgency, sendContactMessage, sendDueMessages } from "#app/use-cases/agency/tell-agency.server.ts";
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
const NOT_TAKEN = { ok: false, reason: "queued" };
let keys = 0;
const newKey = () => `message-${keys++}`;

type Answer = { status: number; error?: string };
/** Records each message that the contact service gets, with its key. The service replies as `answer` says. */
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
/** Moves all times of the queue back, as if this time had passed. */
const later = (time: string) =>
  query(
    `update messages set next_try_at = next_try_at - $1::interval, claimed_until = claimed_until - $1::interval,
     handed_on_at = handed_on_at - $1::interval, failed_at = failed_at - $1::interval`,
    [time],
  );
const tellDue = () => sendDueMessages(never);

test("a message that fails for the last time is logged and counted, and starts anew when it is sent again", async () => {
  const error = vi.spyOn(log, "error");
  const told = refusing(429);
  const key = newKey();
  expect(await sendContactMessage({ ...MESSAGE, domain: "jina.co.ke" }, key)).toMatchObject(NOT_TAKEN);
  expect(await countWaiting()).toContainEqual(["messages", 1]);
  expect(error).not.toHaveBeenCalled();
  await query("update messages set attempts = 5, next_try_at = now()");
  await tellDue();
  expect(told).toHaveLength(2);
  const failure = { host: expect.any(String), kind: "service", code: 429 };
  expect(await rows()).toMatchObject([{ attempts: 6, failure, handed_on_at: null, failed_at: expect.anything() }]);
  expect(error.mock.calls).toEqual([
    [expect.objectContaining({ message: key, attempt: 6, code: 429 }), "message not sent"],
  ]);
  const counted = await countWaiting();
  expect(counted).toContainEqual(["messages", 0]);
  expect(counted).toContainEqual(["messages given up", 1]);

  server.resetHandlers();
  expect(await sendContactMessage({ ...MESSAGE, domain: "jina.co.ke" }, key)).toMatchObject({ ok: true });
  await later("1 day");
  await tellDue();
  expect(outbox.list()).toHaveLength(1);
  expect(await rows()).toMatchObject([{ attempts: 1, failed_at: null, handed_on_at: expect.anything() }]);
});

test("a message that the queue has sent is not sent again by the visitor; a day later it is another message", async () => {
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

test("a message that is sent again before its retry is delivered at once, and the queue leaves it alone", async () => {
  const told = recorder(() => ({ status: told.length === 1 ? 503 : 200 }));
  const key = newKey();
  await sendContactMessage(MESSAGE, key);
  expect(await sendContactMessage(MESSAGE, key)).toMatchObject({ ok: true });
  await later("1 day");
  await tellDue();
  expect(told).toHaveLength(2);
});

test("a message whose reply was lost is sent again with the same key, which lets the service recognise it", async () => {
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

test.each([400, 413, 422, 200])("a message that the service rejects with %i fails at once", async (status) => {
  const told = recorder(() => ({ status, error: "No." }));
  expect(await sendContactMessage(MESSAGE, newKey())).toEqual({ ok: false, status, message: "No." });
  await later("1 day");
  await tellDue();
  expect(told).toHaveLength(1);
  expect(await rows()).toMatchObject([{ failed_at: expect.anything(), failure: { code: status } }]);
});

test("a message whose process was killed before or after its call is free again a minute later", async () => {
  expect(await insertAndClaimMessage(MESSAGE, newKey())).toBe("ours");
  await later("55 seconds");
  await tellDue();
  expect(outbox.list()).toEqual([]);
  await later("5 seconds");
  await tellDue();
  expect(outbox.list()).toHaveLength(1);
});

test("sending a message that is being delivered waits for the result", async () => {
  const key = newKey();
  expect(await insertAndClaimMessage(MESSAGE, key)).toBe("ours");
  const again = sendContactMessage(MESSAGE, key);
  await markMessageDelivered({ key, attempts: 1, message: MESSAGE });
  expect(await again).toEqual({ ok: true, value: null });
  expect(outbox.list()).toEqual([]);
});

test("a notification of the agency succeeds if it is queued, and fails if it is rejected", async () => {
  refusing(503);
  expect(await notifyAgency(MESSAGE, newKey())).toBeUndefined();
  refusing(422);
  expect(await notifyAgency(MESSAGE, newKey())).toMatchObject({ ok: false, status: 422 });
});
