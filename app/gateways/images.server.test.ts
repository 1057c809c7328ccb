import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { folder, imagesOf, statusOf } from "../../tests/image-cache.ts";
import { imageHost, picture } from "../../tests/image-host.ts";
import { createConnections } from "./images/connect.server.ts";
import { createImages } from "./images.server.ts";

const sizeOf = async (bytes: Buffer) => {
  const { format, width, height } = await sharp(bytes).metadata();
  return [format, width, height];
};

describe("an image of a configured host", () => {
  test.each(["png", "jpeg", "webp", "gif", "avif"] as const)(
    "in the format %s becomes a small WebP",
    async (format) => {
      const bytes = await picture(1200, 800, format);
      const host = await imageHost((_req, res) => res.end(bytes));
      const found = await imagesOf([host.origin]).findImage(`${host.origin}/a?size=large`, 320);
      if (!found.ok) throw new Error(found.message);
      expect(await sizeOf(found.value)).toEqual(["webp", 320, 213]);
      expect(host.asked).toEqual(["/a?size=large"]);
    },
  );

  test("is not enlarged, and is at most twice as high as wide", async () => {
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

  test("is rotated upright and has no metadata", async () => {
    const turned = await sharp(await picture(400, 200, "jpeg"))
      .withMetadata({ orientation: 6, exif: { IFD3: { GPSLatitude: "1/1 17/1 0/1" } } })
      .toBuffer();
    const host = await imageHost((_req, res) => res.end(turned));
    const found = await imagesOf([host.origin]).findImage(`${host.origin}/a.jpg`, 320);
    if (!found.ok) throw new Error(found.message);
    const { width, height, exif, orientation } = await sharp(found.value).metadata();
    expect([width, height, exif, orientation]).toEqual([200, 400, undefined, undefined]);
  });

  test("is fetched once for parallel requests and cached for later processes", async () => {
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

  test("is fetched again after a week, and the old copy stays if that fails", async () => {
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
    expect(await statusOf(findImage(src, 320))).toBe(200);
    expect(host.asked).toHaveLength(2);
  });

  test("is cached in memory if the folder is not writable", async () => {
    const bytes = await picture(10, 10);
    const host = await imageHost((_req, res) => res.end(bytes));
    const file = path.join(folder, "file");
    await writeFile(file, "");
    const below = path.join(file, "below");
    const { findImage } = createImages({ origins: [host.origin], folder: below, connections: createConnections(true) });
    for (let time = 0; time < 3; time++) expect(await statusOf(findImage(`${host.origin}/a.png`, 320))).toBe(200);
    expect(host.asked).toHaveLength(1);
  });

  test("that fails is not fetched again for a minute in any width", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const host = await imageHost((_req, res) => res.writeHead(404).end("gone"));
    const { findImage } = imagesOf([host.origin]);
    for (const width of [320, 640, 320]) expect(await statusOf(findImage(`${host.origin}/a.png`, width))).toBe(404);
    expect(host.asked).toHaveLength(1);
    vi.setSystemTime(Date.now() + 60_001);
    // The cache looks at the clock once a millisecond.
    await new Promise((done) => setTimeout(done, 5));
    await findImage(`${host.origin}/a.png`, 320);
    expect(host.asked).toHaveLength(2);
  });

  test("is refused when two are in work and forty wait", async () => {
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
      Array.from({ length: 50 }, (_, index) => statusOf(findImage(`${host.origin}/${index}`, 320))),
    );
    expect(most).toBe(2);
    expect(all.filter((one) => one === 200)).toHaveLength(42);
    expect(all.filter((one) => one === 503)).toHaveLength(8);
  });
});

test("fetches from other hosts while one host is silent", async () => {
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
