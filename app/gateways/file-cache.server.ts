import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { log } from "#app/log.server.ts";
import { nowMs } from "#app/model/clock.ts";
import { msFromNow } from "#app/model/monotonic-clock.ts";
import { UNFINISHED, writeFileAtomic } from "./atomic-write.server.ts";

type FileCacheOptions = {
  folder: string;
  /** Of all files together; what was not asked for longest goes first. */
  maxBytes: number;
};
type Entry = { size: number; keptAt: number };
/** `keptAt`: milliseconds since 1970. */
type Kept = { bytes: Buffer; keptAt: number };

/** Where nothing can be written, so much is kept in memory. */
const MEMORY_BYTES = 16 * 1024 * 1024;
/** A file being written that is older than this was left by a process that is gone. */
const LEFT_BEHIND_MS = 3600_000;

/**
 * Files that can be made again, kept in a folder. A file is there whole or not at all, also after a crash. Several processes
 * may share the folder. Nothing here ever throws: without a folder that can be written, less is kept, in memory.
 * Names are letters, digits, dots and dashes.
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
  // The tests' database lies in memory, and so does what lies beside it.
  if (folder.startsWith("memory:")) throw new Error("in memory");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const probe = path.join(folder, `${randomUUID()}${UNFINISHED}`);
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

/** The finished files of a folder, the oldest first. Unfinished ones that nobody writes any more are removed. */
async function filesIn(folder: string): Promise<(Entry & { name: string })[]> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const facts = await stat(file).catch(() => undefined);
      if (!facts?.isFile()) return [];
      const keptAt = facts.mtimeMs;
      if (!name.endsWith(UNFINISHED)) return [{ name, size: facts.size, keptAt }];
      if (msFromNow(keptAt) > LEFT_BEHIND_MS) await rm(file, { force: true });
      return [];
    }),
  );
  return found.flat().sort((one, other) => one.keptAt - other.keptAt);
}

/** Gives back whether it is there. */
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
