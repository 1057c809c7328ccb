import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { env } from "#app/env.server.ts";
import { guardedFetch } from "./project-fetch.server.ts";

const { isSandbox } = env;
let project = "";
let count = 0;
let calls: string[];
let answer: () => Promise<Response>;

beforeEach(() => {
  Object.assign(env, { isSandbox: false });
  vi.useFakeTimers();
  project = `http://project-${++count}.example`;
  calls = [];
  answer = async () => Response.json([]);
});
afterEach(() => {
  Object.assign(env, { isSandbox });
  vi.useRealTimers();
});

const guarded = () =>
  guardedFetch(project, async (input) => {
    calls.push(String(input));
    return answer();
  });
const rest = () => guarded()(`${project}/rest/v1/domains`).then(({ status }) => status);
const auth = () => guarded()(`${project}/auth/v1/token`).then(({ status }) => status);
const patienceIsOver = () => Promise.reject(new DOMException("timed out", "TimeoutError"));

async function fiveTimes(one: () => Promise<Response>) {
  answer = one;
  for (let index = 0; index < 5; index += 1) await rest().catch(() => undefined);
}

test("answers 503 with Retry-After after five calls that hang, for the database alone", async () => {
  await fiveTimes(patienceIsOver);
  const reply = await guarded()(`${project}/rest/v1/domains`);
  expect([reply.status, reply.headers.get("Retry-After")]).toEqual([503, "20"]);
  expect(calls).toHaveLength(5);
  // The auth service is another one.
  answer = async () => Response.json({});
  expect(await auth()).toBe(200);
});

test.each([400, 401, 403, 404, 409, 429, 500])("does not count status %i as an outage", async (status) => {
  await fiveTimes(async () => new Response(null, { status }));
  expect(await rest()).toBe(status);
  expect(calls).toHaveLength(6);
});

test("does not count an aborted request as an outage", async () => {
  await fiveTimes(() => Promise.reject(new DOMException("gone", "AbortError")));
  answer = async () => Response.json([]);
  expect(await rest()).toBe(200);
});
