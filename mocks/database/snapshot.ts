import { createHash } from "node:crypto";
import { cpSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { migrationFiles, SEED } from "./migrate.ts";

/**
 * The folder of `pg/` and `stamp`. Relative to the working directory, because a bundle is in another folder. Written by `npm
 * run build`.
 */
export const SNAPSHOT = "build/snapshot";

/** The packages that decide what is in a new database, beside the migrations and the seed. */
const PACKAGES = ["@electric-sql/pglite", "@supabase/lite"].map((name) => `node_modules/${name}/package.json`);

/**
 * Copies the files of a migrated and seeded database to `files`, if the build has them and they are of the present migrations:
 * making them anew takes most of a first start. Without them it does nothing.
 */
export async function copySnapshot(files: string, snapshot = SNAPSHOT): Promise<void> {
  if ((await fingerprint()) !== (await readStamp(snapshot))) return;
  // Synchronously, because copying a thousand files one by one takes much longer.
  cpSync(path.join(snapshot, "pg"), files, { recursive: true });
}

/** Returns the fingerprint of what the build's files were made from; undefined without such files. */
export function readStamp(snapshot = SNAPSHOT): Promise<string | undefined> {
  return readFile(path.join(snapshot, "stamp"), "utf8").catch(() => undefined);
}

/** Returns a hash of everything that a new database is made from. */
export async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [...(await migrationFiles()), SEED, ...PACKAGES])
    hash.update(`${file}\n`).update(await readFile(file).catch(() => ""));
  return hash.digest("hex");
}
