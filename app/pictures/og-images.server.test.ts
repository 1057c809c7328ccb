import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "#app/platform/log.server.ts";
import { drawOgImage } from "./draw-image.server.ts";
import { createOgImages } from "./og-images.server.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "og-images-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const WORDS = { label: "Business", title: "What are TLDs, and why they matter for your brand" };

test.each([
  ["a title with a label", WORDS, "Mtandao"],
  ["a title alone for an agency with its own name", { label: "", title: "Ask us" }, "Jirani & <Co>"],
  ["the longest title and label", { label: "W".repeat(200), title: "W ".repeat(100) }, "M".repeat(200)],
  ["text without drawable characters", { label: "😀", title: "😀" }, "😀"],
])("draws %s as a PNG of 1200 × 630 below 100 KB", async (_title, words, brand) => {
  const image = await drawOgImage(words, brand);
  const { format, width, height } = await sharp(image).metadata();
  expect([format, width, height]).toEqual(["png", 1200, 630]);
  expect(image.length).toBeLessThan(100 * 1024);
});

test("draws different images for different texts and brands", async () => {
  const images = await Promise.all([
    drawOgImage(WORDS, "Mtandao"),
    drawOgImage({ ...WORDS, title: "Another" }, "Mtandao"),
    drawOgImage(WORDS, "Jirani"),
  ]);
  expect(new Set(images.map((image) => image.toString("base64"))).size).toBe(3);
});

test("draws an image once for parallel requests and caches it for later processes", async () => {
  const draw = vi.fn(drawOgImage);
  const { findOgImage } = createOgImages({ brand: "Mtandao", folder, draw });
  const found = await Promise.all(Array.from({ length: 10 }, () => findOgImage(WORDS)));
  expect(new Set(found.map((image) => image.ok && image.value)).size).toBe(1);
  await findOgImage(WORDS);
  expect(await createOgImages({ brand: "Mtandao", folder, draw }).findOgImage(WORDS)).toEqual(found[0]);
  expect(draw).toHaveBeenCalledTimes(1);
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.png$/)]);
  await createOgImages({ brand: "Jirani", folder, draw }).findOgImage(WORDS);
  expect(draw).toHaveBeenCalledTimes(2);
});

test("fails with 500 if drawing fails, and tries again the next time", async () => {
  vi.spyOn(log, "error").mockImplementation(() => {});
  const draw = vi.fn(drawOgImage).mockRejectedValueOnce(new Error("no library"));
  const { findOgImage } = createOgImages({ brand: "Mtandao", folder, draw });
  expect(await findOgImage(WORDS)).toMatchObject({ ok: false, status: 500 });
  expect((await findOgImage(WORDS)).ok).toBe(true);
});

test("refuses requests when twenty wait", async () => {
  const draw = vi.fn(() => new Promise<Buffer>((done) => setTimeout(done, 1, Buffer.from("x"))));
  const { findOgImage } = createOgImages({ brand: "Mtandao", folder, draw });
  const titles = Array.from({ length: 25 }, (_, index) => `${index}`);
  const all = await Promise.all(titles.map((title) => findOgImage({ label: "", title })));
  expect(all.filter((image) => !image.ok && image.status === 503)).toHaveLength(4);
});
