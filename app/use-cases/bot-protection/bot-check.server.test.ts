import { parseWithZod } from "@conform-to/zod/v4";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { server } from "#mocks/node.ts";
import { challengeResponse } from "../../../tests/challenge-response.ts";
import { runBotCheck, stampFor } from "./bot-check.server.ts";
import { makeStamp } from "./form-stamp.server.ts";

const CAPTCHA = "Please complete the CAPTCHA verification";
const TOKEN_REFUSED = "CAPTCHA verification failed. Please try again.";
const AGAIN = "Please press the button again";

let verified: unknown[];
beforeEach(() => {
  verified = [];
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

function worker(answer: () => Response) {
  server.use(
    http.post("*/bot-check", async ({ request }) => {
      verified.push(await request.json());
      return answer();
    }),
  );
}
const success = (value: boolean) => () => HttpResponse.json({ success: value });

function check(fields: Record<string, string>, more = {}) {
  const typed = new FormData();
  for (const [name, value] of Object.entries({ website_2: "", ...fields })) {
    if (value !== "(missing)") typed.set(name, value);
  }
  return runBotCheck({ form: "sign-up", submission: parseWithZod(typed, { schema: z.object({}) }), ...more });
}

it("with a token that the worker takes it is Door A, and the token is spent once", async () => {
  worker(success(true));
  expect(await check({ turnstileToken: "t" })).toEqual({
    ok: true,
    passed: { path: "widget", token: "t", isVerified: true },
  });
  expect(verified).toEqual([{ token: "t" }]);
});

it("a refused token is refused, whatever else is right", async () => {
  worker(success(false));
  const stamp = makeStamp("sign-up", 10_000);
  const refused = await check({ turnstileToken: "t", stamp });
  expect(refused).toMatchObject({ ok: false, reply: { message: TOKEN_REFUSED, toast: { title: TOKEN_REFUSED } } });
});

it.each([
  ["500", () => new HttpResponse(null, { status: 500 })],
  ["a page", () => new HttpResponse("<html>")],
  ["a word", () => HttpResponse.json({ success: "yes" })],
  ["a broken connection", () => HttpResponse.error()],
])("while the worker answers with %s the other door is tried, and is not open by itself", async (_what, answer) => {
  worker(answer);
  expect(await check({ turnstileToken: "t" })).toMatchObject({ ok: false, reply: { message: CAPTCHA } });
  expect(await check({ turnstileToken: "t", stamp: makeStamp("sign-up", 10_000) })).toEqual({
    ok: true,
    passed: { path: "no-javascript" },
  });
});

it("the worker of a form that verifies itself gets the token unspent", async () => {
  worker(success(false));
  expect(await check({ turnstileToken: "t" }, { form: "newsletter" })).toEqual({
    ok: true,
    passed: { path: "widget", token: "t", isVerified: false },
  });
  expect(verified).toEqual([]);
});

it("without a token a stamp of 3 s to 24 h opens Door B", async () => {
  const stamp = stampFor("sign-up");
  expect(await check({ stamp })).toMatchObject({ ok: false, reply: { message: AGAIN } });
  vi.advanceTimersByTime(2999);
  expect(await check({ stamp })).toMatchObject({ reply: { message: AGAIN } });
  vi.advanceTimersByTime(1);
  expect(await check({ stamp })).toEqual({ ok: true, passed: { path: "no-javascript" } });
  vi.advanceTimersByTime(24 * 3600_000 - 3000);
  expect(await check({ stamp })).toMatchObject({ ok: true });
  vi.advanceTimersByTime(1);
  const refused = await check({ stamp });
  expect(refused).toMatchObject({ ok: false, reply: { message: AGAIN } });
  expect(await check({ stamp: refused.ok ? "" : refused.reply.stamp })).toMatchObject({ ok: true });
});

it("whoever signs in may be as fast as a password manager", async () => {
  expect(await check({ stamp: stampFor("sign-in") }, { form: "sign-in" })).toMatchObject({ ok: true });
});

it.each(["", "(missing)", "x", "1.2", stampOf("sign-in"), `${stampOf("sign-up")}x`, `z${stampOf("sign-up")}`, "a.b.c"])(
  "the stamp %j is none",
  async (stamp) => {
    expect(await check({ stamp })).toMatchObject({ ok: false, reply: { message: CAPTCHA, toast: { title: CAPTCHA } } });
  },
);

it("a trap that is filled in or left out asks a question, and a right answer opens", async () => {
  const stamp = makeStamp("sign-up", 10_000);
  for (const website_2 of ["https://spam.example", "(missing)"]) {
    expect(await check({ stamp, website_2 })).toMatchObject({
      ok: false,
      reply: { question: { text: expect.any(String) } },
    });
    const asked = await check({ stamp, website_2 });
    const right = challengeResponse(asked.ok ? undefined : asked.reply.question);
    expect(await check({ stamp, website_2, ...right })).toMatchObject({ ok: true });
  }
});

it("over a limit everybody without a token is asked", async () => {
  const stamp = makeStamp("sign-up", 10_000);
  expect(await check({ stamp }, { requiresChallenge: true })).toMatchObject({ ok: false, reply: { question: {} } });
  worker(success(true));
  expect(await check({ turnstileToken: "t" }, { requiresChallenge: true })).toMatchObject({ ok: true });
});

it("an overlong token is no token", async () => {
  worker(success(true));
  expect(await check({ turnstileToken: "t".repeat(2049) })).toMatchObject({ ok: false, reply: { message: CAPTCHA } });
  expect(verified).toEqual([]);
});

function stampOf(form: "sign-in" | "sign-up"): string {
  return makeStamp(form, 10_000);
}

it("without a widget a token is made up: it is Door B for everybody, and nobody is asked", async () => {
  worker(success(true));
  const { siteKey } = env.botCheck;
  Object.assign(env.botCheck, { siteKey: "" });
  try {
    expect(await check({ turnstileToken: "made-up" })).toMatchObject({ ok: false, reply: { message: CAPTCHA } });
    expect(await check({ turnstileToken: "made-up", stamp: makeStamp("sign-up", 10_000) })).toEqual({
      ok: true,
      passed: { path: "no-javascript" },
    });
    expect(verified).toEqual([]);
  } finally {
    Object.assign(env.botCheck, { siteKey });
  }
});
