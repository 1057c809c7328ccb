import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { server as mocks } from "#mocks/node.ts";
import { createFront } from "./front.server.ts";
import { PageCache } from "./page-cache.server.ts";
import type { Site } from "./site.server.ts";

vi.mock("./body-deadline.server.ts", () => ({ BODY_DEADLINE_MS: 50 }));

let server: Server;
let origin: string;

/** A site that says what reached it. */
const echo: Site = async (req, res, visit) => {
  const body = await text(req);
  res.writeHead(visit.refusedWith ?? 200, { "Content-Type": "application/json" });
  res.end(JSON.stringify({ url: req.url, method: req.method, size: body.length, body: body.slice(0, 200) }));
};

beforeEach(async () => {
  // These requests go to a server of this test's own, which the mock providers must let through.
  mocks.close();
  server = createServer(createFront({ site: echo, cache: new PageCache() }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  mocks.listen({ onUnhandledRequest: "error" });
});

function post(body: BodyInit, headers: Record<string, string> = {}) {
  const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  return fetch(`${origin}/contact`, { method: "POST", body, headers: { ...form, ...headers } });
}

it("hands a form on with its whole body", async () => {
  const reply = await post("name=Njeri&message=Habari%0Asana");
  expect(reply.status).toBe(200);
  expect(await reply.json()).toMatchObject({
    url: "/contact",
    method: "POST",
    body: "name=Njeri&message=Habari%0Asana",
  });
});

it.each([
  ["over 64 KB", 413, `message=${"a".repeat(200_000)}`, {}],
  ["over 100 fields", 413, "a=1&".repeat(10_000), {}],
  ["bytes that are not UTF-8, percent-encoded", 400, "message=%FF%FE", {}],
  ["bytes that are not UTF-8, raw", 400, Buffer.from([0x61, 0x3d, 0xff]), {}],
  ["JSON", 415, "{}", { "content-type": "application/json" }],
  ["a body of no type", 415, "a=1", { "content-type": "" }],
  ["another site", 403, "a=1", { "sec-fetch-site": "cross-site" }],
])("answers a body that is %s with a page of %i", async (_what, status, body, headers) => {
  const reply = await post(body, headers);
  expect(reply.status).toBe(status);
  expect(await reply.json()).toEqual({ url: "/refused", method: "GET", size: 0, body: "" });
});

it("does not wait for a body for ever", async () => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const head = `POST /contact HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
  socket.write(`${head}Sec-Fetch-Site: same-origin\r\nContent-Length: 100\r\n\r\na=`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

it("counts posts by address and says when to come back", async () => {
  const from = { "x-sandbox-address": "203.0.113.77" };
  const replies = await Promise.all(Array.from({ length: 601 }, () => post("a=1", from)));
  const refused = replies.filter((reply) => reply.status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await post("a=1", { "x-sandbox-address": "203.0.113.78" })).status).toBe(200);
});

it("says that the process is alive without asking anything else", async () => {
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});
