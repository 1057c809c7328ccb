import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "#app/env.server.ts";
import { TURNSTILE_SECRET } from "#mocks/handlers/bot-check.ts";
import { resetMocks } from "#mocks/handlers.ts";
import { server } from "#mocks/node.ts";
import { verifyToken } from "./bot-check.server.ts";

const SITEVERIFY = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const before = { ...env.botCheck };

/** A site that asks Turnstile itself, with what it was asked. */
let asked: Record<string, unknown>[];
beforeEach(() => {
  asked = [];
  Object.assign(env.botCheck, { url: undefined, secret: TURNSTILE_SECRET });
  server.use(http.post(SITEVERIFY, async ({ request }) => void asked.push(Object(await request.clone().json()))));
});
afterEach(() => {
  Object.assign(env.botCheck, before);
  resetMocks();
});

const answering = (body: object) => server.use(http.post(SITEVERIFY, () => HttpResponse.json(body)));
const good = { success: true, hostname: "127.0.0.1", action: "sign-in" };

test("a token is spent once at Turnstile, with the secret and an idempotency key of its own", async () => {
  expect(await verifyToken("one:sign-in", "sign-in")).toBe("accepted");
  expect(await verifyToken("one:sign-in", "sign-in")).toBe("refused");
  expect(await verifyToken("two:stride-signup", "school-interest")).toBe("accepted");
  expect(asked).toMatchObject([
    { secret: TURNSTILE_SECRET, response: "one:sign-in" },
    { response: "one:sign-in" },
    { response: "two:stride-signup" },
  ]);
  expect(new Set(asked.map(({ idempotency_key }) => idempotency_key)).size).toBe(3);
});

test.each([
  ["another form", { ...good, action: "newsletter" }],
  ["no form", { ...good, action: undefined }],
  ["another site", { ...good, hostname: "jirani.example" }],
  ["no site", { ...good, hostname: undefined }],
  ["nobody any more", { success: false, "error-codes": ["timeout-or-duplicate"] }],
  ["nobody ever", { success: false, "error-codes": ["invalid-input-response"] }],
])("a token of %s is refused", async (_whose, body) => {
  answering(body);
  expect(await verifyToken("token", "sign-in")).toBe("refused");
});

test.each([
  ["our secret is wrong", { success: false, "error-codes": ["invalid-input-secret"] }],
  ["it is in trouble", { success: false, "error-codes": ["internal-error"] }],
  ["its answer cannot be read", { success: "yes" }],
])("when %s nothing is said of the token, and the other door is there", async (_what, body) => {
  answering(body);
  expect(await verifyToken("token", "sign-in")).toBe("silent");
});

test("a failure of Turnstile, and a connection that breaks, say nothing either", async () => {
  expect(await verifyToken("error500-token", "sign-in")).toBe("silent");
  server.use(http.post(SITEVERIFY, () => HttpResponse.error()));
  expect(await verifyToken("token", "sign-in")).toBe("silent");
});

test("where there is a worker Turnstile is not asked", async () => {
  Object.assign(env.botCheck, { url: before.url });
  expect(await verifyToken("token", "sign-in")).toBe("accepted");
  expect(asked).toEqual([]);
});
