import type { LookupAddress } from "node:dns";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { log } from "#app/log.server.ts";
import { imagesOf, statusOf } from "../../tests/image-cache.ts";
import { imageHost, picture } from "../../tests/image-host.ts";
import { createConnections } from "./images/connect.server.ts";

describe("does not fetch", () => {
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
  ])("%s", async (address) => {
    const host = await imageHost((_req, res) => res.end());
    const src = address(host.origin);
    expect([src, await statusOf(imagesOf([host.origin]).findImage(src, 320)), host.asked]).toEqual([src, 404, []]);
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
  ])("%s, even if configured on a real site by mistake", async (base) => {
    const host = await imageHost((_req, res) => res.end());
    const { origin } = new URL(`${base}:${host.port}`);
    const { findImage } = imagesOf([origin], { connections: createConnections(false) });
    expect(await statusOf(findImage(`${origin}/a.png`, 320))).toBe(502);
    expect(host.asked).toEqual([]);
  });

  test.each(["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00::1"])(
    "a host name that resolves to %s, alone or beside a public address",
    async (address) => {
      const host = await imageHost((_req, res) => res.end());
      const origin = `http://pictures.example:${host.port}`;
      const family = address.includes(":") ? 6 : 4;
      for (const addresses of [
        [{ address, family }],
        [
          { address: "41.90.64.12", family: 4 },
          { address, family },
        ],
      ]) {
        const { findImage } = imagesOf([origin], { connections: lookingUp(() => addresses) });
        expect(await statusOf(findImage(`${origin}/${addresses.length}`, 320))).toBe(502);
      }
      expect(host.asked).toEqual([]);
    },
  );

  test("a host name that changes to this computer between two lookups", async () => {
    const host = await imageHost((_req, res) => res.end());
    const origin = `http://rebinding.example:${host.port}`;
    let looks = 0;
    const connections = lookingUp(() => {
      looks += 1;
      // Documentation's address of a public network: nothing answers there, and it is not this computer.
      return [{ address: looks === 1 ? "41.90.64.12" : "127.0.0.1", family: 4 }];
    });
    const { findImage } = imagesOf([origin], { connections, timeoutMs: 300 });
    expect(await statusOf(findImage(`${origin}/a.png`, 320))).toBe(502);
    expect([looks, host.asked]).toEqual([1, []]);
    // The next connection looks again, and finds this computer.
    expect(await statusOf(findImage(`${origin}/b.png`, 320))).toBe(502);
    expect(host.asked).toEqual([]);
  });
});

describe("does not let a host make the site", () => {
  const refuses = async (host: { origin: string }, options = {}) =>
    statusOf(imagesOf([host.origin], options).findImage(`${host.origin}/a.png`, 320));

  test.each([302, 308])("follow a %i", async (code) => {
    const target = await imageHost((_req, res) => res.end());
    const host = await imageHost((_req, res) => res.writeHead(code, { Location: `${target.origin}/secret` }).end());
    expect(await refuses(host)).toBe(502);
    expect(target.asked).toEqual([]);
  });

  test.each([
    ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'],
    ["SVG behind an XML head", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["HTML", "<!doctype html><script>alert(1)</script>"],
    ["PDF", "%PDF-1.7"],
    ["nothing", ""],
    ["a PNG signature without an image", "\x89PNG\r\n\x1a\n and then words"],
    ["TIFF", "II*\0"],
  ])("open %s that is sent as a PNG", async (_title, body) => {
    const host = await imageHost((_req, res) => {
      res.writeHead(200, { "Content-Type": "image/png" }).end(Buffer.from(body, "latin1"));
    });
    expect(await refuses(host)).toBe(502);
  });

  test("open an image of a thousand million pixels", async () => {
    const host = await imageHost((_req, res) => res.end(bomb(32_000, 32_000)));
    expect(await refuses(host)).toBe(502);
  });

  test("accept a truncated image", async () => {
    const bytes = await sharp({
      create: {
        width: 600,
        height: 600,
        channels: 3,
        noise: { type: "gaussian", mean: 99, sigma: 30 },
        background: "#000",
      },
    })
      .png()
      .toBuffer();
    const host = await imageHost((_req, res) => res.end(bytes.subarray(0, bytes.length / 2)));
    expect(await refuses(host)).toBe(502);
  });

  test.each([true, false])("read 6 MB, with Content-Length %s", async (isSaid) => {
    const whole = Buffer.concat([await picture(10, 10), Buffer.alloc(6 * 1024 * 1024)]);
    let sent = 0;
    const host = await imageHost((_req, res) => {
      if (isSaid) res.setHeader("Content-Length", whole.length);
      const next = () => {
        if (res.destroyed || sent >= whole.length) return void res.end();
        res.write(whole.subarray(sent, sent + 65_536), () => setImmediate(next));
        sent += 65_536;
      };
      next();
    });
    expect(await refuses(host)).toBe(502);
    expect(sent).toBeLessThan(whole.length);
  });

  test("wait for a host that sends single bytes", async () => {
    const host = await imageHost((_req, res) => {
      const timer = setInterval(() => res.write("x"), 20);
      res.once("close", () => clearInterval(timer));
    });
    expect(await refuses(host, { timeoutMs: 200 })).toBe(502);
  });

  test("decompress a reply", async () => {
    const host = await imageHost((_req, res) => {
      res.writeHead(200, { "Content-Encoding": "deflate" }).end(deflateSync(Buffer.alloc(1024 * 1024)));
    });
    expect(await refuses(host)).toBe(502);
  });

  test.each([206, 410, 500])("show the image of a %i", async (code) => {
    const bytes = await picture(10, 10);
    const host = await imageHost((_req, res) => res.writeHead(code).end(bytes));
    expect(await refuses(host)).toBe(code === 410 ? 404 : 502);
  });

  test("log its URL", async () => {
    const host = await imageHost((_req, res) => res.writeHead(500).end("a secret"));
    await imagesOf([host.origin]).findImage(`${host.origin}/private/path?token=secret`, 320);
    const said = JSON.stringify(vi.mocked(log.warn).mock.calls);
    expect(said).toContain(`127.0.0.1:${host.port}`);
    expect(said).not.toMatch(/private|secret/);
  });
});

/** Connections to whatever a made-up name server says. */
function lookingUp(addresses: () => LookupAddress[]) {
  return createConnections(false, (_host, _options, found) => found(null, addresses()));
}

/** A PNG that says it is so large, in few bytes. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((width / 8 + 1) * height), { level: 9 });
  const chunks = [chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
