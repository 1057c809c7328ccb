import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";

/** Returns a hash of everything that a database's initial state is made from. */
export async function fingerprint(): Promise<string> {
  const migrations = (await readdir("supabase/migrations")).map((name) => `supabase/migrations/${name}`).sort();
  const hash = createHash("sha256");
  for (const file of [
    ...migrations,
    "supabase/seed.sql",
    "package.json",
    "mocks/database/migrate.ts",
    "mocks/database/data-folder.ts",
    "tests/clock.js",
  ]) {
    hash.update(await readFile(file));
  }
  return hash.digest("hex").slice(0, 16);
}
