import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
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
function send(message: typeof MESSAGE, key = "key-00000001") {
  return createContactSender({ url: `http://service-${count}.test/contact` })(message, key);
}

beforeEach(() => {
  count += 1;
});
afterEach(resetMocks);

test("puts a message with every field into the outbox", async () => {
  expect(await send(MESSAGE)).toEqual({ ok: true, value: null });
  const [entry, ...others] = outbox.list();
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ kind: "contact", subject: "A name" });
  for (const part of ["Njeri", "njeri@example.co.ke", "Habari", "jina.co.ke"]) expect(entry?.text).toContain(part);
});

test("sends a message without a domain", async () => {
  const { domain: _, ...message } = MESSAGE;
  expect(await send({ ...message, domain: undefined } as unknown as typeof MESSAGE)).toMatchObject({ ok: true });
});

test("sends one message per idempotency key", async () => {
  const sent = await Promise.all([send(MESSAGE), send(MESSAGE), send(MESSAGE, "key-00000002")]);
  expect(sent.map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(outbox.list()).toHaveLength(2);
});

test.each([
  ["fail", 500, "The mail server is not answering."],
  ["refuse", 422, "We cannot take messages from this address."],
])("fails for %s@ with the service's message and sends nothing", async (word, status, message) => {
  expect(await send({ ...MESSAGE, email: `${word}@example.co.ke` })).toEqual({ ok: false, status, message });
  expect(outbox.list()).toEqual([]);
});

test.each([
  ["an error that is not text", () => HttpResponse.json({ error: { code: 1 } }, { status: 400 }), 400, false],
  ["an HTML page with status 200", () => new HttpResponse("<h1>Sign in to the wireless network</h1>"), 200, true],
])("replaces the message of %s by the default", async (_title, answer, status, isUnknown) => {
  server.use(http.post("*/contact", answer));
  expect(await send(MESSAGE)).toEqual({
    ok: false,
    status,
    message: MESSAGE_NOT_SENT,
    ...(isUnknown && { isUnknown }),
  });
});

test("treats a 200 with success false as a failure", async () => {
  server.use(http.post("*/contact", () => HttpResponse.json({ success: false, error: "Mailbox full." })));
  expect(await send(MESSAGE)).toEqual({ ok: false, status: 200, message: "Mailbox full." });
});

test("accepts an empty 204", async () => {
  server.use(http.post("*/contact", () => new HttpResponse(null, { status: 204 })));
  expect(await send(MESSAGE)).toEqual({ ok: true, value: null });
});
