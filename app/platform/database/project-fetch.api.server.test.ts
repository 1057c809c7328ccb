import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "../env.server.ts";
import { guardedFetch } from "./project-fetch.api.server.ts";

const { isSandbox } = env;
let project = "";
let count = 0;
let calls: string[];
let response: () => Promise<Response>;

beforeEach(() => {
  Object.assign(env, { isSandbox: false });
  vi.useFakeTimers();
  project = `http://project-${++count}.example`;
  calls = [];
  response = async () => Response.json([]);
});
afterEach(() => {
  Object.assign(env, { isSandbox });
  vi.useRealTimers();
});

const guarded = () =>
  guardedFetch(project, async (input) => {
    calls.push(String(input));
    return response();
  });
const statusOf = async (path: string) => (await guarded()(`${project}${path}`)).status;
const DATABASE = "/rest/v1/domains";

/** Calls the database five times. Each call ends like this. */
async function callFiveTimes(end: () => Promise<Response>) {
  response = end;
  for (let index = 0; index < 5; index += 1) await statusOf(DATABASE).catch(() => undefined);
}

test("answers 503 with Retry-After after five calls that hang, and does not affect the auth service", async () => {
  await callFiveTimes(() => Promise.reject(new DOMException("timed out", "TimeoutError")));
  const { status, headers } = await guarded()(`${project}${DATABASE}`);
  expect([status, headers.get("Retry-After")]).toEqual([503, "20"]);
  expect(calls).toHaveLength(5);
  response = async () => Response.json({});
  expect(await statusOf("/auth/v1/token")).toBe(200);
});

test.each([400, 401, 403, 404, 409, 429, 500])("does not count status %i as an outage", async (status) => {
  await callFiveTimes(async () => new Response(null, { status }));
  expect(await statusOf(DATABASE)).toBe(status);
  expect(calls).toHaveLength(6);
});

test("does not count an aborted request as an outage", async () => {
  await callFiveTimes(() => Promise.reject(new DOMException("gone", "AbortError")));
  response = async () => Response.json([]);
  expect(await statusOf(DATABASE)).toBe(200);
});
