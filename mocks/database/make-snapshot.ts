import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { writeFileAtomic } from "#app/platform/upstream/atomic-write.server.ts";
import { openEmbedded } from "./embedded.ts";
import { fingerprint, readStamp, SNAPSHOT } from "./snapshot.ts";

/**
 * Makes the files that `copySnapshot` copies, unless the build has them already: a database with migrations and seed. The demo
 * customers and staff are not in it, because each start makes them with its own dates.
 */
export async function makeSnapshot(): Promise<void> {
  const sources = await fingerprint();
  if (sources === (await readStamp())) return;
  await rm(SNAPSHOT, { recursive: true, force: true });
  const work = `${SNAPSHOT}.${process.pid}`;
  const database = await openEmbedded({ dataDir: work });
  await database.close();
  await mkdir(SNAPSHOT, { recursive: true });
  await rename(path.join(work, "pg"), path.join(SNAPSHOT, "pg"));
  await rm(work, { recursive: true });
  // Written last, because the files do not count without it.
  await writeFileAtomic(path.join(SNAPSHOT, "stamp"), sources);
}
