import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";

/** Suffix of files that are not completely written. */
export const PARTIAL_SUFFIX = ".part";

/** Readable by the owner only: the files may hold keys and messages. */
const OWNER_ONLY = { mode: 0o600, flush: true };

/**
 * Writes a file atomically: a temporary file beside it is renamed into place. After a crash the old or the new
 * content is there. Throws file system errors and then removes the temporary file.
 */
export async function writeFileAtomic(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = temporaryName(file);
  try {
    await writeFile(temporary, content, OWNER_ONLY);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Synchronous `writeFileAtomic`, for callers that must not be interleaved with other writes. */
export function writeFileAtomicSync(file: string, content: string): void {
  const temporary = temporaryName(file);
  try {
    writeFileSync(temporary, content, OWNER_ONLY);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function temporaryName(file: string): string {
  return `${file}.${randomUUID()}${PARTIAL_SUFFIX}`;
}
