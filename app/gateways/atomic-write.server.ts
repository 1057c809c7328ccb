import { randomUUID } from "node:crypto";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";

/** What a file that is being written is called until it is whole. */
export const UNFINISHED = ".part";

/** For its owner's eyes alone: keys and messages are among what is kept. */
const OWN = { mode: 0o600, flush: true };

/**
 * Writes a file so that it is there whole or as it was before, also after a crash: beside it first, then moved into its
 * place. Throws what the file system throws; nothing is left behind then.
 */
export async function writeFileAtomic(file: string, content: string | Uint8Array): Promise<void> {
  const unfinished = besides(file);
  try {
    await writeFile(unfinished, content, OWN);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** The same at once, where nobody else may change what is written meanwhile. */
export function writeFileAtomicSync(file: string, content: string): void {
  const unfinished = besides(file);
  try {
    writeFileSync(unfinished, content, OWN);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

function besides(file: string): string {
  return `${file}.${randomUUID()}${UNFINISHED}`;
}
