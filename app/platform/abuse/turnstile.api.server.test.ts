import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TURNSTILE_SECRET } from "#mocks/handlers/bot-check.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { env } from "../env.server.ts";
import { verifyToken } from "./turnstile.api.server.ts";

const SITEVERIFY = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const before = { ...env.botCheck };

/** What the site, which calls Turnstile itself here, sent to it. */
let calls: Record<string, unknown>[];
beforeEach(() => {
  calls = [];
  Object.assign(env.botCheck, { url: undefined, secret: TURNSTILE_SECRET });
  server.use(http.post(SITEVERIFY, async ({ request }) => void calls.push(Object(await request.clone().json()))));
});
afterEach(() => {
  Object.assign(env.botCheck, before);
  resetMocks();
});

const replyWith = (body: object) => server.use(http.post(SITEVERIFY, () => HttpResponse.json(body)));
const good = { success: true, hostname: "127.0.0.1", action: "sign-in" };

test("spends a token once at Turnstile, with the secret and a new idempotency key", async () => {
  expect(await verifyToken("one:sign-in", "sign-in")).toBe("accepted");
  expect(await verifyToken("one:sign-in", "sign-in")).toBe("refused");
  expect(await verifyToken("two:stride-signup", "school-interest")).toBe("accepted");
  expect(calls).toMatchObject([
    { secret: TURNSTILE_SECRET, response: "one:sign-in" },
    { response: "one:sign-in" },
    { response: "two:stride-signup" },
  ]);
  expect(new Set(calls.map(({ idempotency_key }) => idempotency_key)).size).toBe(3);
});

test.each([
  ["another form", { ...good, action: "newsletter" }],
  ["no form", { ...good, action: undefined }],
  ["another site", { ...good, hostname: "jirani.example" }],
  ["no site", { ...good, hostname: undefined }],
  ["a use that has expired", { success: false, "error-codes": ["timeout-or-duplicate"] }],
  ["an invalid response", { success: false, "error-codes": ["invalid-input-response"] }],
])("refuses a token of %s", async (_whose, body) => {
  replyWith(body);
  expect(await verifyToken("token", "sign-in")).toBe("refused");
});

test.each([
  ["the site's secret is wrong", { success: false, "error-codes": ["invalid-input-secret"] }],
  ["Turnstile reports an internal error", { success: false, "error-codes": ["internal-error"] }],
  ["the reply is unreadable", { success: "yes" }],
])('returns "silent" when %s', async (_what, body) => {
  replyWith(body);
  expect(await verifyToken("token", "sign-in")).toBe("silent");
});

test('returns "silent" for a 500 of Turnstile and for a lost connection', async () => {
  expect(await verifyToken("error500-token", "sign-in")).toBe("silent");
  server.use(http.post(SITEVERIFY, () => HttpResponse.error()));
  expect(await verifyToken("token", "sign-in")).toBe("silent");
});

test("does not call Turnstile if a worker is configured", async () => {
  Object.assign(env.botCheck, { url: before.url });
  expect(await verifyToken("token", "sign-in")).toBe("accepted");
  expect(calls).toEqual([]);
});
