import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { setDeadlines, setProductDeadlines } from "../../../tests/deadlines.js";
import { monotonicMs } from "../text/monotonic-clock.ts";
import { retryRefreshes } from "./retry-refresh.server.ts";

const REFRESH = "https://a.example/auth/v1/token?grant_type=refresh_token";
const init = { method: "POST", body: JSON.stringify({ refresh_token: "one" }) };
let now: number;
let waits: number[];

beforeEach(() => {
  setProductDeadlines();
  now = 1000;
  waits = [];
  vi.spyOn(monotonicMs, "now").mockImplementation(() => now);
});
afterEach(() => {
  setDeadlines();
  vi.restoreAllMocks();
});

const sleep = async (ms: number) => {
  waits.push(ms);
  now += ms;
};
const status = (code: number) => async () => new Response("text", { status: code });
const dropped = async () => {
  throw new TypeError("fetch failed");
};
const cutOff = async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) });
  return new Response(body, { status: 200 });
};

/** Returns a fetch that replies with these one after the other. */
function replies(...list: (() => Promise<Response>)[]) {
  const next = list.values();
  return vi.fn<typeof fetch>(() => next.next().value?.() ?? Promise.reject(new Error("called too often")));
}

describe("a refresh", () => {
  test.each([
    ["a 502", status(502)],
    ["a 503", status(503)],
    ["a 504", status(504)],
    ["a dropped connection", dropped],
    ["a reply that is cut off", cutOff],
  ])("is repeated after %s, after 200, 400 and 800 ms", async (_what, failure) => {
    const fetchOnce = replies(failure, failure, failure, status(200));
    expect((await retryRefreshes(fetchOnce, sleep)(REFRESH, init)).status).toBe(200);
    expect(waits).toEqual([200, 400, 800]);
  });

  test("returns the last failure after four attempts", async () => {
    const response = retryRefreshes(replies(status(503), dropped, status(502), status(503)), sleep)(REFRESH, init);
    expect((await response).status).toBe(503);
    await expect(retryRefreshes(replies(dropped, dropped, dropped, dropped), sleep)(REFRESH, init)).rejects.toThrow();
  });

  test.each([200, 400, 401, 429, 500])("is not repeated after a %i", async (code) => {
    const fetchOnce = replies(status(code));
    expect((await retryRefreshes(fetchOnce, sleep)(REFRESH, init)).status).toBe(code);
    expect(waits).toEqual([]);
  });

  test("is not repeated once the page has stopped waiting", async () => {
    const slow = async () => {
      now += 3900;
      return status(504)();
    };
    expect((await retryRefreshes(replies(slow), sleep)(REFRESH, init)).status).toBe(504);
    expect(waits).toEqual([]);
  });
});

test("no other call is repeated", async () => {
  const call = retryRefreshes(replies(status(503)), sleep)("https://a.example/auth/v1/token?grant_type=password", init);
  expect((await call).status).toBe(503);
});
