import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sandboxDelays } from "#mocks/faults.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { createContactSender } from "./contact.server.ts";

const MESSAGE_NOT_SENT = "Failed to send message. Please try again.";
const MESSAGE = {
  name: "Njeri",
  email: "njeri@example.co.ke",
  subject: "A name",
  message: "Habari",
  domain: "jina.co.ke",
};
let count = 0;

/** A service of its own for each test, with a fresh circuit breaker. */
function send(message: typeof MESSAGE, key = "key-00000001", totalMs = 6000) {
  const deadlines = { attemptMs: totalMs, totalMs };
  return createContactSender({ url: `http://service-${count}.test/contact`, deadlines })(message, key);
}

beforeEach(() => {
  count += 1;
});
afterEach(() => {
  resetMocks();
  sandboxDelays.slowMs = 3000;
});

test("a message lies in the outbox with every field", async () => {
  expect(await send(MESSAGE)).toEqual({ ok: true, value: null });
  const [entry, ...others] = outbox.list();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ kind: "contact", subject: "A name" });
  for (const part of ["Njeri", "njeri@example.co.ke", "Habari", "jina.co.ke"]) expect(entry?.text).toContain(part);
});

test("the domain may be missing", async () => {
  const { domain: _, ...message } = MESSAGE;
  expect(await send({ ...message, domain: undefined } as unknown as typeof MESSAGE)).toMatchObject({ ok: true });
});

test("the same key is one message, another key is another", async () => {
  const sent = await Promise.all([send(MESSAGE), send(MESSAGE), send(MESSAGE, "key-00000002")]);
  expect(sent.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(outbox.list()).toHaveLength(2);
});

test.each([
  ["fail", 500, "The mail server is not answering."],
  ["refuse", 422, "We cannot take messages from this address."],
])("%s@ is refused with the service's words and nothing is sent", async (word, status, message) => {
  expect(await send({ ...MESSAGE, email: `${word}@example.co.ke` })).toEqual({ ok: false, status, message });
  expect(outbox.list()).toEqual([]);
});

test("slow@ is sent after a while", async () => {
  sandboxDelays.slowMs = 20;
  expect(await send({ ...MESSAGE, email: "slow@example.co.ke" })).toMatchObject({ ok: true });
});

test("timeout@ may have been sent, and is not tried again", async () => {
  const timedOut = { ok: false, status: 0, message: MESSAGE_NOT_SENT, isUnknown: true };
  expect(await send({ ...MESSAGE, email: "timeout@example.co.ke" }, "key-00000001", 100)).toEqual(timedOut);
});

test.each([
  ["an HTML page", () => new HttpResponse("<h1>Bad gateway</h1>", { status: 503 }), 503, false],
  ["an error that is no text", () => HttpResponse.json({ error: { code: 1 } }, { status: 400 }), 400, false],
  ["an empty error", () => HttpResponse.json({ error: " " }, { status: 400 }), 400, false],
  ["an HTML page that says OK", () => new HttpResponse("<h1>Sign in to the wireless network</h1>"), 200, true],
])("%s gets the catalogue's words", async (_title, answer, status, isUnknown) => {
  server.use(http.post("*/contact", answer));
  expect(await send(MESSAGE)).toEqual({
    ok: false,
    status,
    message: MESSAGE_NOT_SENT,
    ...(isUnknown && { isUnknown }),
  });
});

test("an OK that says it failed is a failure", async () => {
  server.use(http.post("*/contact", () => HttpResponse.json({ success: false, error: "Mailbox full." })));
  expect(await send(MESSAGE)).toEqual({ ok: false, status: 200, message: "Mailbox full." });
});

test("an empty OK is a success", async () => {
  server.use(http.post("*/contact", () => new HttpResponse(null, { status: 204 })));
  expect(await send(MESSAGE)).toEqual({ ok: true, value: null });
});
