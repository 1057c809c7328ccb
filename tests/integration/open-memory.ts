import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "#app/platform/env.server.ts";
import { type Embedded, openEmbedded } from "#mocks/database/embedded.ts";
import type { AuthMail } from "#mocks/database/mail-queue.ts";
import { fingerprint } from "./fingerprint.ts";

/** Waits for the mails that are being sent when a response arrives. */
export const mailsSettled = () => new Promise(setImmediate);

/** Makes sent auth mails a minute older: the auth service sends an address one mail a minute. */
export async function aMinuteLater(): Promise<void> {
  const database = await globalThis.embeddedDatabase;
  await database?.query(
    `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '61 seconds',
       recovery_sent_at = recovery_sent_at - interval '61 seconds'`,
  );
}

/** `tables` is the list of all tables, as SQL. */
type Memory = { database: Embedded; mails: AuthMail[]; tables: string };

declare global {
  /** Test files in one process share a database: opening one takes longer than most files do. */
  var openedMemory: Memory | undefined;
}

/**
 * Returns a database in memory for this test file, migrated, with the seeded posts only. `mails` collects the auth mails.
 * Closing the database leaves it open for the next file.
 */
export async function openMemory(): Promise<{ database: Embedded; mails: AuthMail[] }> {
  const before = globalThis.openedMemory;
  // A test of the shutdown has closed it.
  const isOpen = globalThis.embeddedDatabase !== undefined;
  const memory = before && isOpen && (await isEmptied(before)) ? before : await open();
  globalThis.openedMemory = memory;
  memory.mails = [];
  Object.assign(env.supabase, memory.database.keys);
  return { database: { ...memory.database, async close() {} }, mails: memory.mails };
}

/** Deletes the rows of the previous file. Returns false, and closes the database, if that file changed its tables. */
async function isEmptied({ database, tables }: Memory): Promise<boolean> {
  if ((await findTables(database)) !== tables) {
    await database.close();
    return false;
  }
  // Without triggers, because one of them rejects deletions from the desk's log.
  await database.query("set session_replication_role = replica");
  await database.query(`truncate ${tables} restart identity`);
  await database.query("set session_replication_role = default");
  await database.query(await readFile("supabase/seed.sql", "utf8"));
  return true;
}

async function findTables({ query }: Embedded): Promise<string> {
  const names = "string_agg(format('%I.%I', schemaname, tablename), ', ' order by schemaname, tablename)";
  const [found] = await query(`select ${names} as tables from pg_tables where schemaname in ('auth', 'public')`);
  return String(found?.tables);
}

const FOLDER = "node_modules/.cache/mtandao";

/** Opens a database in under a second, from a snapshot that is named by a hash of its sources. */
async function open(): Promise<Memory> {
  const name = await fingerprint();
  const file = path.join(FOLDER, `${name}.tar`);
  const kept = await readFile(file).catch(() => undefined);
  const snapshot = kept && new Blob([new Uint8Array(kept)]);
  const onMail = async (mail: AuthMail) => void globalThis.openedMemory?.mails.push(mail);
  const database = await openEmbedded({ dataDir: "memory://", onMail, snapshot });
  if (!kept) {
    // 40 MB each: only the newest is kept.
    await mkdir(FOLDER, { recursive: true });
    const old = (await readdir(FOLDER)).filter((entry) => !entry.startsWith(name));
    await Promise.all(old.map((entry) => rm(path.join(FOLDER, entry), { recursive: true, force: true })));
    await writeFile(`${file}.${process.pid}`, Buffer.from(await (await database.dump()).arrayBuffer()));
    await rename(`${file}.${process.pid}`, file);
  }
  return { database, mails: [], tables: await findTables(database) };
}
