import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { nowMs } from "../clock.ts";
import { log } from "../log.server.ts";
import { distanceFromNowMs } from "../text/monotonic-clock.ts";
import { PARTIAL_SUFFIX, writeFileAtomic } from "./atomic-write.server.ts";

type FileCacheOptions = {
  folder: string;
  /** Size of all files together. The least recently used files are deleted first. */
  maxBytes: number;
};
type Entry = { size: number; keptAt: number };
/** `keptAt` is in milliseconds since 1970. */
type Kept = { bytes: Buffer; keptAt: number };

/** Size of the memory cache that is used if the folder is not writable. */
const MEMORY_BYTES = 16 * 1024 * 1024;
/** A partial file that is older than this belongs to a process that has ended. */
const LEFT_BEHIND_MS = 3600_000;

/**
 * Creates a cache of reproducible files in a folder, which several processes may share. Files are written atomically. Its
 * functions never throw. If the folder is not writable, files are cached in memory, and fewer of them. Names consist of
 * letters, digits, dots and hyphens.
 */
export function createFileCache({ folder, maxBytes }: FileCacheOptions) {
  const memory = new LRUCache<string, Kept>({
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(bytes.length, 1),
  });
  let opening: Promise<LRUCache<string, Entry> | null> | undefined;

  function open() {
    opening ??= openFolder(folder, maxBytes).catch((error) => {
      log.warn({ reason: codeOf(error) }, "files are kept in memory alone");
      return null;
    });
    return opening;
  }

  async function get(name: string): Promise<Kept | undefined> {
    const files = await open();
    const entry = files?.get(name);
    if (!files || !entry) return memory.get(name);
    try {
      return { bytes: await readFile(path.join(folder, name)), keptAt: entry.keptAt };
    } catch {
      files.delete(name);
      return undefined;
    }
  }

  async function set(name: string, bytes: Buffer): Promise<void> {
    const files = await open();
    const keptAt = nowMs();
    if (files && (await write(path.join(folder, name), bytes))) files.set(name, { size: bytes.length, keptAt });
    else memory.set(name, { bytes, keptAt });
  }

  return { get, set };
}

async function openFolder(folder: string, maxBytes: number): Promise<LRUCache<string, Entry>> {
  // Tests keep their database, and so this folder, in memory.
  if (folder.startsWith("memory:")) throw new Error("in memory");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const probe = path.join(folder, `${randomUUID()}${PARTIAL_SUFFIX}`);
  await writeFile(probe, "");
  await rm(probe);

  const files = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => Math.max(size, 1),
    dispose: (_entry, name, reason) => {
      if (reason === "evict") rm(path.join(folder, name), { force: true }).catch(() => undefined);
    },
  });
  for (const { name, ...entry } of await filesIn(folder)) files.set(name, entry);
  return files;
}

/** Returns the complete files of a folder, oldest first. Deletes partial files that were abandoned. */
async function filesIn(folder: string): Promise<(Entry & { name: string })[]> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const facts = await stat(file).catch(() => undefined);
      if (!facts?.isFile()) return [];
      const keptAt = facts.mtimeMs;
      if (!name.endsWith(PARTIAL_SUFFIX)) return [{ name, size: facts.size, keptAt }];
      if (distanceFromNowMs(keptAt) > LEFT_BEHIND_MS) await rm(file, { force: true });
      return [];
    }),
  );
  return found.flat().sort((one, other) => one.keptAt - other.keptAt);
}

/** Returns whether the file was written. */
async function write(file: string, bytes: Buffer): Promise<boolean> {
  try {
    await writeFileAtomic(file, bytes);
    return true;
  } catch (error) {
    log.warn({ reason: codeOf(error) }, "file not kept");
    return false;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}
