import type { RequestListener } from "node:http";
import { expect, test, vi } from "vitest";
import { setDeadlines, setProductDeadlines } from "../../../tests/deadlines.js";
import { call, calls, post, provider } from "../../../tests/upstream-provider.ts";
import { log } from "../log.server.ts";

const failureIn = (body: unknown) => {
  const { ok, ...failure } = body as { ok?: boolean; message?: string; code?: string; status?: number };
  return ok === false ? failure : undefined;
};

test.each([
  [200, '{"ok":false,"message":"No."}', { status: 200, message: "No." }],
  [200, '{"ok":false,"code":"7"}', { status: 200, message: "No luck.", code: "7" }],
  [200, '{"ok":false,"status":403,"message":"x"}', { status: 403, message: "x" }],
  [400, '{"ok":false,"message":"No.","code":"7"}', { status: 400, message: "No.", code: "7" }],
  [400, '{"message":"Words."}', { status: 400, message: "Words." }],
  [400, "{}", { status: 400, message: "HTTP error! status: 400" }],
])("failureIn turns a reply of %i with %j into a failure", async (status, body, expected) => {
  const base = await provider((_req, res) => res.writeHead(status).end(body));
  expect(await call(base, { ...post, failureIn })).toEqual({ ok: false, ...expected });
  expect(calls).toBe(1);
});

test("retries a read that failed once", async () => {
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
  setProductDeadlines();
  const headers = retryAfter === undefined ? {} : { "Retry-After": retryAfter };
  const base = await provider((_req, res) => res.writeHead(429, headers).end());
  expect(await call(base)).toMatchObject({ ok: false, status: 429 });
  expect(calls).toBe(expected);
});

test.each([
  ...[500, 503, 429].map((status) => [status, "not carried out", undefined]),
  ...[502, 504, 520, 522, 524].map((status) => [status, "possibly carried out", true]),
] as [number, string, true | undefined][])(
  "sends a write that gets %i once and reports it as %s",
  async (status, _outcome, isUnknown) => {
    const base = await provider((_req, res) => res.writeHead(status, { "Retry-After": "0" }).end("<h1>Error</h1>"));
    const failure = { ok: false, status, message: `HTTP error! status: ${status}`, ...(isUnknown && { isUnknown }) };
    expect(await call(base, post)).toEqual(failure);
    expect(calls).toBe(1);
  },
);

test("does not send a call that is not admitted", async () => {
  const base = await provider((_req, res) => res.end('{"n":1}'));
  const refusal = { ok: false, status: 429, message: "Later." } as const;
  expect(await call(base, { admit: async () => refusal })).toEqual(refusal);
  expect(calls).toBe(0);
});

test("calls nothing after five failures in a row", async () => {
  const base = await provider((_req, res) => res.writeHead(500).end());
  for (let i = 0; i < 5; i++) expect(await call(base, post)).toMatchObject({ status: 500 });
  expect(await call(base, post)).toEqual({ ok: false, status: 0, message: "No luck." });
  expect(calls).toBe(5);
});

test("does not open the breaker for a 404", async () => {
  const base = await provider((_req, res) => res.writeHead(404).end());
  for (let i = 0; i < 6; i++) await call(base);
  expect(calls).toBe(6);
});

test("logs one line for each call, without its query and body", async () => {
  const [info, warn, error] = (["info", "warn", "error"] as const).map((level) =>
    vi.spyOn(log, level).mockReturnValue(),
  );
  let status = 200;
  const base = await provider((_req, res) => res.writeHead(status).end('{"n":1}'));
  const { host } = new URL(base);
  const upstream = { service: "test", op: "get", status, ms: expect.any(Number), attempt: 1, host };

  await call(base, { query: { q: "private" }, ...post });
  expect(info?.mock.calls).toEqual([[{ upstream }, "upstream"]]);
  status = 503;
  await call(base);
  expect(warn?.mock.calls).toEqual([[{ upstream: { ...upstream, status, attempt: 2, kind: "status" } }, "upstream"]]);
  status = 401;
  await call(base);
  expect(error?.mock.calls).toEqual([[{ upstream: { ...upstream, status, kind: "key" } }, "upstream"]]);
  await call(base, { usesVisitorToken: true });
  expect([error?.mock.calls.length, info?.mock.calls.length]).toEqual([1, 2]);
});

const CUT: RequestListener = (_req, res) => void res.socket?.destroy();

test.each<[string, RequestListener, (base: string) => string, object]>([
  ["that is cut off", CUT, (base) => base, { kind: "cut", code: "UND_ERR_SOCKET" }],
  ["that never comes", () => {}, (base) => base, { kind: "timeout", code: "TimeoutError" }],
  ["that cannot be parsed", (_req, res) => res.end("<h1>"), (base) => base, { kind: "reply" }],
  ["with an error code", (_req, res) => res.writeHead(422).end('{"n":81057}'), (base) => base, { code: "81057" }],
  ["with text as a code", (_req, res) => res.writeHead(422).end('{"n":"a@b.ke"}'), (base) => base, { kind: "status" }],
  ["over TLS from a plain port", CUT, (base) => base.replace("http:", "https:"), { kind: "tls" }],
])("logs why a reply %s failed", async (_title, answer, addressOf, why) => {
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  const info = vi.spyOn(log, "info").mockReturnValue();
  const base = addressOf(await provider(answer));
  const failureIn = (body: unknown) => ({ code: String((body as { n?: unknown } | undefined)?.n) });
  if ("kind" in why && why.kind === "timeout") setDeadlines({ readAttempt: 500 });
  await call(base, { failureIn });
  const lines = [...warn.mock.calls, ...info.mock.calls];
  expect(lines).toMatchObject([[{ upstream: { host: new URL(base).host, ...why } }, "upstream"]]);
  expect(JSON.stringify(lines)).not.toContain("a@b");
});
