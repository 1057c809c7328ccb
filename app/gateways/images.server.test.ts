import type { LookupAddress } from "node:dns";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "#app/log.server.ts";
import { imageHost, picture } from "../../tests/image-host.ts";
import "../../tests/upstream-provider.ts";
import { createConnections } from "./images/connect.server.ts";
import { createImages } from "./images.server.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "images-"));
  vi.spyOn(log, "warn").mockImplementation(() => {});
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Pictures of these places; `isOnThisComputer` as in the sandbox unless told otherwise. */
function imagesOf(origins: string[], { connections = createConnections(true), timeoutMs = 2000 } = {}) {
  return createImages({ origins, folder, connections, timeoutMs });
}
const status = async (found: Promise<{ ok: boolean; status?: number }>) => {
  const answer = await found;
  return answer.ok ? 200 : answer.status;
};
const sizeOf = async (bytes: Buffer) => {
  const { format, width, height } = await sharp(bytes).metadata();
  return [format, width, height];
};

describe("a picture of a configured host", () => {
  test.each(["png", "jpeg", "webp", "gif", "avif"] as const)("that is %s comes as small WebP", async (format) => {
    const bytes = await picture(1200, 800, format);
    const host = await imageHost((_req, res) => res.end(bytes));
    const found = await imagesOf([host.origin]).findImage(`${host.origin}/a?size=large`, 320);
    if (!found.ok) throw new Error(found.message);
    expect(await sizeOf(found.value)).toEqual(["webp", 320, 213]);
    expect(host.asked).toEqual(["/a?size=large"]);
  });

  test("is never enlarged, and a very high one is no higher than twice its width", async () => {
    const [small, high] = [await picture(40, 30), await picture(400, 4000)];
    const host = await imageHost((req, res) => res.end(req.url === "/small" ? small : high));
    const { findImage } = imagesOf([host.origin]);
    const sizes = [];
    for (const name of ["small", "high"]) {
      const found = await findImage(`${host.origin}/${name}`, 320);
      if (found.ok) sizes.push((await sizeOf(found.value)).slice(1));
    }
    expect(sizes).toEqual([
      [40, 30],
      [64, 640],
    ]);
  });

  test("stands upright and says nothing of where it was taken", async () => {
    const turned = await sharp(await picture(400, 200, "jpeg"))
      .withMetadata({ orientation: 6, exif: { IFD3: { GPSLatitude: "1/1 17/1 0/1" } } })
      .toBuffer();
    const host = await imageHost((_req, res) => res.end(turned));
    const found = await imagesOf([host.origin]).findImage(`${host.origin}/a.jpg`, 320);
    if (!found.ok) throw new Error(found.message);
    const { width, height, exif, orientation } = await sharp(found.value).metadata();
    expect([width, height, exif, orientation]).toEqual([200, 400, undefined, undefined]);
  });

  test("is fetched once, however many ask, and kept in the folder for later processes", async () => {
    const bytes = await picture(800, 600);
    const host = await imageHost((_req, res) => res.end(bytes));
    const src = `${host.origin}/a.png`;
    const { findImage } = imagesOf([host.origin]);
    const first = await Promise.all(Array.from({ length: 20 }, () => findImage(src, 640)));
    expect(new Set(first.map((found) => found.ok && found.value.toString("base64"))).size).toBe(1);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.webp$/)]);
    expect(await imagesOf([host.origin]).findImage(src, 640)).toEqual(first[0]);
    expect(host.asked).toHaveLength(1);
  });

  test("is asked for again after a week, and the old one stays while that fails", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const bytes = await picture(10, 10);
    let isDown = false;
    const host = await imageHost((_req, res) => res.writeHead(isDown ? 500 : 200).end(bytes));
    const { findImage } = imagesOf([host.origin]);
    const src = `${host.origin}/a.png`;
    await findImage(src, 320);
    vi.setSystemTime(Date.now() + 6 * 86_400_000);
    await findImage(src, 320);
    expect(host.asked).toHaveLength(1);
    isDown = true;
    vi.setSystemTime(Date.now() + 2 * 86_400_000);
    expect(await status(findImage(src, 320))).toBe(200);
    expect(host.asked).toHaveLength(2);
  });

  test("works where nothing can be written", async () => {
    const bytes = await picture(10, 10);
    const host = await imageHost((_req, res) => res.end(bytes));
    const file = path.join(folder, "file");
    await writeFile(file, "");
    const below = path.join(file, "below");
    const { findImage } = createImages({ origins: [host.origin], folder: below, connections: createConnections(true) });
    for (let time = 0; time < 3; time++) expect(await status(findImage(`${host.origin}/a.png`, 320))).toBe(200);
    expect(host.asked).toHaveLength(1);
  });

  test("that fails is not asked for again for a minute, in no width", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const host = await imageHost((_req, res) => res.writeHead(404).end("gone"));
    const { findImage } = imagesOf([host.origin]);
    for (const width of [320, 640, 320]) expect(await status(findImage(`${host.origin}/a.png`, width))).toBe(404);
    expect(host.asked).toHaveLength(1);
    vi.setSystemTime(Date.now() + 60_001);
    // The cache looks at the clock once a millisecond.
    await new Promise((done) => setTimeout(done, 5));
    await findImage(`${host.origin}/a.png`, 320);
    expect(host.asked).toHaveLength(2);
  });

  test("two are worked on at a time, and beyond forty in line nobody waits", async () => {
    const bytes = await picture(10, 10);
    let [now, most] = [0, 0];
    const host = await imageHost((_req, res) => {
      now += 1;
      most = Math.max(most, now);
      setTimeout(() => {
        now -= 1;
        res.end(bytes);
      }, 5);
    });
    const { findImage } = imagesOf([host.origin]);
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, index) => status(findImage(`${host.origin}/${index}`, 320))),
    );
    expect(most).toBe(2);
    expect(all.filter((one) => one === 200)).toHaveLength(42);
    expect(all.filter((one) => one === 503)).toHaveLength(8);
  });
});

