import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server } from "node:net";
import { http, passthrough } from "msw";
import { Agent } from "undici";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod/v4";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { server as mocks } from "#mocks/node.ts";
import { requestJson } from "./request-json.server.ts";
import type { UpstreamCall } from "./upstream/call.server.ts";

const servers: Server[] = [];
const { isSandbox } = env;
let calls = 0;

/** Real connections to this computer, because faults of a connection cannot be mocked. */
beforeEach(() => {
  calls = 0;
  Object.assign(env, { isSandbox: false });
  mocks.use(http.all(/^https?:\/\/127\.0\.0\.1:/, () => passthrough()));
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(env, { isSandbox });
  for (const server of servers.splice(0)) server.close();
});

async function listen<T extends Server>(server: T): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

/** A provider that answers with this; gives back its address. */
async function provider(answer: RequestListener): Promise<string> {
  const server = createServer((req, res) => {
    calls += 1;
    answer(req, res);
  });
  const port = await listen(server);
  return `http://127.0.0.1:${port}/base`;
}

function call(base: string, changes: Partial<UpstreamCall<{ n: number }>> = {}) {
  return requestJson({
    service: "test",
    op: "get",
    base,
    path: ["a"],
    method: "GET",
    schema: z.object({ n: z.number() }),
    fallbackMessage: "No luck.",
    ...changes,
  });
}

const post = { method: "POST", body: { x: 1 } } as const;

test("a good reply is a value, asked for with encoded segments and query", async () => {
  const seen: unknown[] = [];
  const base = await provider((req, res) => {
    seen.push(req.method, req.url, req.headers.accept, req.headers.authorization);
    res.end('{"n":1,"more":2}');
  });
  const headers = { Authorization: "secret" };
  const found = await call(base, { path: ["a/b?c", "ü"], query: { q: "x&y" }, headers });
  expect(found).toEqual({ ok: true, value: { n: 1 } });
  expect(seen).toEqual(["GET", "/base/a%2Fb%3Fc/%C3%BC?q=x%26y", "application/json", "secret"]);
});

test.each([".", "..", ""])("the path segment %j is refused without a call", async (segment) => {
  const base = await provider((_req, res) => res.end('{"n":1}'));
  expect(await call(base, { path: ["a", segment] })).toMatchObject({ ok: false, status: 400 });
  expect(calls).toBe(0);
});

test("a write sends JSON", async () => {
  let seen = "";
  const base = await provider((req, res) => {
    seen += req.headers["content-type"];
    req.on("data", (part) => (seen += part)).on("end", () => res.end('{"n":1}'));
  });
  expect(await call(base, post)).toEqual({ ok: true, value: { n: 1 } });
  expect(seen).toBe('application/json{"x":1}');
});

/** Short for a provider that is silent, long enough for a busy machine. */
const deadlines = { attemptMs: 500, totalMs: 5000 };
const unreadable: [string, RequestListener][] = [
  ["an HTML page", (_req, res) => res.end("<html><h1>Bad gateway</h1></html>")],
  ["an empty body", (_req, res) => res.end()],
  ["truncated JSON", (_req, res) => res.end('{"n":')],
  ["JSON of another shape", (_req, res) => res.end('{"n":"one"}')],
  ["10 MB", (_req, res) => res.end(`{"n":1,"x":"${"x".repeat(10_000_000)}"}`)],
  ["a body that stops half-way", (_req, res) => res.write('{"n"')],
  ["a cut connection", (_req, res) => res.socket?.destroy()],
  ["no answer at all", () => {}],
];

test.each(unreadable)("a read that meets %s is tried twice and then refused", async (_title, answer) => {
  const base = await provider(answer);
  expect(await call(base, { deadlines })).toMatchObject({ ok: false, message: "No luck." });
  expect(calls).toBe(2);
});

test.each(unreadable)("a write that meets %s is sent once, and may have been carried out", async (_title, answer) => {
  const base = await provider(answer);
  const refused = await call(base, { ...post, deadlines });
  expect(refused).toMatchObject({ ok: false, message: "No luck.", isUnknown: true });
  expect(calls).toBe(1);
});

