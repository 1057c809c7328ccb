import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { server } from "#mocks/node.ts";
import { createServiceSender } from "./mail-service.api.server.ts";

const LETTER = { to: "njeri@example.co.ke", subject: "Habari", text: "Karibu", html: "<p>Karibu</p>" };
const ID = "<1f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01@jirani.example>";

/** Sends the letter to a service that answers like this; also gives what it got. */
async function send(status: number) {
  const got: unknown[] = [];
  server.use(
    http.post("https://mail.example/send", async ({ request }) => {
      const { headers } = request;
      got.push([headers.get("Authorization"), headers.get("Idempotency-Key"), await request.json()]);
      return status === 0 ? HttpResponse.error() : HttpResponse.json({}, { status });
    }),
  );
  return { sent: await createServiceSender({ url: "https://mail.example/send", key: "k" })(LETTER, ID), got };
}

test("sends a queued mail with the same key at each attempt", async () => {
  const { sent, got } = await send(200);
  expect(sent).toEqual({ ok: true });
  expect(got).toEqual([["Bearer k", "1f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1a01", LETTER]]);
});

test.each([
  [422, true],
  [400, true],
  [401, false],
  [429, false],
  [503, false],
  [0, false],
])("gives up a mail after status %i: %s", async (status, isFinal) => {
  const failure = { host: "mail.example", kind: "service", code: status };
  expect((await send(status)).sent).toEqual({ ok: false, isFinal, failure });
});
