import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { server } from "#mocks/node.ts";
import { createMailWorker } from "./mail-worker.server.ts";

const MAIL = {
  email: "njeri@example.co.ke",
  firstName: "Njeri",
  lastName: "",
  dynamicData: { subject: "Hello", html: "<p>Habari</p>", tags: [{ name: "a", value: "b" }] },
};
const words = { refused: "The worker said no.", silent: "The worker said nothing." };

/** A worker that answers like this, and what it was sent. */
function worker(answer: () => Response, key: string | undefined = "key") {
  const calls: { body: unknown; authorization: string | null; key: string | null }[] = [];
  server.use(
    http.post("http://worker.test/", async ({ request: { headers }, request }) => {
      const authorization = headers.get("Authorization");
      calls.push({ body: await request.json(), authorization, key: headers.get("Idempotency-Key") });
      return answer();
    }),
  );
  return { calls, send: createMailWorker({ service: "test", url: "http://worker.test", words, keyOf: () => key }) };
}
const ok = () => HttpResponse.json({});

it("sends exactly five fields with the token and without the key", async () => {
  const { calls, send } = worker(ok);
  expect(await send(MAIL, { token: "t" }, "one")).toEqual({ ok: true, value: "sent" });
  expect(calls).toEqual([{ body: { ...MAIL, turnstileToken: "t" }, authorization: null, key: "one" }]);
});

it("sends its key and an empty token for a proven address", async () => {
  const { calls, send } = worker(() => new HttpResponse(null, { status: 204 }));
  expect(await send(MAIL, "proven", "one")).toEqual({ ok: true, value: "sent" });
  expect(calls).toEqual([{ body: { ...MAIL, turnstileToken: "" }, authorization: "Bearer key", key: "one" }]);
});

it('reports "kept" for a proven address if no key is set', async () => {
  const { calls } = worker(ok);
  const send = createMailWorker({ service: "test", url: "http://worker.test", words, keyOf: () => undefined });
  expect(await send(MAIL, "proven", "one")).toEqual({ ok: true, value: "kept" });
  expect(calls).toEqual([]);
});

it.each([
  [() => HttpResponse.json({ error: "Full." }, { status: 400 }), { status: 400, message: "Full." }],
  [() => HttpResponse.json({ error: 7 }, { status: 500 }), { status: 500, message: "The worker said no." }],
  [() => HttpResponse.json({ success: false, error: "Full." }), { status: 200, message: "Full." }],
  [() => new HttpResponse("oops"), { message: "The worker said nothing.", isUnknown: true }],
])("reports a failing worker (%#) with its own message or the default", async (answer, refused) => {
  expect(await worker(answer).send(MAIL, { token: "t" }, "one")).toMatchObject({ ok: false, ...refused });
});

it.each(["Captcha failed", "turnstile: timeout-or-duplicate", "Bot check refused"])(
  "treats the message %j as a rejected token",
  async (error) => {
    const { send } = worker(() => HttpResponse.json({ error }, { status: 403 }));
    expect(await send(MAIL, { token: "t" }, "one")).toMatchObject({ ok: false, reason: "token-refused" });
  },
);