test("an empty reply is a value where the schema allows it", async () => {
  const base = await provider((_req, res) => res.writeHead(204).end());
  expect(
    await requestJson({ ...post, service: "t", op: "o", base, path: [], schema: z.undefined(), fallbackMessage: "" }),
  ).toEqual({
    ok: true,
    value: undefined,
  });
});

test("a refused connection means that a write was certainly not carried out", async () => {
  const port = await listen(createTcpServer());
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
  const refused = await call(`http://127.0.0.1:${port}`, post);
  expect(refused).toEqual({ ok: false, status: 0, message: "No luck." });
});

test("a connection that is never made ends in time, and a write was certainly not carried out", async () => {
  // A peer that accepts and then says nothing: to TLS that is a connection still being made.
  const port = await listen(createTcpServer());
  const dispatcher = new Agent({ connect: { timeout: 100 } });
  const refused = await call(`https://127.0.0.1:${port}`, { ...post, dispatcher });
  expect(refused).toEqual({ ok: false, status: 0, message: "No luck." });
});

test("a redirect is not followed", async () => {
  const base = await provider((_req, res) => res.writeHead(302, { Location: "/base/elsewhere" }).end());
  expect(await call(base)).toEqual({ ok: false, status: 302, message: "HTTP error! status: 302" });
  expect(calls).toBe(1);
});

test.each([
  [400, '{"message":"That is wrong."}', "That is wrong."],
  [404, "", "HTTP error! status: 404"],
  [422, '{"message":{"a":1}}', "HTTP error! status: 422"],
  [409, "<h1>Conflict</h1>", "HTTP error! status: 409"],
  [400, JSON.stringify({ message: "a\u0000b\r\nc\u202Ed" }), "a b c d"],
  [400, JSON.stringify({ message: "<script>" }), "<script>"],
])("a reply of %i with %j is refused with the words %j", async (status, body, message) => {
  const base = await provider((_req, res) => res.writeHead(status).end(body));
  expect(await call(base)).toEqual({ ok: false, status, message });
  expect(calls).toBe(1);
});

test("a long message is cut at 200 characters, not through one", async () => {
  const base = await provider((_req, res) => res.writeHead(400).end(JSON.stringify({ message: "🙂".repeat(5000) })));
  const refused = await call(base);
  expect(refused.ok ? "" : refused.message).toBe(`${"🙂".repeat(199)}…`);
});

test("messageOf reads another service's words, and refusalSchema makes a refusal a value", async () => {
  const base = await provider((_req, res) => res.writeHead(422).end('{"error":"No.","n":7}'));
  const worded = await call(base, { messageOf: (body) => (body as { error: string }).error });
  expect(worded).toEqual({ ok: false, status: 422, message: "No." });
  expect(await call(base, { refusalSchema: z.object({ n: z.number() }) })).toEqual({ ok: true, value: { n: 7 } });
});

const refusalIn = (body: unknown) => {
  const { ok, ...said } = body as { ok?: boolean; message?: string; code?: string; status?: number };
  return ok === false ? said : undefined;
};

test.each([
  [200, '{"ok":false,"message":"No."}', { status: 200, message: "No." }],
  [200, '{"ok":false,"code":"7"}', { status: 200, message: "No luck.", code: "7" }],
  [200, '{"ok":false,"status":403,"message":"x"}', { status: 403, message: "x" }],
  [400, '{"ok":false,"message":"No.","code":"7"}', { status: 400, message: "No.", code: "7" }],
  [400, '{"message":"Words."}', { status: 400, message: "Words." }],
  [400, "{}", { status: 400, message: "HTTP error! status: 400" }],
])("refusalIn makes a reply of %i with %j a refusal", async (status, body, expected) => {
  const base = await provider((_req, res) => res.writeHead(status).end(body));
  expect(await call(base, { ...post, refusalIn })).toEqual({ ok: false, ...expected });
  expect(calls).toBe(1);
});

