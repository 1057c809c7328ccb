import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { env } from "#app/env.server.ts";
import { type Embedded, openEmbedded } from "#mocks/database/embedded.ts";
import type { AuthMail } from "#mocks/database/mail-queue.ts";
import { fingerprint } from "./fingerprint.ts";

/** Mails are on their way when a request has its answer, and arrive before anything else happens. */
export const mailsSettled = () => new Promise(setImmediate);

/** As if the mails that went out were a minute older: the auth service sends one address the next one then. */
export async function aMinuteLater(): Promise<void> {
  const database = await globalThis.embeddedDatabase;
  await database?.query(
    `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '61 seconds',
       recovery_sent_at = recovery_sent_at - interval '61 seconds'`,
  );
}

/** `tables` are those that its rows are in, as a part of SQL. */
type Memory = { database: Embedded; mails: AuthMail[]; tables: string };

declare global {
  /** Test files that share a process have one database, one after the other: opening one takes longer than most of them. */
  var openedMemory: Memory | undefined;
}

/**
 * This test file's own database in memory, migrated, with the seeded posts and nothing else. `mails` collects the auth
 * mails. Closing it leaves it to the next file.
 */
export async function openMemory(): Promise<{ database: Embedded; mails: AuthMail[] }> {
  const before = globalThis.openedMemory;
  // A test of the process's end has closed it.
  const isOpen = globalThis.embeddedDatabase !== undefined;
  const memory = before && isOpen && (await isEmptied(before)) ? before : await open();
  globalThis.openedMemory = memory;
  memory.mails = [];
  Object.assign(env.supabase, memory.database.keys);
  return { database: { ...memory.database, async close() {} }, mails: memory.mails };
}

/** Whether what the file before this one left could be taken out. If it left other tables than it found, all is given up. */
async function isEmptied({ database, tables }: Memory): Promise<boolean> {
  if ((await findTables(database)) !== tables) {
    await database.close();
    return false;
  }
  await database.query(`truncate ${tables} restart identity`);
  await database.query(await readFile("supabase/seed.sql", "utf8"));
  return true;
}

async function findTables({ query }: Embedded): Promise<string> {
  const names = "string_agg(format('%I.%I', schemaname, tablename), ', ' order by schemaname, tablename)";
  const [found] = await query(`select ${names} as tables from pg_tables where schemaname in ('auth', 'public')`);
  return String(found?.tables);
}

const FOLDER = "node_modules/.cache/mtandao";

/** Opens one in under a second: the state after the first start is kept in a file that is named by all it was made from. */
async function open(): Promise<Memory> {
  const name = await fingerprint();
  const file = path.join(FOLDER, `${name}.tar`);
  const kept = await readFile(file).catch(() => undefined);
  const snapshot = kept && new Blob([new Uint8Array(kept)]);
  const onMail = async (mail: AuthMail) => void globalThis.openedMemory?.mails.push(mail);
  const database = await openEmbedded({ dataDir: "memory://", onMail, snapshot });
  if (!kept) {
    // 40 MB each: only the newest is kept, and what another process is writing of it.
    await mkdir(FOLDER, { recursive: true });
    const old = (await readdir(FOLDER)).filter((entry) => !entry.startsWith(name));
    await Promise.all(old.map((entry) => rm(path.join(FOLDER, entry), { recursive: true, force: true })));
    await writeFile(`${file}.${process.pid}`, Buffer.from(await (await database.dump()).arrayBuffer()));
    await rename(`${file}.${process.pid}`, file);
  }
  return { database, mails: [], tables: await findTables(database) };
}
