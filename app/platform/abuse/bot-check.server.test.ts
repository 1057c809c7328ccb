import { parseWithZod } from "@conform-to/zod/v4";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { server } from "#mocks/node.ts";
import { challengeResponse } from "../../../tests/challenge-response.ts";
import { env } from "../env.server.ts";
import { runBotCheck, stampFor } from "./bot-check.server.ts";
import { makeStamp } from "./form-proofs.server.ts";

const CAPTCHA = "Please complete the CAPTCHA verification";
const TOKEN_REFUSED = "CAPTCHA verification failed. Please try again.";
const AGAIN = "Please press the button again";

let verified: unknown[];
beforeEach(() => {
  verified = [];
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

function worker(rejection: () => Response) {
  server.use(
    http.post("*/bot-check", async ({ request }) => {
      verified.push(await request.json());
      return rejection();
    }),
  );
}
const stampOf = (form: "sign-in" | "sign-up") => makeStamp(form, 10_000);
const success = (value: boolean) => () => HttpResponse.json({ success: value });

function check(fields: Record<string, string>, more = {}) {
  const typed = new FormData();
  for (const [name, value] of Object.entries({ website_2: "", ...fields })) {
    if (value !== "(missing)") typed.set(name, value);
  }
  return runBotCheck({ form: "sign-up", submission: parseWithZod(typed, { schema: z.object({}) }), ...more });
}

it.each([
  ["sign-up", { isVerified: true }, [{ token: "t" }]],
  // The newsletter's worker verifies the token itself.
  ["newsletter", { isVerified: false }, []],
])("takes the widget path in the form %s with %j", async (form, verification, calls) => {
  worker(success(true));
  const passedBy = { path: "widget", token: "t", ...verification };
  expect(await check({ turnstileToken: "t" }, { form })).toEqual({ ok: true, passedBy });
  expect(verified).toEqual(calls);
});

it("rejects a rejected token, although the stamp is valid", async () => {
  worker(success(false));
  const rejected = await check({ turnstileToken: "t", stamp: stampOf("sign-up") });
  expect(rejected).toMatchObject({ ok: false, rejection: { message: TOKEN_REFUSED, toast: { title: TOKEN_REFUSED } } });
});

const VALID = "t";
it.each([
  ["the worker replies with 500", VALID, () => new HttpResponse(null, { status: 500 })],
  ["the worker replies with a page", VALID, () => new HttpResponse("<html>")],
  ["the worker replies with a word", VALID, () => HttpResponse.json({ success: "yes" })],
  ["the connection breaks", VALID, () => HttpResponse.error()],
  ["the token is too long", "t".repeat(2049), success(true)],
])(
  "falls back to the no-JavaScript path, which needs its own proofs, if %s",
  async (_what, turnstileToken, rejection) => {
    worker(rejection);
    expect(await check({ turnstileToken })).toMatchObject({ ok: false, rejection: { message: CAPTCHA } });
    const passedBy = { path: "no-javascript" };
    expect(await check({ turnstileToken, stamp: stampOf("sign-up") })).toEqual({ ok: true, passedBy });
    expect(verified).toHaveLength(turnstileToken === VALID ? 2 : 0);
  },
);

it("accepts a stamp of 3 s to 24 h without a token", async () => {
  const stamp = stampFor("sign-up");
  expect(await check({ stamp })).toMatchObject({ ok: false, rejection: { message: AGAIN } });
  vi.advanceTimersByTime(2999);
  expect(await check({ stamp })).toMatchObject({ rejection: { message: AGAIN } });
  vi.advanceTimersByTime(1);
  expect(await check({ stamp })).toEqual({ ok: true, passedBy: { path: "no-javascript" } });
  vi.advanceTimersByTime(24 * 3600_000 - 3000);
  expect(await check({ stamp })).toMatchObject({ ok: true });
  vi.advanceTimersByTime(1);
  const rejected = await check({ stamp });
  expect(rejected).toMatchObject({ ok: false, rejection: { message: AGAIN } });
  expect(await check({ stamp: rejected.ok ? "" : rejected.rejection.stamp })).toMatchObject({ ok: true });
});

it.each(["", "(missing)", "x", "1.2", stampOf("sign-in"), `${stampOf("sign-up")}x`, `z${stampOf("sign-up")}`, "a.b.c"])(
  "rejects the invalid stamp %j",
  async (stamp) => {
    expect(await check({ stamp })).toMatchObject({
      ok: false,
      rejection: { message: CAPTCHA, toast: { title: CAPTCHA } },
    });
  },
);

it("requires a challenge if the honeypot is filled or missing, and accepts a right response", async () => {
  const stamp = stampOf("sign-up");
  for (const website_2 of ["https://spam.example", "(missing)"]) {
    const asked = await check({ stamp, website_2 });
    expect(asked).toMatchObject({ ok: false, rejection: { challenge: { text: expect.any(String) } } });
    const right = challengeResponse(asked.ok ? undefined : asked.rejection.challenge);
    expect(await check({ stamp, website_2, ...right })).toMatchObject({ ok: true });
  }
});

it("requires a challenge above a rate limit, only without a token", async () => {
  const stamp = stampOf("sign-up");
  expect(await check({ stamp }, { requiresChallenge: true })).toMatchObject({
    ok: false,
    rejection: { challenge: {} },
  });
  worker(success(true));
  expect(await check({ turnstileToken: "t" }, { requiresChallenge: true })).toMatchObject({ ok: true });
});

it("ignores tokens if the site has no widget", async () => {
  worker(success(true));
  const { siteKey } = env.botCheck;
  Object.assign(env.botCheck, { siteKey: "" });
  onTestFinished(() => void Object.assign(env.botCheck, { siteKey }));
  const [turnstileToken, stamp] = ["made-up", stampOf("sign-up")];
  expect(await check({ turnstileToken })).toMatchObject({ ok: false, rejection: { message: CAPTCHA } });
  expect(await check({ turnstileToken, stamp })).toEqual({ ok: true, passedBy: { path: "no-javascript" } });
  expect(verified).toEqual([]);
});
