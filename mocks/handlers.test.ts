import { afterEach, expect, test, vi } from "vitest";
import { resetMocks } from "./handlers.ts";
import { outbox } from "./outbox.ts";

const GODADDY = "/proxy/godaddy/v1";
const LOOKUP = `${GODADDY}/domains/available?domain=`;
const MESSAGE = { name: "Njeri", email: "njeri@example.co.ke", subject: "A name", message: "Habari" };
const JSON_TYPES = { "Content-Type": "application/json", Accept: "application/json" };
const MAIL_KEY = { Authorization: "Bearer sandbox-mail-key" };
const KEY = { "Idempotency-Key": "12345678" };

afterEach(resetMocks);

/** Sends a request such as "POST /contact" with a JSON body. */
function send(request: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = "", path = ""] = request.split(" ");
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  return fetch(`http://mock.test${path}`, { method, headers: { ...JSON_TYPES, ...headers }, ...init });
}

test.each<[string, string, body?: unknown, headers?: Record<string, string>]>([
  ["an unknown path", `GET ${GODADDY}/domain`],
  ["another method", `POST ${LOOKUP}a.com`, {}],
  ["a lookup without a domain", `GET ${GODADDY}/domains/available`],
  ["a lookup of a name that is not ASCII", `GET ${LOOKUP}ü.com`],
  ["an unknown parameter", `GET ${LOOKUP}a.com&x=1`],
  ["a lookup that does not accept JSON", `GET ${LOOKUP}a.com`, undefined, { Accept: "*/*" }],
  ["a message without an idempotency key", "POST /contact", MESSAGE],
  ["a message without a subject", "POST /contact", { ...MESSAGE, subject: "" }, KEY],
  ["a message with an unknown field", "POST /contact", { ...MESSAGE, x: "1" }, KEY],
  ["a message that is not JSON", "POST /contact", MESSAGE, { ...KEY, "Content-Type": "text/plain" }],
  ["a message by GET", "GET /contact"],
  ["a renewal without an idempotency key", `POST ${GODADDY}/domains/a.com/renew`, { years: 1 }],
  ["a renewal for no time", `POST ${GODADDY}/domains/a.com/renew`, { years: 0 }, KEY],
  ["an order with an unknown field", `POST ${GODADDY}/domains`, { domain: "a.com", x: 1 }, KEY],
  ["a transfer without a code", `POST ${GODADDY}/domains/transfer`, { domain: "a.com" }, KEY],
  ["a certificate without a type", `POST ${GODADDY}/domains/a.com/certificates`, {}, KEY],
  ["an unknown plan", `POST ${GODADDY}/hosting/reseller`, { domain: "a.com", planId: "x" }, KEY],
  ["records that are not a list", `PUT ${GODADDY}/domains/a.com/records`, {}],
  ["a mail without a recipient", "POST /mail", { subject: "Hello", text: "Habari" }, MAIL_KEY],
  ["a mail without the key", "POST /mail", { to: "a@example.co.ke", subject: "Hello" }],
])("refuses %s with 400 and a reason, and fails the test that sent it", async (_title, ...request) => {
  vi.mocked(console.error).mockImplementation(() => {});
  const response = await send(...request);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: expect.stringMatching(/\w/) });
  expect(console.error).toHaveBeenCalledOnce();
  expect(outbox.list()).toEqual([]);
  vi.mocked(console.error).mockClear();
});

test("refuses another message with the same idempotency key", async () => {
  vi.mocked(console.error).mockImplementation(() => {});
  expect((await send("POST /contact", MESSAGE, KEY)).status).toBe(200);
  expect((await send("POST /contact", { ...MESSAGE, message: "Other" }, KEY)).status).toBe(400);
  expect(console.error).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
});
