import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { log } from "../log.server.ts";
import { createFileCache } from "./file-cache.server.ts";

const KB = Buffer.alloc(1024, "x");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "files-"));
  vi.spyOn(log, "warn").mockImplementation(() => {});
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const namesIn = async () => (await readdir(folder)).sort();

test("returns a stored file with its time, also in a later process", async () => {
  const files = createFileCache({ folder, maxBytes: 10_000 });
  expect(await files.get("a.webp")).toBeUndefined();
  await files.set("a.webp", KB);
  expect(await files.get("a.webp")).toEqual({ bytes: KB, keptAt: expect.any(Number) });
  const later = await createFileCache({ folder, maxBytes: 10_000 }).get("a.webp");
  expect(later).toEqual({ bytes: KB, keptAt: expect.any(Number) });
});

test("evicts the least recently used file, also from the folder", async () => {
  const files = createFileCache({ folder, maxBytes: 3 * 1024 });
  for (const name of ["a", "b", "c"]) await files.set(name, KB);
  await files.get("a");
  await files.set("d", KB);
  await vi.waitFor(async () => expect(await namesIn()).toEqual(["a", "c", "d"]), { timeout: 60_000 });
  expect(await files.get("b")).toBeUndefined();
});

test("shrinks a folder that is too large at the start, oldest files first", async () => {
  for (const [name, age] of Object.entries({ new: 0, old: 200, middle: 100 })) {
    await writeFile(path.join(folder, name), KB);
    const seconds = Date.now() / 1000 - age;
    await utimes(path.join(folder, name), seconds, seconds);
  }
  await createFileCache({ folder, maxBytes: 2 * 1024 }).get("new");
  await vi.waitFor(async () => expect(await namesIn()).toEqual(["middle", "new"]), { timeout: 60_000 });
});

test("survives a deleted file, the deletion of its folder, and a folder that it did not create", async () => {
  const files = createFileCache({ folder, maxBytes: 10_000 });
  for (const name of ["a", "c"]) await files.set(name, KB);
  await rm(path.join(folder, "a"));
  expect(await files.get("a")).toBeUndefined();
  await mkdir(path.join(folder, "b"));
  expect(await createFileCache({ folder, maxBytes: 10_000 }).get("b")).toBeUndefined();
  await rm(folder, { recursive: true });
  await files.set("d", KB);
  expect((await files.get("d"))?.bytes).toEqual(KB);
  expect(await files.get("c")).toBeUndefined();
});

test("never returns a partial file, and deletes abandoned ones", async () => {
  for (const name of ["a.webp.1.part", "b.webp.2.part"]) await writeFile(path.join(folder, name), "half");
  const twoHoursAgo = Date.now() / 1000 - 7200;
  await utimes(path.join(folder, "a.webp.1.part"), twoHoursAgo, twoHoursAgo);
  const files = createFileCache({ folder, maxBytes: 10_000 });
  expect(await files.get("a.webp")).toBeUndefined();
  expect(await namesIn()).toEqual(["b.webp.2.part"]);
  await files.set("a.webp", KB);
  expect(await readFile(path.join(folder, "a.webp"))).toEqual(KB);
});

test("caches less, in memory, if the folder is not writable, and logs it once", async () => {
  const file = path.join(folder, "file");
  await writeFile(file, "");
  const files = createFileCache({ folder: path.join(file, "below"), maxBytes: 10_000 });
  await files.set("a", KB);
  await files.set("b", KB);
  expect((await files.get("a"))?.bytes).toEqual(KB);
  expect(log.warn).toHaveBeenCalledTimes(1);
  for (let count = 0; count < 20; count++) await files.set(`large-${count}`, Buffer.alloc(1024 * 1024));
  expect(await files.get("a")).toBeUndefined();
});
