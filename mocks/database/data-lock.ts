import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { nowMs } from "#app/platform/clock.ts";
import { distanceFromNowMs } from "#app/platform/text/monotonic-clock.ts";
import { DataFolderError, dataFileError } from "./data-folder.ts";

const ABANDONED_MS = 5000;
/** Half a minute for a lock that can neither be read nor taken over. */
const MAX_TRIES = 300;

/**
 * Locks the data folder and returns the function that unlocks it. PGlite has no lock, and two processes on one folder lose
 * committed rows. The lock of a dead process (kill -9) is taken over. Throws DataFolderError if another process has the lock.
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  const file = path.join(dataDir, "lock");
  const mine = `${process.pid} ${startTime(process.pid) ?? ""}`;
  for (let tries = 0; !tryCreate(file, mine); tries += 1) {
    // For example, because it is a folder.
    if (tries > MAX_TRIES) throw new DataFolderError(`${file} cannot be read: delete it, then start again.`);
    // An empty file: its process is about to write it, or died before.
    const held = read(file) || (await wait(100).then(() => read(file)));
    if (held === undefined) continue;
    const [pid = Number.NaN, started] = held.split(" ").map(Number);
    if (isAlive(pid, started)) {
      throw new DataFolderError(`The data folder ${dataDir} is in use by process ${pid}: stop it, or set DATA_DIR.`);
    }
    if (takeOver(file, held, mine)) break;
    await wait(20);
  }
  return () => {
    if (read(file) === mine) rmSync(file, { force: true });
  };
}

/**
 * Replaces a stale lock with ours and returns whether that worked. Several processes may find the same stale lock; only the one
 * that creates the second file may check again and replace it, and the rename is atomic.
 */
function takeOver(file: string, stale: string, mine: string): boolean {
  const next = `${file}.next`;
  if (!tryCreate(next, mine)) {
    if (ageMs(next) > ABANDONED_MS) rmSync(next, { force: true });
    return false;
  }
  const isStale = read(file) === stale;
  if (isStale) renameSync(next, file);
  else rmSync(next, { force: true });
  return isStale;
}

function tryCreate(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw dataFileError(file, error);
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function ageMs(file: string): number {
  return distanceFromNowMs(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? nowMs());
}

function isAlive(pid: number, started: number | undefined): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  // A restarted container reuses process ids; the start time differs.
  const now = startTime(pid);
  return now === undefined || !started || now === started;
}

/** Returns the start time of a process in clock ticks since boot (proc(5), field 22); undefined outside Linux. */
function startTime(pid: number): number | undefined {
  const line = read(`/proc/${pid}/stat`);
  return line ? Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[19]) : undefined;
}
