import type { LookupAddress } from "node:dns";
import type { RequestListener } from "node:http";
import { deflateSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import { setDeadlines } from "../../tests/deadlines.js";
import { imagesOf, statusOf } from "../../tests/image-cache.ts";
import { imageHost, picture } from "../../tests/image-host.ts";
import { createConnections } from "./connect.api.server.ts";

/** Returns the status for an image, and the paths that were requested from the host. */
async function statusAt(host: Awaited<ReturnType<typeof imageHost>>, src: string, origin: string, options = {}) {
  return [await statusOf(imagesOf([origin], options).findImage(src, 320)), host.requested];
}

const emptyHost = () => imageHost((_req, res) => res.end());

/** Connections whose names resolve to these addresses. */
function resolvingTo(addresses: () => LookupAddress[]) {
  return createConnections(false, (_host, _options, found) => found(null, addresses()));
}

test.each([
  (origin: string) => `${origin.replace("127.0.0.1", "localhost")}/a.png`,
  (origin: string) => `${origin.replace("127.0.0.1", "2130706433")}5/a.png`,
  (origin: string) => `${origin}@evil.example/a.png`,
  (origin: string) => origin.replace("http://", "http://user:secret@"),
  (origin: string) => origin.replace("http://", "https://"),
  (origin: string) => origin.replace("http://", "ftp://"),
  (origin: string) => origin.replace(/:\d+$/, ""),
  (origin: string) => origin.replace(/:\d+$/, ":22"),
  (origin: string) => `${origin}.evil.example/a.png`,
  () => "http://169.254.169.254/latest/meta-data/",
  () => "http://[::1]/a.png",
  () => "http://[::ffff:127.0.0.1]/a.png",
  () => "file:///etc/passwd",
  () => "data:image/png;base64,AA",
  () => "//127.0.0.1/a.png",
  () => "/etc/passwd",
  () => "../../../etc/passwd",
  () => "",
])("does not fetch from another origin than the configured one: %s", async (address) => {
  const host = await emptyHost();
  expect(await statusAt(host, address(host.origin), host.origin)).toEqual([404, []]);
});

test.each([
  "http://127.1",
  "http://0x7f000001",
  "http://017700000001",
  "http://2130706433",
  "http://127.0.0.1",
  "http://[::1]",
  "http://[::ffff:7f00:1]",
  "http://0.0.0.0",
])("does not fetch from %s, even if configured on a real site by mistake", async (base) => {
  const host = await emptyHost();
  const { origin } = new URL(`${base}:${host.port}`);
  const connections = createConnections(false);
  expect(await statusAt(host, `${origin}/a.png`, origin, { connections })).toEqual([502, []]);
});

const PUBLIC = { address: "41.90.64.12", family: 4 };
const PRIVATE = { address: "127.0.0.1", family: 4 };
test.each([
  ["127.0.0.1", [PRIVATE]],
  ["a public address and 127.0.0.1", [PUBLIC, PRIVATE]],
  ["::1", [{ address: "::1", family: 6 }]],
])("does not fetch from a host name that resolves to %s", async (_what, addresses) => {
  const host = await emptyHost();
  const origin = `http://pictures.example:${host.port}`;
  const connections = resolvingTo(() => addresses);
  expect(await statusAt(host, `${origin}/a.png`, origin, { connections })).toEqual([502, []]);
});

test("checks the address of each connection, also if a host name changes to this computer (DNS rebinding)", async () => {
  const host = await emptyHost();
  const origin = `http://rebinding.example:${host.port}`;
  let lookups = 0;
  const connections = resolvingTo(() => {
    lookups += 1;
    return [lookups === 1 ? PUBLIC : PRIVATE];
  });
  const { findImage } = imagesOf([origin], { connections });
  expect(await statusOf(findImage(`${origin}/a.png`, 320))).toBe(502);
  expect([lookups, host.requested]).toEqual([1, []]);
  expect(await statusOf(findImage(`${origin}/b.png`, 320))).toBe(502);
  expect(host.requested).toEqual([]);
});

/** Returns the status for the image of a host that replies like this. */
async function statusFor(response: RequestListener, options = {}) {
  const { origin } = await imageHost(response);
  return statusOf(imagesOf([origin], options).findImage(`${origin}/a.png`, 320));
}

test.each([302, 308])("does not follow a %i", async (code) => {
  const target = await emptyHost();
  expect(await statusFor((_req, res) => res.writeHead(code, { Location: `${target.origin}/secret` }).end())).toBe(502);
  expect(target.requested).toEqual([]);
});

test.each([
  ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'],
  ["SVG behind an XML head", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ["HTML", "<!doctype html><script>alert(1)</script>"],
  ["PDF", "%PDF-1.7"],
  ["nothing", ""],
  ["a PNG signature without an image", "\x89PNG\r\n\x1a\n and then words"],
  ["TIFF", "II*\0"],
])("does not open %s that is sent as a PNG", async (_title, body) => {
  const bytes = Buffer.from(body, "latin1");
  expect(await statusFor((_req, res) => res.setHeader("Content-Type", "image/png").end(bytes))).toBe(502);
});

test("does not open an image of 42 million pixels", async () => {
  const bytes = await picture(6500, 6500);
  expect(await statusFor((_req, res) => res.end(bytes))).toBe(502);
});

test("does not accept a truncated image", async () => {
  const bytes = await picture(600, 600, "jpeg");
  expect(await statusFor((_req, res) => res.end(bytes.subarray(0, bytes.length / 2)))).toBe(502);
});

test.each([true, false])("does not read 6 MB, with Content-Length %s", async (hasLength) => {
  const whole = Buffer.concat([await picture(10, 10), Buffer.alloc(6 * 1024 * 1024)]);
  let sent = 0;
  const status = await statusFor((_req, res) => {
    if (hasLength) res.setHeader("Content-Length", whole.length);
    const next = () => {
      if (res.destroyed || sent >= whole.length) return void res.end();
      res.write(whole.subarray(sent, sent + 65_536), () => setImmediate(next));
      sent += 65_536;
    };
    next();
  });
  expect(status).toBe(502);
  expect(sent).toBeLessThan(whole.length);
});

test("gives up a host that sends single bytes", async () => {
  const sendBytes: RequestListener = (_req, res) => {
    const timer = setInterval(() => res.write("x"), 20);
    res.once("close", () => clearInterval(timer));
  };
  setDeadlines({ image: 200 });
  expect(await statusFor(sendBytes)).toBe(502);
});

test("does not decompress a reply", async () => {
  const bytes = deflateSync(await picture(10, 10));
  expect(await statusFor((_req, res) => res.writeHead(200, { "Content-Encoding": "deflate" }).end(bytes))).toBe(502);
});

test.each([
  [206, 502],
  [410, 404],
  [500, 502],
])("does not show the image of a %i reply: %i", async (code, expected) => {
  const bytes = await picture(10, 10);
  expect(await statusFor((_req, res) => res.writeHead(code).end(bytes))).toBe(expected);
});

test("logs the host of a failed image and not its URL", async () => {
  const host = await imageHost((_req, res) => res.writeHead(500).end("a secret"));
  await imagesOf([host.origin]).findImage(`${host.origin}/private/path?token=secret`, 320);
  const logged = JSON.stringify(vi.mocked(log.warn).mock.calls);
  expect(logged).toContain(`127.0.0.1:${host.port}`);
  expect(logged).not.toMatch(/private|secret/);
});