test("a host that says nothing holds up nobody else's pictures", async () => {
  const silent = await imageHost(() => {});
  const bytes = await picture(10, 10);
  const host = await imageHost((_req, res) => res.end(bytes));
  const { findImage } = imagesOf([silent.origin, host.origin], { timeoutMs: 2000 });
  const order: string[] = [];
  const ask = async (origin: string, name: string) => {
    await findImage(`${origin}/${name}`, 320);
    order.push(name);
  };
  await Promise.all([ask(silent.origin, "a"), ask(silent.origin, "b"), ask(silent.origin, "c"), ask(host.origin, "d")]);
  expect(order[0]).toBe("d");
});

describe("what is not fetched at all", () => {
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
    expect([src, await status(imagesOf([host.origin]).findImage(src, 320)), host.asked]).toEqual([src, 404, []]);
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
  ])("%s, were it configured on a real site by mistake", async (base) => {
    const host = await imageHost((_req, res) => res.end());
    const { origin } = new URL(`${base}:${host.port}`);
    const { findImage } = imagesOf([origin], { connections: createConnections(false) });
    expect(await status(findImage(`${origin}/a.png`, 320))).toBe(502);
    expect(host.asked).toEqual([]);
  });

  test.each(["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:127.0.0.1", "fd00::1"])(
    "a name that is looked up as %s, alone or beside a public address",
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
        expect(await status(findImage(`${origin}/${addresses.length}`, 320))).toBe(502);
      }
      expect(host.asked).toEqual([]);
    },
  );

  test("a name that becomes this computer between two looks: there is one look, and what it gave is connected to", async () => {
    const host = await imageHost((_req, res) => res.end());
    const origin = `http://rebinding.example:${host.port}`;
    let looks = 0;
    const connections = lookingUp(() => {
      looks += 1;
      // Documentation's address of a public network: nothing answers there, and it is not this computer.
      return [{ address: looks === 1 ? "41.90.64.12" : "127.0.0.1", family: 4 }];
    });
    const { findImage } = imagesOf([origin], { connections, timeoutMs: 300 });
    expect(await status(findImage(`${origin}/a.png`, 320))).toBe(502);
    expect([looks, host.asked]).toEqual([1, []]);
    // The next connection looks again, and finds this computer.
    expect(await status(findImage(`${origin}/b.png`, 320))).toBe(502);
    expect(host.asked).toEqual([]);
  });
});

describe("what a host may not make us do", () => {
  const refuses = async (host: { origin: string }, options = {}) =>
    status(imagesOf([host.origin], options).findImage(`${host.origin}/a.png`, 320));

  test.each([301, 302, 303, 307, 308])("follow a %i", async (code) => {
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
    ["a beginning without a picture", "\x89PNG\r\n\x1a\n and then words"],
    ["TIFF", "II*\0"],
  ])("open %s that is called a PNG", async (_title, body) => {
    const host = await imageHost((_req, res) => {
      res.writeHead(200, { "Content-Type": "image/png" }).end(Buffer.from(body, "latin1"));
    });
    expect(await refuses(host)).toBe(502);
  });

  test("open a picture of a thousand million pixels", async () => {
    const host = await imageHost((_req, res) => res.end(bomb(32_000, 32_000)));
    expect(await refuses(host)).toBe(502);
  });

  test("take a picture that is cut off for a whole one", async () => {
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

  test.each([true, false])("read 6 MB, said before %s", async (isSaid) => {
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

  test("wait for one that sends a byte now and then", async () => {
    const host = await imageHost((_req, res) => {
      const timer = setInterval(() => res.write("x"), 20);
      res.once("close", () => clearInterval(timer));
    });
    expect(await refuses(host, { timeoutMs: 200 })).toBe(502);
  });

  test("wait for one that says nothing", async () => {
    expect(await refuses(await imageHost(() => {}), { timeoutMs: 100 })).toBe(502);
  });

  test("unpack what it sends packed", async () => {
    const host = await imageHost((_req, res) => {
      res.writeHead(200, { "Content-Encoding": "deflate" }).end(deflateSync(Buffer.alloc(1024 * 1024)));
    });
    expect(await refuses(host)).toBe(502);
  });

  test.each([204, 206, 400, 403, 410, 429, 500, 503])("show the picture that comes with a %i", async (code) => {
    const bytes = await picture(10, 10);
    const host = await imageHost((_req, res) => res.writeHead(code).end(code === 204 ? undefined : bytes));
    expect(await refuses(host)).toBe(code === 410 ? 404 : 502);
  });

  test("write its address into the log", async () => {
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

/** PNG, annex D. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
