import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { server } from "#mocks/node.ts";
import { createMailWorker } from "./mail-worker.api.server.ts";

const BODY = {
  email: "njeri@example.co.ke",
  firstName: "Njeri",
  lastName: "",
  dynamicData: { subject: "Hello", html: "<p>Habari</p>", tags: [{ name: "a", value: "b" }] },
};
const MAIL = { ...BODY, text: "Habari" };
const words = { refused: "The worker said no.", silent: "The worker said nothing." };

/** Starts a worker that replies like this. Returns its sender and the calls that it received. */
function worker(response: () => Response = () => HttpResponse.json({}), keyOf = (): string | undefined => "key") {
  const calls: { body: unknown; authorization: string | null; key: string | null }[] = [];
  server.use(
    http.post("http://worker.test/", async ({ request: { headers }, request }) => {
      const authorization = headers.get("Authorization");
      calls.push({ body: await request.json(), authorization, key: headers.get("Idempotency-Key") });
      return response();
    }),
  );
  return { calls, send: createMailWorker({ service: "test", url: "http://worker.test", words, keyOf }) };
}

test("sends exactly five fields with the token and without the key", async () => {
  const { calls, send } = worker();
  expect(await send(MAIL, { token: "t" }, "one")).toEqual({ ok: true, value: "sent" });
  expect(calls).toEqual([{ body: { ...BODY, turnstileToken: "t" }, authorization: null, key: "one" }]);
});

test("sends its key and an empty token for a proven address", async () => {
  const { calls, send } = worker(() => new HttpResponse(null, { status: 204 }));
  expect(await send(MAIL, "proven", "one")).toEqual({ ok: true, value: "sent" });
  expect(calls).toEqual([{ body: { ...BODY, turnstileToken: "" }, authorization: "Bearer key", key: "one" }]);
});

test('reports "kept" for a proven address if no key is set', async () => {
  const { calls, send } = worker(undefined, () => undefined);
  expect(await send(MAIL, "proven", "one")).toEqual({ ok: true, value: "kept" });
  expect(calls).toEqual([]);
});

test.each([
  [400, '{"error":"Full."}', { status: 400, message: "Full." }],
  [500, '{"error":7}', { status: 500, message: "The worker said no." }],
  [200, '{"success":false,"error":"Full."}', { status: 200, message: "Full." }],
  [200, "oops", { message: "The worker said nothing.", isUnknown: true }],
])("reports the failure of a worker that replies %i with %s", async (status, body, failure) => {
  const { send } = worker(() => new HttpResponse(body, { status }));
  expect(await send(MAIL, { token: "t" }, "one")).toMatchObject({ ok: false, ...failure });
});

test.each(["Captcha failed", "turnstile: timeout-or-duplicate", "Bot check refused"])(
  "treats the message %j as a rejected token",
  async (error) => {
    const { send } = worker(() => HttpResponse.json({ error }, { status: 403 }));
    expect(await send(MAIL, { token: "t" }, "one")).toMatchObject({ ok: false, reason: "token-refused" });
  },
);
