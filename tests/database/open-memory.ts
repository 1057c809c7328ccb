import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Embedded, openEmbedded } from "#app/gateways/supabase/embedded.server.ts";
import type { AuthMail } from "#app/gateways/supabase/mail-queue.server.ts";
import { fingerprint } from "./fingerprint.ts";

/** Mails are on their way when a request has its answer, and arrive before anything else happens. */
export const settled = () => new Promise(setImmediate);

const FOLDER = "node_modules/.cache/mtandao";

/**
 * Opens this test file's own database in memory, migrated and with the seeded posts, in under a second: the state
 * after the first start is kept in a file that is named by all it was made from. `mails` collects the auth mails.
 */
export async function openMemory(): Promise<{ database: Embedded; mails: AuthMail[] }> {
  const mails: AuthMail[] = [];
  const onMail = async (mail: AuthMail) => {
    mails.push(mail);
  };
  const file = path.join(FOLDER, `${await fingerprint()}.tar`);
  const kept = await readFile(file).catch(() => undefined);
  const snapshot = kept && new Blob([new Uint8Array(kept)]);
  const database = await openEmbedded({ dataDir: "memory://", onMail, snapshot });
  if (!kept) {
    // 40 MB each: only the newest is kept.
    await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    await writeFile(`${file}.${process.pid}`, Buffer.from(await (await database.dump()).arrayBuffer()));
    await rename(`${file}.${process.pid}`, file);
  }
  return { database, mails };
}
