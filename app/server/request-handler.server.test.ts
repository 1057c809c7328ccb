import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hashForLog, log } from "#app/log.server.ts";
import { server as mocks } from "#mocks/node.ts";
import { createHttpServer } from "./http-server.server.ts";
import { PageCache } from "./page-cache.server.ts";
import { readUpload } from "./read-upload.server.ts";
import { createRequestHandler } from "./request-handler.server.ts";
import type { Site } from "./site.server.ts";

/** A body's, short in the test that waits in vain alone: on a busy machine any other body may take as long. */
const deadline = vi.hoisted(() => ({ ms: 60_000 }));
vi.mock("./deadlines.server.ts", () => ({
  HEADERS_DEADLINE_MS: 10_000,
  get BODY_DEADLINE_MS() {
    return deadline.ms;
  },
  UPLOAD_DEADLINE_MS: 15_000,
  SWEEP_MS: 5_000,
  IDLE_TIMEOUT_MS: 90_000,
}));

let server: Server;
let origin: string;

/** A site that says what reached it. */
const echo: Site = async (req, res, visit) => {
  const body = await text(req);
  res.writeHead(visit.rejectedStatus ?? 200, {
    "Content-Type": "application/json",
    "X-Type": req.headers["content-type"] ?? "",
    "X-Length": req.headers["content-length"] ?? "",
  });
  res.end(JSON.stringify({ url: req.url, method: req.method, size: body.length, body: body.slice(0, 200) }));
};

