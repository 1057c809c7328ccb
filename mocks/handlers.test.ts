import { afterEach, expect, test, vi } from "vitest";
import { resetMocks } from "./handlers.ts";
import { outbox } from "./outbox.ts";

const REGISTRAR = "http://mock.test/proxy/godaddy";
const MESSAGE = { name: "Njeri", email: "njeri@example.co.ke", subject: "A name", message: "Habari" };
const json = { "Content-Type": "application/json", Accept: "application/json" };
const MAIL = { Authorization: "Bearer sandbox-mail-key" };
const ORDER = { "Idempotency-Key": "12345678" };

afterEach(resetMocks);

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`http://mock.test${path}`, {
    method: "POST",
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
}

test.each([
  ["free.com", 200, { available: true, definitive: true, currency: "USD", period: 1, price: 12_990_000 }],
  ["noprice-x.com", 200, { available: true, domain: "noprice-x.com" }],
  ["google.com", 200, { available: false, domain: "google.com" }],
  ["taken-x.com", 200, { available: false }],
  ["mamamboga.co.ke", 422, { code: "UNSUPPORTED_TLD", message: expect.any(String) }],
  ["taken-x.co.ke", 422, { code: "UNSUPPORTED_TLD" }],
  ["unsupported-x.com", 422, { code: "UNSUPPORTED_TLD" }],
  ["ratelimit-x.com", 429, { code: "TOO_MANY_REQUESTS", message: expect.any(String), retryAfterSec: 30 }],
  ["forbidden-x.com", 403, { code: "ACCESS_DENIED", message: expect.any(String) }],
  ["error500-x.com", 500, { code: "INTERNAL_SERVER_ERROR", message: expect.any(String) }],
])("the provider answers for %s with %i", async (domain, status, body) => {
  const response = await fetch(`${REGISTRAR}/v1/domains/available?domain=${domain}`, { headers: json });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(body);
});

test("garbage- is JSON that stops in the middle", async () => {
  const response = await fetch(`${REGISTRAR}/v1/domains/available?domain=garbage-x.com`, { headers: json });
  await expect(response.json()).rejects.toThrow(SyntaxError);
});

test.each([
  ["an unknown path", () => fetch(`${REGISTRAR}/v1/domain`, { headers: json })],
  ["another method", () => post("/proxy/godaddy/v1/domains/available?domain=a.com", {})],
  ["no domain", () => fetch(`${REGISTRAR}/v1/domains/available`, { headers: json })],
  ["a name that is not in ASCII", () => fetch(`${REGISTRAR}/v1/domains/available?domain=ü.com`, { headers: json })],
  ["another parameter", () => fetch(`${REGISTRAR}/v1/domains/available?domain=a.com&x=1`, { headers: json })],
  ["no Accept header", () => fetch(`${REGISTRAR}/v1/domains/available?domain=a.com`, { headers: { Accept: "*/*" } })],
  ["a message without a key", () => post("/contact", MESSAGE)],
  [
    "a message without a subject",
    () => post("/contact", { ...MESSAGE, subject: "" }, { "Idempotency-Key": "12345678" }),
  ],
  [
    "a message with a field too many",
    () => post("/contact", { ...MESSAGE, x: "1" }, { "Idempotency-Key": "12345678" }),
  ],
  [
    "a message that is a form",
    () => post("/contact", MESSAGE, { "Idempotency-Key": "12345678", "Content-Type": "text/plain" }),
  ],
  ["a message by GET", () => fetch("http://mock.test/contact")],
  ["a renewal without a key", () => post("/proxy/godaddy/v1/domains/a.com/renew", { years: 1 })],
  ["a renewal for no time", () => post("/proxy/godaddy/v1/domains/a.com/renew", { years: 0 }, ORDER)],
  ["an order with a field too many", () => post("/proxy/godaddy/v1/domains", { domain: "a.com", x: 1 }, ORDER)],
  ["a transfer without a code", () => post("/proxy/godaddy/v1/domains/transfer", { domain: "a.com" }, ORDER)],
  ["a certificate of no kind", () => post("/proxy/godaddy/v1/domains/a.com/certificates", {}, ORDER)],
  [
    "a plan that is not sold",
    () => post("/proxy/godaddy/v1/hosting/reseller", { domain: "a.com", planId: "x" }, ORDER),
  ],
  [
    "records that are no list",
    () => fetch(`${REGISTRAR}/v1/domains/a.com/records`, { method: "PUT", headers: json, body: "{}" }),
  ],
  ["a list of domains with a limit", () => fetch(`${REGISTRAR}/v1/domains?limit=5`, { headers: json })],
  ["a mail without an address", () => post("/mail", { subject: "Hello", text: "Habari" }, MAIL)],
  ["a mail without the key", () => post("/mail", { to: "a@example.co.ke", subject: "Hello" })],
])("%s is a malformed call: 400, a reason, and a failed test", async (_title, call) => {
  vi.mocked(console.error).mockImplementation(() => {});
  const response = await call();
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ message: expect.stringMatching(/\w/) });
  expect(console.error).toHaveBeenCalledOnce();
  expect(outbox.list()).toEqual([]);
  vi.mocked(console.error).mockClear();
});

test("a key that comes back with another message is a malformed call", async () => {
  vi.mocked(console.error).mockImplementation(() => {});
  const key = { "Idempotency-Key": "12345678" };
  expect((await post("/contact", MESSAGE, key)).status).toBe(200);
  expect((await post("/contact", { ...MESSAGE, message: "Other" }, key)).status).toBe(400);
  expect(console.error).toHaveBeenCalledOnce();
  vi.mocked(console.error).mockClear();
});

test("mail lies in the outbox, newest first, unless its address says otherwise", async () => {
  const mail = { to: "njeri@example.co.ke", subject: "One", text: "Habari", html: "<p>Habari</p>" };
  expect((await post("/mail", mail, MAIL)).status).toBe(200);
  expect((await post("/mail", { ...mail, subject: "Two" }, MAIL)).status).toBe(200);
  expect((await post("/mail", { ...mail, to: "fail@example.co.ke" }, MAIL)).status).toBe(500);
  expect((await post("/mail", { ...mail, to: "refuse@example.co.ke" }, MAIL)).status).toBe(422);
  expect(outbox.list()).toMatchObject([
    { kind: "mail", subject: "Two" },
    { ...mail, subject: "One" },
  ]);
});
