import type { RequestListener } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { Agent } from "undici";
import { expect, test } from "vitest";
import { z } from "zod";
import { serveSmtp } from "#mocks/smtp.ts";
import { setDeadlines } from "../../../tests/deadlines.js";
import { call, calls, listen, post, provider, servers } from "../../../tests/upstream-provider.ts";
import { requestJson } from "./request-json.api.server.ts";

test("returns a valid reply and encodes path segments and query", async () => {
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

test.each([".", "..", ""])("rejects the path segment %j without a call", async (segment) => {
  const base = await provider((_req, res) => res.end('{"n":1}'));
  expect(await call(base, { path: ["a", segment] })).toMatchObject({ ok: false, status: 400 });
  expect(calls).toBe(0);
});

test("sends JSON in a write", async () => {
  let seen = "";
  const base = await provider((req, res) => {
    seen += req.headers["content-type"];
    req.on("data", (part) => (seen += part)).on("end", () => res.end('{"n":1}'));
  });
  expect(await call(base, post)).toEqual({ ok: true, value: { n: 1 } });
  expect(seen).toBe('application/json{"x":1}');
});

/** The provider of the last row is silent. */
const SHORT = { readAttempt: 500, write: 500 };
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

test.each(unreadable)("tries a read that meets %s twice and then fails", async (_title, answer) => {
  const base = await provider(answer);
  setDeadlines(SHORT);
  expect(await call(base)).toMatchObject({ ok: false, message: "No luck." });
  expect(calls).toBe(2);
});

test.each(unreadable)(
  "sends a write that meets %s once and reports it as possibly carried out",
  async (_title, answer) => {
    const base = await provider(answer);
    setDeadlines(SHORT);
    const refused = await call(base, post);
    expect(refused).toMatchObject({ ok: false, message: "No luck.", isUnknown: true });
    expect(calls).toBe(1);
  },
);

test("accepts an empty reply if the schema allows it", async () => {
  const base = await provider((_req, res) => res.writeHead(204).end());
  const options = { service: "t", op: "o", base, path: [], schema: z.undefined(), fallbackMessage: "" };
  expect(await requestJson({ ...post, ...options })).toEqual({ ok: true, value: undefined });
});

test("reports a write as not carried out if the connection was refused", async () => {
  const port = await listen(createTcpServer());
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done));
  const refused = await call(`http://127.0.0.1:${port}`, post);
  expect(refused).toEqual({ ok: false, status: 0, message: "No luck." });
});

test("reports a write as not carried out if no connection was made in time", async () => {
  // A peer that accepts and then says nothing: to TLS that is a connection still being made.
  const port = await listen(createTcpServer());
  const dispatcher = new Agent({ connect: { timeout: 100 } });
  const refused = await call(`https://127.0.0.1:${port}`, { ...post, dispatcher });
  expect(refused).toEqual({ ok: false, status: 0, message: "No luck." });
});

test("reports a write as not carried out if the server's certificate is not trusted", async () => {
  // A mail server with TLS from the first byte, whose certificate nobody signed.
  const { port, close } = await serveSmtp({ port: 0, onMail: () => undefined, options: { secure: true } });
  const refused = await call(`https://127.0.0.1:${port}`, post);
  await close();
  expect(refused).toEqual({ ok: false, status: 0, message: "No luck." });
});

test("does not follow a redirect", async () => {
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
])("fails for a reply of %i with %j with the message %j", async (status, body, message) => {
  const base = await provider((_req, res) => res.writeHead(status).end(body));
  expect(await call(base)).toEqual({ ok: false, status, message });
  expect(calls).toBe(1);
});

test("cuts a long message to 200 whole characters", async () => {
  const base = await provider((_req, res) => res.writeHead(400).end(JSON.stringify({ message: "🙂".repeat(5000) })));
  const refused = await call(base);
  expect(refused.ok ? "" : refused.message).toBe(`${"🙂".repeat(199)}…`);
});

test("messageOf reads another service's message, and otherSchema accepts an error reply as a value", async () => {
  const base = await provider((_req, res) => res.writeHead(422).end('{"error":"No.","n":7}'));
  const worded = await call(base, { messageOf: (body) => (body as { error: string }).error });
  expect(worded).toEqual({ ok: false, status: 422, message: "No." });
  expect(await call(base, { otherSchema: z.object({ n: z.number() }) })).toEqual({ ok: true, value: { n: 7 } });
});
