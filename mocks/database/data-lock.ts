import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { nowMs } from "#app/model/clock.ts";
import { msFromNow } from "#app/model/monotonic-clock.ts";
import { DataFolderError, dataFileError } from "./data-folder.ts";

const ABANDONED_MS = 5000;
/** Half a minute of looking at a lock that is there and cannot be read, or taken over. */
const MOST_LOOKS = 300;

/**
 * Keeps a second process off the data folder: PGlite has no lock of its own, and two of them on one folder lose rows
 * that were already acknowledged. Gives back the function that frees the folder. A lock whose process is gone (kill -9)
 * is taken over. Throws DataFolderError when another process holds it.
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  const file = path.join(dataDir, "lock");
  const mine = `${process.pid} ${startTime(process.pid) ?? ""}`;
  for (let looks = 0; !created(file, mine); looks += 1) {
    // Such as a folder of this name.
    if (looks > MOST_LOOKS) throw new DataFolderError(`${file} cannot be read: delete it, then start again.`);
    // Empty: its process is just about to write into it, or died doing so.
    const held = read(file) || (await wait(100).then(() => read(file)));
    if (held === undefined) continue;
    const [pid = Number.NaN, started] = held.split(" ").map(Number);
    if (isAlive(pid, started)) {
      throw new DataFolderError(`The data folder ${dataDir} is in use by process ${pid}: stop it, or set DATA_DIR.`);
    }
    if (takenOver(file, held, mine)) break;
    await wait(20);
  }
  return () => {
    if (read(file) === mine) rmSync(file, { force: true });
  };
}

/**
 * Puts our lock in the place of a stale one. Several processes may have found the same stale lock: only the one that
 * has created the second file may look again and replace, and the rename does both at once.
 */
function takenOver(file: string, stale: string, mine: string): boolean {
  const next = `${file}.next`;
  if (!created(next, mine)) {
    if (ageMs(next) > ABANDONED_MS) rmSync(next, { force: true });
    return false;
  }
  const isStale = read(file) === stale;
  if (isStale) renameSync(next, file);
  else rmSync(next, { force: true });
  return isStale;
}

function created(file: string, content: string): boolean {
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
  return msFromNow(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? nowMs());
}

function isAlive(pid: number, started: number | undefined): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  // In a container every restart has the same process ids: the start time tells them apart.
  const now = startTime(pid);
  return now === undefined || !started || now === started;
}

/** Clock ticks between the machine's boot and the start of a process (proc(5), field 22); undefined outside Linux. */
function startTime(pid: number): number | undefined {
  const line = read(`/proc/${pid}/stat`);
  return line ? Number(line.slice(line.lastIndexOf(")") + 2).split(" ")[19]) : undefined;
}
