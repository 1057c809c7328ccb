import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "#app/platform/upstream/atomic-write.server.ts";

/**
 * A problem of the data folder that a person can solve: it is locked, cannot be written, or has data of another version. The
 * message is one sentence, to be printed alone.
 */
export class DataFolderError extends Error {
  override name = "DataFolderError";
}

/** Returns a DataFolderError for a file that could not be read or written. Returns an error that is one already unchanged. */
export function dataFileError(file: string, error: unknown): Error {
  if (error instanceof DataFolderError) return error;
  if (isDiskFull(error)) return new DataFolderError(`The disk is full, so ${file} cannot be written: free some space.`);
  const reason = codeOf(error);
  return new DataFolderError(`${file} cannot be used (${reason}): make it readable and writable, or set DATA_DIR.`);
}

/** Returns whether the error or its cause means a full disk. PGlite says so in its message only. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isFull = /^(ENOSPC|EDQUOT)$/.test(codeOf(error)) || /ENOSPC|no space left|disk full/i.test(error.message);
  return isFull || isDiskFull(error.cause);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
}

/** The major version of the PostgreSQL in PGlite. It cannot read files of another one. */
export const POSTGRES_MAJOR = 17;

/** Large enough to fail on a full disk. */
const PROBE = Buffer.alloc(256 * 1024);

/** `schema`: the first migration, which another history of migrations does not have. */
const stampSchema = z.object({ postgres: z.number(), schema: z.string().optional(), isReady: z.boolean() });

/** Creates the folder if it is missing. Throws DataFolderError if it cannot be created or written. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  const probe = path.join(dataDir, `.probe-${process.pid}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(probe, PROBE);
    await rm(probe);
  } catch (error) {
    if (isDiskFull(error)) throw dataFileError(dataDir, error);
    throw new DataFolderError(
      `The data folder ${dataDir} cannot be written (${codeOf(error)}): set DATA_DIR to one that can.`,
    );
  }
}

/**
 * Checks that the database files in the folder may be opened, and marks new ones with the PostgreSQL version. Removes files of
 * a first start that did not finish, and puts files of an earlier history of migrations aside. Throws DataFolderError for files
 * of another version or program. `schema`: the first migration.
 */
export async function checkDataVersion(
  dataDir: string,
  schema: string,
): Promise<{ files: string; markReady(): Promise<void> }> {
  const files = path.join(dataDir, "pg");
  const stampFile = path.join(dataDir, "pg.json");
  const writeStamp = (isReady: boolean) =>
    writeFileAtomic(stampFile, JSON.stringify({ postgres: POSTGRES_MAJOR, schema, isReady })).catch(
      (error: unknown) => {
        throw dataFileError(stampFile, error);
      },
    );

  const stamp = stampSchema.safeParse(await readStamp(stampFile));
  if (!stamp.success && (await exists(files))) {
    if (await exists(stampFile)) {
      const right = JSON.stringify({ postgres: POSTGRES_MAJOR, schema, isReady: true });
      throw new DataFolderError(
        `${stampFile} is damaged: write ${right} into it if this program made ${files}, or move ${dataDir} away.`,
      );
    }
    throw new DataFolderError(
      `${files} was not made by this program: move it away, or set DATA_DIR to another folder.`,
    );
  }
  if (stamp.success && stamp.data.postgres !== POSTGRES_MAJOR) {
    throw new DataFolderError(
      `${files} was made by PostgreSQL ${stamp.data.postgres} and this program has ${POSTGRES_MAJOR}: move ${dataDir} away, or set DATA_DIR to another folder.`,
    );
  }
  if (stamp.success && stamp.data.isReady && stamp.data.schema !== schema) {
    const aside = path.join(dataDir, "pg-before-1.0.0");
    await rm(aside, { recursive: true, force: true });
    await rename(files, aside);
    console.error(`The sandbox begins anew: its data in ${files} had earlier tables, and is now in ${aside}.`);
  }
  if (!stamp.success || !stamp.data.isReady || stamp.data.schema !== schema) {
    await rm(files, { recursive: true, force: true });
    await writeStamp(false);
  }
  return { files, markReady: () => writeStamp(true) };
}

async function readStamp(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return undefined;
  }
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
