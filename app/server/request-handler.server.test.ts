import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bindingOf, csrfTokenOf } from "#app/accounts/session-binding.server.ts";
import { hashForLog, log } from "#app/platform/log.server.ts";
import { server as mocks } from "#mocks/node.ts";
import { createHttpServer } from "./listen.server.ts";
import { PageCache } from "./page-cache.server.ts";
import { createRequestHandler } from "./request-handler.server.ts";
import type { Site } from "./site.server.ts";
import { readUpload } from "./upload.server.ts";

const SESSION_ID = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1d01";
const OTHER_SESSION_ID = "0f5d1c9e-6f0a-4a53-9a41-6d2b7f3c1d02";

let server: Server;
let origin: string;

/** A site that sends back what reached it. */
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
  // The mock providers would reject requests to this test's server.
  mocks.close();
  server = createHttpServer(createRequestHandler({ site: echo, cache: new PageCache() }));
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

it("passes a form on from the address that forms post to, by the URL of its page", async () => {
  const response = await fetch(`${origin}/contact?a=1&posted`, {
    method: "POST",
    body: new URLSearchParams({ name: "Njeri" }),
    headers: { "sec-fetch-site": "same-origin" },
  });
  expect(await response.json()).toMatchObject({ url: "/contact?a=1", method: "POST", body: "name=Njeri" });
});

it("passes a form on with its whole body", async () => {
  const response = await post("name=Njeri&message=Habari%0Asana");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    url: "/contact",
    method: "POST",
    body: "name=Njeri&message=Habari%0Asana",
  });
});

it.each([
  ["the token of its session", csrfTokenOf(SESSION_ID), 200],
  ["no token", "", 403],
  ["the token of another session", csrfTokenOf(OTHER_SESSION_ID), 403],
  ["a longer token", `${csrfTokenOf(SESSION_ID)}A`, 403],
])("answers a form of a customer that names no origin and has %s", async (_what, token, status) => {
  const headers = (session: string) => ({
    "content-type": "application/x-www-form-urlencoded",
    cookie: `sb-auth-token=base64-x; sb-binding=${session}`,
  });
  const send = (session: string) =>
    fetch(`${origin}/profile`, { method: "POST", body: `a=1&csrf_token=${token}`, headers: headers(session) });
  expect((await send(bindingOf(SESSION_ID))).status).toBe(status);
  // A binding that is not ours proves nothing.
  expect((await send(bindingOf(SESSION_ID).concat("x"))).status).toBe(403);
  const crossSite = { ...headers(bindingOf(SESSION_ID)), origin: "https://evil.example" };
  const forged = await fetch(`${origin}/profile`, { method: "POST", body: `csrf_token=${token}`, headers: crossSite });
  expect(forged.status).toBe(403);
});

it("logs a refused form of another site with a hash of the address and nothing of the form", async () => {
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
  ["sent from another site", 403, "a=1", { "sec-fetch-site": "cross-site" }],
])("refuses a body that is %s with %i", async (_what, status, body, headers) => {
  const response = await post(body, headers);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ url: "/refused", method: "GET", size: 0, body: "" });
});

const IMPORT = "/dashboard/domains/mamamboga.co.ke/dns/import";
const FORM = "application/x-www-form-urlencoded";

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

/** Posts these bytes as multipart/form-data with the boundary "B". */
function uploadRaw(body: BodyInit, type = "multipart/form-data; boundary=B") {
  const headers = { "content-type": type, "sec-fetch-site": "same-origin", ...SESSION };
  return fetch(origin + IMPORT, { method: "POST", body, headers });
}

it.each([IMPORT, `${IMPORT}.data?_routes=x`, "/login/again?redirectTo=%2Fx"])(
  "passes a multipart form for %s on as a plain form with the text of its file as a field",
  async (path) => {
    const file = new File(["\uFEFFwww A 41.90.64.12\né"], "a.zone");
    const response = await upload(
      [
        ["text", "a&b=c"],
        ["file", file],
        ["mode", "add"],
      ],
      path,
    );
    expect(response.status).toBe(200);
    const { body, url, size } = await response.json();
    expect(url).toBe(path);
    expect([...new URLSearchParams(body)]).toEqual([
      ["text", "a&b=c"],
      ["file", "www A 41.90.64.12\né"],
      ["mode", "add"],
    ]);
    expect([response.headers.get("X-Type"), response.headers.get("X-Length")]).toEqual([FORM, String(size)]);
  },
);

