import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { FormReply } from "#app/platform/http/form-reply.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { outbox } from "#mocks/outbox.ts";
import { openMemory } from "../../../tests/integration/open-memory.ts";
import { action } from "./page.tsx";

let close: () => Promise<void>;
beforeAll(async () => {
  const { database } = await openMemory();
  close = database.close;
});
afterAll(() => close());
afterEach(resetMocks);

/** Posts the form. Each test uses another e-mail address, because the same submission is sent only once. */
async function post(fields: Record<string, string>) {
  const body = new URLSearchParams({ phone: "0712 345 678", website_2: "", ...fields });
  const request = new Request("http://127.0.0.1:3000/call", { method: "POST", body });
  const reply = await action({ request, context: { address: "198.51.100.7" }, params: {} });
  if (reply instanceof Response) return { status: reply.status, to: reply.headers.get("Location") };
  return { status: reply.init?.status, data: reply.data as FormReply };
}

test("sends one message if the button is pressed twice", async () => {
  const presses = await Promise.all([post({ email: "njeri@example.co.ke" }), post({ email: "njeri@example.co.ke" })]);
  expect(presses).toEqual(presses.map(() => ({ status: 303, to: "/call" })));
  expect(outbox.list()).toHaveLength(1);
});

test("rejects an invalid phone number at its field and keeps the input", async () => {
  const { status, data } = await post({ email: "wanjiku@example.co.ke", phone: "maybe" });
  expect([status, data?.result.error]).toEqual([400, { phone: [expect.stringMatching(/^Please enter a phone/)] }]);
  expect(data?.result.initialValue).toMatchObject({ email: "wanjiku@example.co.ke", phone: "maybe" });
  expect(outbox.list()).toEqual([]);
});

test("shows an error above the form if the message cannot be sent", async () => {
  const { status, data } = await post({ email: "fail@example.co.ke" });
  expect([status, data?.result.error]).toEqual([503, { "": ["The mail server is not answering."] }]);
});

test("asks a challenge if the honeypot is filled", async () => {
  const { status, data } = await post({ email: "robot@example.co.ke", website_2: "x" });
  expect([status, data?.challenge?.text]).toEqual([400, expect.stringMatching(/\?$/)]);
});
