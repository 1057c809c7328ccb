import { Agent, createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { httpRequest, sendBytes } from "../../tests/resilience/request.ts";
import { send } from "./send.server.ts";

const draining = vi.hoisted(() => ({ is: false }));
vi.mock("./graceful-shutdown.server.ts", () => ({ isDraining: () => draining.is }));

const PAGE = "<!doctype html><p>Habari ya asubuhi</p>\n".repeat(100);
const HTML = { "Content-Type": "text/html; charset=utf-8" };

let server: Server;
let port: number;
let response: { status: number; headers: Headers; body: Buffer | undefined };
/** Headers that are set before the reply is sent. */
let earlierHeaders: Record<string, string[]>;

/** Sets what the server sends, by default an empty public page. */
function prepare(status = 200, headers: HeadersInit = { ...HTML, "Cache-Control": "public" }, body?: string | Buffer) {
  response = { status, headers: new Headers(headers), body: body === undefined ? undefined : Buffer.from(body) };
}

beforeEach(async () => {
  earlierHeaders = {};
  prepare(200, undefined, PAGE);
  server = createServer((req, res) => {
    for (const [name, values] of Object.entries(earlierHeaders)) res.setHeader(name, values);
    send(req, res, response).catch((error) =>
      send(req, res, { status: 500, headers: [], body: Buffer.from(String(error)) }),
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  draining.is = false;
  server.close();
});

const get = (headers: Record<string, string> = {}, path = "/") => httpRequest({ port }, path, { headers });

it.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
  [undefined, (body: Buffer) => body],
])("sends a page with the encoding %s if the client accepts it", async (encoding, unpack) => {
  const { status, headers, body } = await get(encoding === undefined ? {} : { "Accept-Encoding": encoding });
  expect([status, headers["content-encoding"], headers.vary]).toEqual([200, encoding, "Accept-Encoding"]);
  expect([unpack(body).toString(), headers["content-length"]]).toEqual([PAGE, String(body.length)]);
  expect(headers["transfer-encoding"]).toBeUndefined();
});

it("compresses a long text in full", async () => {
  const long = Buffer.alloc(1_000_000, PAGE);
  prepare(200, HTML, long);
  const { headers, body } = await get({ "Accept-Encoding": "br" });
  expect([headers["content-encoding"], headers["content-length"]]).toEqual(["br", String(body.length)]);
  expect(brotliDecompressSync(body).equals(long)).toBe(true);
});

it.each([
  ["a picture", "image/webp", PAGE],
  ["a reply without a type", "", PAGE],
  ["a few words", "text/plain", "ok\n"],
])("does not compress %s", async (_what, type, body) => {
  prepare(200, type === "" ? {} : { "Content-Type": type }, body);
  const response = await get({ "Accept-Encoding": "br" });
  expect([response.text, response.headers["content-encoding"]]).toEqual([body, undefined]);
});

it.each(["text/x-script", "application/json; charset=utf-8", "application/xml", "application/atom+xml", "text/dns"])(
  "compresses %s",
  async (type) => {
    prepare(200, { "Content-Type": type }, PAGE);
    expect((await get({ "Accept-Encoding": "br" })).headers["content-encoding"]).toBe("br");
  },
);

it("sends the headers of GET to HEAD, without a body", async () => {
  const headers = { "Accept-Encoding": "br" };
  const [head, whole] = [await httpRequest({ port }, "/", { method: "HEAD", headers }), await get(headers)];
  expect([head.status, head.body.length]).toEqual([200, 0]);
  for (const [name, value] of Object.entries(whole.headers).filter(([name]) => name !== "date"))
    expect([name, head.headers[name]]).toEqual([name, value]);
});

it.each([204, 304])("sends neither a body nor its length with status %i", async (status) => {
  prepare(status, { ETag: '"a"' });
  const response = await sendBytes({ port }, "GET / HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n");
  expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(response).toMatch(/\r\n\r\n$/);
  expect(response).not.toMatch(/content-length|transfer-encoding/i);
});

it("sends a redirect with the length 0", async () => {
  prepare(302, { Location: "/login" });
  const { status, headers, body } = await httpRequest({ port }, "/", { agent: new Agent({ keepAlive: true }) });
  expect([status, headers.location, headers["content-length"], body.length]).toEqual([302, "/login", "0", 0]);
});

it("answers HTTP/1.0, and pipelined requests in their order", async () => {
  expect(await sendBytes({ port }, "GET / HTTP/1.0\r\n\r\n")).toMatch(/\r\nContent-Length: 4000\r\n[\s\S]*<\/p>\n$/);
  const line = "GET / HTTP/1.1\r\nHost: site\r\n";
  const both = await sendBytes({ port }, `${line}Accept-Encoding: br\r\n\r\n${line}Connection: close\r\n\r\n`);
  const heads = [...both.matchAll(/HTTP\/1\.1 200 OK\r\n[\s\S]*?\r\n\r\n/g)].map(([head]) => /: br\r\n/.test(head));
  expect(heads).toEqual([true, false]);
});

it("replaces headers that were set before, and adds to cookies", async () => {
  earlierHeaders = { "Set-Cookie": ["a=1", "b=2"], "X-Frame-Options": ["DENY"] };
  prepare(200, [
    ["Set-Cookie", "c=3; Path=/"],
    ["Set-Cookie", "d=4"],
    ["X-Frame-Options", "SAMEORIGIN"],
  ]);
  const { headers } = await get();
  expect(headers["set-cookie"]).toEqual(["a=1", "b=2", "c=3; Path=/", "d=4"]);
  expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
});

const SHARED = "public, max-age=0";
it.each<[string, number, path: string, request: Record<string, string>, response: object, string]>([
  ["a page for everybody", 200, "/", {}, {}, SHARED],
  ["a page for a visitor with a session", 200, "/", { Cookie: "sb-auth-token=base64-x" }, {}, "private, no-store"],
  ["a reply with a cookie", 200, "/", {}, { "Set-Cookie": "a=1" }, "private, no-store"],
  ["the data of a page", 200, "/contact.data?a=1", {}, {}, "private, no-store"],
  ["a page that does not exist", 404, "/", {}, {}, "private, no-cache"],
  [
    "a picture, also for a request with credentials",
    200,
    "/",
    { Authorization: "x" },
    { "Content-Type": "image/png" },
    SHARED,
  ],
  ["an unchanged picture", 304, "/", { Authorization: "x" }, { "Content-Type": "image/png" }, SHARED],
  ["an unchanged page", 304, "/", {}, {}, "private, no-cache"],
])("sends the cache headers of %s", async (_what, status, path, requestHeaders, replyHeaders, expected) => {
  prepare(status, { ...HTML, "Cache-Control": SHARED, "No-Vary-Search": "params", ...replyHeaders });
  const { headers } = await get(requestHeaders, path);
  expect(headers["cache-control"]).toBe(expected);
  expect(headers["no-vary-search"]).toBe(expected === SHARED ? "params" : undefined);
});

it("sends Retry-After with a 503 if the reply has none", async () => {
  prepare(503);
  expect((await get()).headers["retry-after"]).toBe("30");
  prepare(503, { "Retry-After": "5" });
  expect((await get()).headers["retry-after"]).toBe("5");
});

it("closes the connection after a reply of a stopping process", async () => {
  draining.is = true;
  expect((await get({ Connection: "keep-alive" })).headers.connection).toBe("close");
});

it("sends nothing of a reply with an invalid header", async () => {
  prepare(200, { ...HTML, "X-Name": "a\u0001b" }, PAGE);
  const { status, text } = await get({ "Accept-Encoding": "br" });
  expect([status, text]).toEqual([500, expect.stringContaining("Invalid character in header")]);
});