beforeEach(async () => {
  // These requests go to a server of this test's own, which the mock providers must let through.
  mocks.close();
  server = createHttpServer(createRequestHandler({ site: echo, cache: new PageCache() }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  deadline.ms = 60_000;
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

it("writes down a form of another site, by a hash of the address it came from, and nothing of it", async () => {
  const warn = vi.spyOn(log, "warn");
  expect((await post("email=njeri@example.co.ke", { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect(warn.mock.calls).toEqual([[{ address: hashForLog("127.0.0.1") }, "cross-site post refused"]]);
  expect((await post("a=1")).status).toBe(200);
  expect(warn).toHaveBeenCalledOnce();
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

const IMPORT = "/dashboard/domains/mamamboga.co.ke/dns/import";
const FORM = "application/x-www-form-urlencoded";

/** What browsers send whose visitor is signed in, or was. */
const SESSION = { cookie: "sb-auth-token=base64-x" };

/** Posts a form with files as a browser does. */
function upload(
  fields: [name: string, value: string | Blob][],
  path = IMPORT,
  headers: Record<string, string> = SESSION,
) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return fetch(origin + path, { method: "POST", body: form, headers: { "sec-fetch-site": "same-origin", ...headers } });
}

/** Posts bytes as a form with files, with "B" between its parts. */
function uploadRaw(body: BodyInit, type = "multipart/form-data; boundary=B") {
  const headers = { "content-type": type, "sec-fetch-site": "same-origin", ...SESSION };
  return fetch(origin + IMPORT, { method: "POST", body, headers });
}

it.each([IMPORT, `${IMPORT}.data?_routes=x`, "/login/again?redirectTo=%2Fx"])(
  "hands a form with a file on as a plain one, with the file's text as a field: %s",
  async (path) => {
    const file = new File(["\uFEFFwww A 41.90.64.12\né"], "a.zone");
    const reply = await upload(
      [
        ["text", "a&b=c"],
        ["file", file],
        ["mode", "add"],
      ],
      path,
    );
    expect(reply.status).toBe(200);
    const { body, url, size } = await reply.json();
    expect(url).toBe(path);
    expect([...new URLSearchParams(body)]).toEqual([
      ["text", "a&b=c"],
      ["file", "www A 41.90.64.12\né"],
      ["mode", "add"],
    ]);
    expect([reply.headers.get("X-Type"), reply.headers.get("X-Length")]).toEqual([FORM, String(size)]);
  },
);

it("hands a form on in which no file was chosen", async () => {
  const reply = await upload([
    ["text", "x"],
    ["file", new File([], "")],
  ]);
  expect((await reply.json()).body).toBe("text=x&file=");
});

it("hands a file on whose bytes are no text: its page says so", async () => {
  const reply = await upload([["file", new File([Buffer.from([0x61, 0, 0xff, 0xd8])], "a.jpg")]]);
  expect(reply.status).toBe(200);
  expect((await reply.json()).body).toBe("file=a%00%EF%BF%BD%EF%BF%BD");
});

it("takes more where a file may come, as a file or as typed, and no more elsewhere", async () => {
  const long = "a".repeat(500_000);
  expect((await upload([["file", new File([long], "a.zone")]])).status).toBe(200);
  expect((await uploadRaw(`text=${long}`, FORM)).status).toBe(200);
  expect(
    (
      await upload([
        ["text", long],
        ["file", new File([long], "a.zone")],
      ])
    ).status,
  ).toBe(413);
  expect((await upload([["text", "a"]], "/contact")).status).toBe(415);
  expect((await post(`message=${long}`)).status).toBe(413);
});

const part = (name: string, value: string) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
it.each<[string, number, BodyInit, string?]>([
  ["over 100 fields", 413, `${part("a", "1").repeat(120)}--B--\r\n`],
  ["two files", 400, `${part('a"; filename="a', "1").repeat(2)}--B--\r\n`],
  ["cut off", 400, `${part("a", "1")}--B\r\nContent-Disp`],
  ["without an end", 400, part("a", "1")],
  ["nothing", 400, ""],
  ["garbage", 400, new Uint8Array([1, 2, 3, 0xff])],
  ["a part without a name", 400, "--B\r\nContent-Type: text/plain\r\n\r\n1\r\n--B--\r\n"],
  ["of another boundary", 400, `${part("a", "1")}--B--\r\n`, "multipart/form-data; boundary=C"],
  ["without a boundary", 400, `${part("a", "1")}--B--\r\n`, "multipart/form-data; x"],
  ["of another multipart kind", 415, `${part("a", "1")}--B--\r\n`, "multipart/mixed; boundary=B"],
])("answers a form with a file that is %s with a page of %i", async (_what, status, body, type) => {
  const reply = await uploadRaw(body, type);
  expect(reply.status).toBe(status);
  expect(await reply.json()).toMatchObject({ url: "/refused", method: "GET" });
});

it("takes no more from nobody than from any form, also where a file may come", async () => {
  const file = new File(["a".repeat(70_000)], "a.zone");
  expect((await upload([["file", file]])).status).toBe(200);
  expect((await upload([["file", file]], IMPORT, {})).status).toBe(413);
  expect((await upload([["file", new File(["a"], "a.zone")]], IMPORT, {})).status).toBe(200);
});

const HEAD = (path: string, type = FORM) =>
  `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nSec-Fetch-Site: same-origin\r\n`;

/** Opens a connection and sends the beginning of a request. */
function begin(bytes: string) {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(bytes);
  return { socket, answer: text(socket) };
}

it.each([
  ["a body", `${HEAD("/contact")}Content-Length: 100\r\n\r\na=`],
  ["a file from nobody", `${HEAD(IMPORT, "multipart/form-data; boundary=B")}Content-Length: 100\r\n\r\n--B`],
])("does not wait for %s for ever", async (_what, bytes) => {
  deadline.ms = 50;
  expect(await begin(bytes).answer).toMatch(/^HTTP\/1\.1 408 /);
});

it("refuses two Host headers, as Node hands them on", async () => {
  const { answer } = begin("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nhost: evil.example\r\nConnection: close\r\n\r\n");
  expect(await answer).toMatch(/^HTTP\/1\.1 400 .*"url":"\/refused"/s);
});

it("reads no further than the first part too many", () => {
  const body = Buffer.from(`${part("a", "1").repeat(4)}what is no form at all`);
  expect(readUpload(body, "multipart/form-data; boundary=B", 2)).toBe(413);
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