it.each([
  ["no chosen file", [], "file="],
  ["a file that is not text", [Buffer.from([0x61, 0, 0xff, 0xd8])], "file=a%00%EF%BF%BD%EF%BF%BD"],
])("passes on a form with %s", async (_what, content, expected) => {
  const response = await upload([["file", new File(content, "a.jpg")]]);
  expect([response.status, (await response.json()).body]).toEqual([200, expected]);
});

it("accepts longer bodies for a form that may have a file, and not for others", async () => {
  const long = "a".repeat(500_000);
  const file = new File([long], "a.zone");
  const statuses = [
    upload([["file", file]]),
    uploadRaw(`text=${long}`, FORM),
    upload([
      ["text", long],
      ["file", file],
    ]),
    upload([["text", "a"]], "/contact"),
    post(`message=${long}`),
  ].map(async (response) => (await response).status);
  expect(await Promise.all(statuses)).toEqual([200, 200, 413, 415, 413]);
});

const part = (name: string, value: string) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
it.each<[string, number, BodyInit, string?]>([
  ["over 100 fields", 413, `${part("a", "1").repeat(120)}--B--\r\n`],
  ["with two files", 400, `${part('a"; filename="a', "1").repeat(2)}--B--\r\n`],
  ["cut off", 400, `${part("a", "1")}--B\r\nContent-Disp`],
  ["without an end", 400, part("a", "1")],
  ["empty", 400, ""],
  ["garbage", 400, new Uint8Array([1, 2, 3, 0xff])],
  ["with a part without a name", 400, "--B\r\nContent-Type: text/plain\r\n\r\n1\r\n--B--\r\n"],
  ["with another boundary than its header", 400, `${part("a", "1")}--B--\r\n`, "multipart/form-data; boundary=C"],
  ["without a boundary", 400, `${part("a", "1")}--B--\r\n`, "multipart/form-data; x"],
  ["of another multipart kind", 415, `${part("a", "1")}--B--\r\n`, "multipart/mixed; boundary=B"],
])("refuses a multipart body that is %s with %i", async (_what, status, body, type) => {
  const response = await uploadRaw(body, type);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ url: "/refused", method: "GET" });
});

it("accepts from a visitor without a session no more than 64 KB, also for a form that may have a file", async () => {
  const file = new File(["a".repeat(70_000)], "a.zone");
  expect((await upload([["file", file]])).status).toBe(200);
  expect((await upload([["file", file]], IMPORT, {})).status).toBe(413);
  expect((await upload([["file", new File(["a"], "a.zone")]], IMPORT, {})).status).toBe(200);
});

it("refuses two Host headers", async () => {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nhost: evil.example\r\nConnection: close\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*"url":"\/refused"/s);
});

it.each([
  ["of another site", "Origin: https://evil.example\r\nContent-Type: application/x-www-form-urlencoded"],
  ["that is not a form", "Content-Type: application/json"],
])(
  "answers a post %s only after its body, whose sender would not read the answer otherwise",
  async (_what, headers) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    // Without a listener, an error before the answer is read would end the test's process.
    socket.on("error", () => {});
    socket.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\nContent-Length: 300000\r\n\r\n`);
    for (let part = 0; part < 30; part += 1) {
      await wait(2);
      socket.write("a".repeat(10_000));
    }
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 4(03|15) .*"url":"\/refused"/s);
  },
);

it("stops reading a multipart body at the first part over the limit", () => {
  const body = Buffer.from(`${part("a", "1").repeat(4)}not multipart`);
  expect(readUpload(body, "multipart/form-data; boundary=B", { maxParts: 2 })).toBe(413);
});

it("refuses the 601st form of an address in a minute with Retry-After", async () => {
  const from = { "x-sandbox-address": "203.0.113.77" };
  const replies = await Promise.all(Array.from({ length: 601 }, () => post("a=1", from)));
  const refused = replies.filter((response) => response.status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await post("a=1", { "x-sandbox-address": "203.0.113.78" })).status).toBe(200);
});

it("answers /healthz", async () => {
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});
