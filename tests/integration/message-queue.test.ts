import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { insertAndClaimMessage, markMessageDelivered } from "#app/contact/messages.table.server.ts";
import { notifyAgency, sendContactMessage, sendDueMessages } from "#app/contact/notify-agency.server.ts";
import { countWaiting } from "#app/doctor/backlog-counts.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { database } from "./database.ts";

afterEach(async () => {
  resetMocks();
  await database.query("truncate messages cascade");
});

const never = new AbortController().signal;
const MESSAGE = { name: "Njeri", email: "njeri@example.co.ke", subject: "Bei", message: "Habari", domain: undefined };
const VISITOR = { kind: "visitor" } as const;
const NOT_DELIVERED = { ok: false, reason: "queued" };
let keys = 0;
const newKey = () => `message-${keys++}`;

/** Makes the contact service reply as `response` says. Returns the keys of the messages that it gets. */
function recorder(response: () => { status: number; error?: string }) {
  const sent: (string | null)[] = [];
  server.use(
    http.post("*/contact", ({ request }) => {
      sent.push(request.headers.get("Idempotency-Key"));
      const { status, ...body } = response();
      return HttpResponse.json({ success: status < 300 && !body.error, ...body }, { status });
    }),
  );
  return sent;
}
const rejectAll = (status: number) => recorder(() => ({ status }));

const rows = () => database.query("select * from messages order by created_at, key");
/** Moves all times of the queue back, as if this time had passed. */
const later = (time: string) =>
  database.query(
    `update messages set next_try_at = next_try_at - $1::interval, claimed_until = claimed_until - $1::interval,
     handed_on_at = handed_on_at - $1::interval, failed_at = failed_at - $1::interval`,
    [time],
  );
const sendDue = () => sendDueMessages(never);

test("a message that fails for the last time is logged and counted, and starts anew when it is sent again", async () => {
  const error = vi.spyOn(log, "error");
  const sent = rejectAll(429);
  const key = newKey();
  expect(await sendContactMessage({ ...MESSAGE, domain: "jina.co.ke" }, key, VISITOR)).toMatchObject(NOT_DELIVERED);
  expect(await countWaiting()).toContainEqual(["messages", 1]);
  expect(error).not.toHaveBeenCalled();
  await database.query("update messages set attempts = 5, next_try_at = now()");
  await sendDue();
  expect(sent).toHaveLength(2);
  const failure = { host: expect.any(String), kind: "service", code: 429 };
  expect(await rows()).toMatchObject([{ attempts: 6, failure, handed_on_at: null, failed_at: expect.anything() }]);
  expect(error.mock.calls).toEqual([
    [expect.objectContaining({ message: key, attempt: 6, code: 429 }), "message not sent"],
  ]);
  const counted = await countWaiting();
  expect(counted).toContainEqual(["messages", 0]);
  expect(counted).toContainEqual(["failed messages", 1]);

  server.resetHandlers();
  expect(await sendContactMessage({ ...MESSAGE, domain: "jina.co.ke" }, key, VISITOR)).toMatchObject({ ok: true });
  await later("1 day");
  await sendDue();
  expect(outbox.list()).toHaveLength(1);
  expect(await rows()).toMatchObject([{ attempts: 1, failed_at: null, handed_on_at: expect.anything() }]);
});

test("a message that the queue has sent is not sent again by the visitor; a day later it is another message", async () => {
  const sent = recorder(() => ({ status: sent.length === 1 ? 503 : 200 }));
  const key = newKey();
  expect(await sendContactMessage(MESSAGE, key, VISITOR)).toMatchObject(NOT_DELIVERED);
  await later("1 minute");
  for (let run = 0; run < 2; run++) await sendDue();
  for (let press = 0; press < 2; press++)
    expect(await sendContactMessage(MESSAGE, key, VISITOR)).toMatchObject({ ok: true });
  expect(sent).toHaveLength(2);
  await later("1 day");
  expect(await sendContactMessage(MESSAGE, key, VISITOR)).toMatchObject({ ok: true });
  expect(sent).toHaveLength(3);
  expect(await rows()).toHaveLength(1);
});

test("a message that is sent again before its retry is delivered at once, and the queue leaves it alone", async () => {
  const sent = recorder(() => ({ status: sent.length === 1 ? 503 : 200 }));
  const key = newKey();
  await sendContactMessage(MESSAGE, key, VISITOR);
  expect(await sendContactMessage(MESSAGE, key, VISITOR)).toMatchObject({ ok: true });
  await later("1 day");
  await sendDue();
  expect(sent).toHaveLength(2);
});

test("a message whose reply was lost is sent again with the same key, which lets the service recognise it", async () => {
  server.use(
    http.post("*/contact", async ({ request }) => {
      server.resetHandlers();
      await fetch(request);
      return HttpResponse.html("<h1>Sign in to the wireless network</h1>");
    }),
  );
  expect(await sendContactMessage(MESSAGE, newKey(), VISITOR)).toMatchObject({ ...NOT_DELIVERED, isUnknown: true });
  await later("1 minute");
  await sendDue();
  expect(outbox.list()).toHaveLength(1);
  expect(await rows()).toMatchObject([{ handed_on_at: expect.anything(), attempts: 2 }]);
});

test.each([400, 413, 422, 200])("a message that the service rejects with %i fails at once", async (status) => {
  const sent = recorder(() => ({ status, error: "No." }));
  expect(await sendContactMessage(MESSAGE, newKey(), VISITOR)).toEqual({ ok: false, status, message: "No." });
  await later("1 day");
  await sendDue();
  expect(sent).toHaveLength(1);
  expect(await rows()).toMatchObject([{ failed_at: expect.anything(), failure: { code: status } }]);
});

test("sending a message that is being delivered waits for the result", async () => {
  const key = newKey();
  expect(await insertAndClaimMessage({ message: MESSAGE, key, origin: VISITOR })).toBe("claimed");
  const again = sendContactMessage(MESSAGE, key, VISITOR);
  await markMessageDelivered({ key, attempts: 1, message: MESSAGE });
  expect(await again).toEqual({ ok: true, value: null });
  expect(outbox.list()).toEqual([]);
});

test("a notification of the agency succeeds if it is queued, and fails if it is rejected", async () => {
  rejectAll(503);
  expect(await notifyAgency(MESSAGE, newKey(), VISITOR)).toBeUndefined();
  rejectAll(422);
  expect(await notifyAgency(MESSAGE, newKey(), VISITOR)).toMatchObject({ ok: false, status: 422 });
});
