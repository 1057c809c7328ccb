import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { FormReply } from "#app/model/form-reply.ts";
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

/** Sends the form. Each test has an address of its own, since what was sent once is not sent again. */
async function post(fields: Record<string, string>) {
  const body = new URLSearchParams({ phone: "0712 345 678", website_2: "", ...fields });
  const request = new Request("http://127.0.0.1:3000/call", { method: "POST", body });
  const reply = await action({ request, context: { address: "198.51.100.7" }, params: {} });
  if (reply instanceof Response) return { status: reply.status, to: reply.headers.get("Location") };
  return { status: reply.init?.status, data: reply.data as FormReply };
}

test("a call is asked for once, however often the button is pressed", async () => {
  const presses = await Promise.all([post({ email: "njeri@example.co.ke" }), post({ email: "njeri@example.co.ke" })]);
  expect(presses).toEqual(presses.map(() => ({ status: 303, to: "/call" })));
  expect(outbox.list()).toHaveLength(1);
});

test("a number that is none is refused at its field, and what was typed is there", async () => {
  const { status, data } = await post({ email: "wanjiku@example.co.ke", phone: "maybe" });
  expect([status, data?.result.error]).toEqual([400, { phone: [expect.stringMatching(/^Please enter a phone/)] }]);
  expect(data?.result.initialValue).toMatchObject({ email: "wanjiku@example.co.ke", phone: "maybe" });
  expect(outbox.list()).toEqual([]);
});

test("a service that fails says so over the form", async () => {
  const { status, data } = await post({ email: "fail@example.co.ke" });
  expect([status, data?.result.error]).toEqual([503, { "": ["The mail server is not answering."] }]);
});

test("a trap that was filled in asks a question", async () => {
  const { status, data } = await post({ email: "robot@example.co.ke", website_2: "x" });
  expect([status, data?.question?.text]).toEqual([400, expect.stringMatching(/\?$/)]);
});
