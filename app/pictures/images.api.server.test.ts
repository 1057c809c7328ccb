import { readdir } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test, vi } from "vitest";
import { setDeadlines } from "../../tests/deadlines.js";
import { folder, imagesOf, statusOf } from "../../tests/image-cache.ts";
import { imageHost, picture } from "../../tests/image-host.ts";

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
      expect(host.requested).toEqual(["/a?size=large"]);
    },
  );

  test.each([
    ["is not enlarged", [40, 30], [40, 30]],
    ["is at most twice as high as wide", [400, 4000], [64, 640]],
  ])("%s: %j becomes %j", async (_title, [width = 0, height = 0], expected) => {
    const bytes = await picture(width, height);
    const host = await imageHost((_req, res) => res.end(bytes));
    const found = await imagesOf([host.origin]).findImage(`${host.origin}/a`, 320);
    expect(found.ok && (await sizeOf(found.value)).slice(1)).toEqual(expected);
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
    expect(host.requested).toHaveLength(1);
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
    expect(host.requested).toHaveLength(1);
    isDown = true;
    vi.setSystemTime(Date.now() + 2 * 86_400_000);
    expect(await statusOf(findImage(src, 320))).toBe(200);
    expect(host.requested).toHaveLength(2);
  });

  test("that fails is not fetched again for a minute in any width", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const host = await imageHost((_req, res) => res.writeHead(404).end("gone"));
    const { findImage } = imagesOf([host.origin]);
    for (const width of [320, 640, 320]) expect(await statusOf(findImage(`${host.origin}/a.png`, width))).toBe(404);
    expect(host.requested).toHaveLength(1);
    vi.setSystemTime(Date.now() + 60_001);
    // The cache reads the clock at most once a millisecond, by a real timer.
    await new Promise((done) => setTimeout(done, 5));
    await findImage(`${host.origin}/a.png`, 320);
    expect(host.requested).toHaveLength(2);
  });

  test("is refused with 503 when two are fetched from its host and forty wait", async () => {
    const bytes = await picture(10, 10);
    const host = await imageHost((_req, res) => void setTimeout(() => res.end(bytes), 5));
    const { findImage } = imagesOf([host.origin]);
    const sources = Array.from({ length: 50 }, (_, index) => `${host.origin}/${index}`);
    const statuses = await Promise.all(sources.map((src) => statusOf(findImage(src, 320))));
    expect(statuses.filter((status) => status === 503)).toHaveLength(8);
    expect(statuses.filter((status) => status === 200)).toHaveLength(42);
  });
});

test("fetches from other hosts while one host is silent", async () => {
  const silent = await imageHost(() => {});
  const bytes = await picture(10, 10);
  const host = await imageHost((_req, res) => res.end(bytes));
  const { findImage } = imagesOf([silent.origin, host.origin]);
  setDeadlines({ image: 2000 });
  const order: string[] = [];
  const fetchFrom = async ({ origin }: { origin: string }, name: string) => {
    await findImage(`${origin}/${name}`, 320);
    order.push(name);
  };
  await Promise.all([fetchFrom(silent, "a"), fetchFrom(silent, "b"), fetchFrom(silent, "c"), fetchFrom(host, "d")]);
  expect(order[0]).toBe("d");
});