test("a read that failed once is tried again", async () => {
  const base = await provider((_req, res) => (calls === 1 ? res.writeHead(503).end() : res.end('{"n":1}')));
  expect(await call(base)).toEqual({ ok: true, value: { n: 1 } });
  expect(calls).toBe(2);
});

test.each([
  ["0", 2],
  ["60", 1],
  [new Date(0).toUTCString(), 2],
  ["soon", 1],
  [undefined, 1],
])("after a 429 with Retry-After %s a read makes %i calls", async (retryAfter, expected) => {
  const headers = retryAfter === undefined ? {} : { "Retry-After": retryAfter };
  const base = await provider((_req, res) => res.writeHead(429, headers).end());
  expect(await call(base)).toMatchObject({ ok: false, status: 429 });
  expect(calls).toBe(expected);
});

test.each([500, 503, 429])("a write that is answered %i is sent once and was not carried out", async (status) => {
  const base = await provider((_req, res) => res.writeHead(status, { "Retry-After": "0" }).end());
  expect(await call(base, post)).toEqual({ ok: false, status, message: `HTTP error! status: ${status}` });
  expect(calls).toBe(1);
});

test.each([502, 504, 520, 522, 524])(
  "a write whose answer was lost behind a gateway (%i) may have been carried out",
  async (status) => {
    const base = await provider((_req, res) => res.writeHead(status).end("<h1>Gateway</h1>"));
    expect(await call(base, post)).toMatchObject({ status, message: `HTTP error! status: ${status}`, isUnknown: true });
  },
);

test("a call that is not admitted is not made", async () => {
  const base = await provider((_req, res) => res.end('{"n":1}'));
  const refusal = { ok: false, status: 429, message: "Later." } as const;
  expect(await call(base, { admit: async () => refusal })).toEqual(refusal);
  expect(calls).toBe(0);
});

test("after five failures in a row nothing is called for 20 seconds, then one call tries", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let isDown = true;
  const base = await provider((_req, res) => (isDown ? res.writeHead(500).end() : res.end('{"n":1}')));
  for (let i = 0; i < 5; i++) expect(await call(base, post)).toMatchObject({ status: 500 });
  expect(await call(base, post)).toEqual({ ok: false, status: 0, message: "No luck." });
  expect(calls).toBe(5);

  vi.advanceTimersByTime(20_001);
  expect(await call(base, post)).toMatchObject({ status: 500 });
  expect(await call(base, post)).toMatchObject({ status: 0 });
  expect(calls).toBe(6);

  isDown = false;
  vi.advanceTimersByTime(20_001);
  const [probe, other] = await Promise.all([call(base, post), call(base, post)]);
  expect([probe.ok, other.ok]).toEqual([true, false]);
  expect(calls).toBe(7);
  expect(await call(base)).toEqual({ ok: true, value: { n: 1 } });
});

test("refusals do not open the circuit", async () => {
  const base = await provider((_req, res) => res.writeHead(404).end());
  for (let i = 0; i < 6; i++) await call(base);
  expect(calls).toBe(6);
});

test("one line is logged for each call, without its query and body", async () => {
  const info = vi.spyOn(log, "info").mockReturnValue();
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  const error = vi.spyOn(log, "error").mockReturnValue();
  let status = 200;
  const base = await provider((_req, res) => res.writeHead(status).end('{"n":1}'));
  const upstream = { service: "test", op: "get", status: 200, ms: expect.any(Number), attempt: 1 };

  await call(base, { query: { q: "private" }, ...post });
  expect(info.mock.calls).toEqual([[{ upstream }, "upstream"]]);
  status = 503;
  await call(base);
  expect(warn.mock.calls).toEqual([[{ upstream: { ...upstream, status, attempt: 2 } }, "upstream"]]);
  status = 401;
  await call(base);
  expect(error.mock.calls).toEqual([[{ upstream: { ...upstream, status } }, "upstream"]]);
});
