import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { outbox } from "#mocks/outbox.ts";
import { createContactSender } from "./contact-service.api.server.ts";

type Send = ReturnType<typeof createContactSender>;
const MESSAGE = {
  name: "Njeri",
  email: "njeri@example.co.ke",
  subject: "A name",
  message: "Habari",
  domain: "jina.co.ke",
};
const NOT_SENT = "Failed to send message. Please try again.";
let count = 0;
let sender: Send;
const send = (changes: Partial<typeof MESSAGE> = {}, key = "key-00000001") => sender({ ...MESSAGE, ...changes }, key);

beforeEach(() => {
  count += 1;
  // An address of its own, and so a fresh circuit breaker.
  sender = createContactSender({ url: `http://service-${count}.test/contact` });
});
afterEach(resetMocks);

test("puts a message with every field into the outbox", async () => {
  expect(await send()).toEqual({ ok: true, value: null });
  expect(outbox.list()).toMatchObject([{ kind: "contact", subject: "A name" }]);
  for (const part of ["Njeri", "njeri@example.co.ke", "Habari", "jina.co.ke"]) {
    expect(outbox.list()[0]?.text).toContain(part);
  }
});

test("sends a message without a domain", async () => {
  const { domain: _, ...message } = MESSAGE;
  expect(await sender({ ...message, domain: undefined }, "key-00000001")).toMatchObject({ ok: true });
});

test("sends one message per idempotency key", async () => {
  expect(await Promise.all([send(), send(), send({}, "key-00000002")])).toMatchObject(Array(3).fill({ ok: true }));
  expect(outbox.list()).toHaveLength(2);
});

test.each([
  ["fail", 500, "The mail server is not answering."],
  ["refuse", 422, "We cannot take messages from this address."],
])("fails for %s@ with the service's message and sends nothing", async (word, status, message) => {
  expect(await send({ email: `${word}@example.co.ke` })).toEqual({ ok: false, status, message });
  expect(outbox.list()).toEqual([]);
});

test("replaces an error that is not text by the default message", async () => {
  server.use(http.post("*/contact", () => HttpResponse.json({ error: { code: 1 } }, { status: 400 })));
  expect(await send()).toEqual({ ok: false, status: 400, message: NOT_SENT });
});

test("treats a 200 with success false as a failure", async () => {
  server.use(http.post("*/contact", () => HttpResponse.json({ success: false, error: "Mailbox full." })));
  expect(await send()).toEqual({ ok: false, status: 200, message: "Mailbox full." });
});

test("accepts an empty 204", async () => {
  server.use(http.post("*/contact", () => new HttpResponse(null, { status: 204 })));
  expect(await send()).toEqual({ ok: true, value: null });
});
