import { existsSync } from "node:fs";
import type { PGlite } from "@electric-sql/pglite";
import { withoutConsoleErrors } from "./console-filter.ts";
import { checkDataVersion, dataFileError, isDiskFull, makeDataFolder } from "./data-folder.ts";
import { lockDataFolder } from "./data-lock.ts";
import { makeSecrets, readOrMakeSecrets } from "./data-secrets.ts";
import { imitateGoTrue } from "./gotrue.ts";
import { createSerialQueue, isoTimestamp, type Mailer, requireKey, startLite } from "./lite-app.ts";
import { workAroundLite } from "./lite-workarounds.ts";
import { createMailQueue, type SendMail, sendToOutbox } from "./mail-queue.ts";
import { firstMigration } from "./migrate.ts";
import { shortTimers, speedUpLite } from "./patch-pglite.ts";
import { withRowLimit } from "./row-limit.ts";
import { copySnapshot } from "./snapshot.ts";

/** The open database of this process. */
export type Embedded = {
  /** The site's SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY. */
  keys: { publishableKey: string; secretKey: string };
  /** Responds to a call of the auth or REST service as a hosted project would. Never rejects. */
  answer(request: Request): Promise<Response>;
  /** Runs a statement as the database's owner, without row-level security: for the sandbox's own data and for tests. */
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Returns the whole database as a tar file, which the option `snapshot` opens again. */
  dump(): Promise<Blob | File>;
  /** Waits for running calls, closes the database and unlocks the data folder. */
  close(): Promise<void>;
};

type EmbeddedOptions = {
  /** A folder relative to the working directory, or `memory://`. */
  dataDir: string;
  /** Sends the auth service's mails. Default: to the sandbox's outbox. */
  onMail?: SendMail;
  snapshot?: Blob | File;
};

declare global {
  /** The open database. It is global, because development reloads and each test file load this module again. */
  var embeddedDatabase: Promise<Embedded> | undefined;
}

/**
 * Opens the embedded database, or returns the one that is open: PostgreSQL in WebAssembly with auth and REST services,
 * migrations and seed. Only one process at a time may use a folder. Throws DataFolderError if the folder is unusable.
 */
export function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  if (!globalThis.embeddedDatabase) {
    const opening = open(options);
    globalThis.embeddedDatabase = opening;
    opening.catch(() => {
      globalThis.embeddedDatabase = undefined;
    });
  }
  return globalThis.embeddedDatabase;
}

async function open({ dataDir, snapshot, ...options }: EmbeddedOptions): Promise<Embedded> {
  const onMail = options.onMail ?? sendToOutbox;
  if (dataDir.startsWith("memory://")) {
    return start({ files: dataDir, secrets: makeSecrets(), onMail, snapshot, onClose() {} });
  }
  await makeDataFolder(dataDir);
  const unlock = await lockDataFolder(dataDir);
  try {
    const secrets = await readOrMakeSecrets(dataDir);
    const { files, markReady } = await checkDataVersion(dataDir, await firstMigration());
    if (!existsSync(files)) await copySnapshot(files);
    const embedded = await start({ files, secrets, onMail, snapshot, onClose: unlock });
    await markReady();
    return embedded;
  } catch (error) {
    unlock();
    throw isDiskFull(error) ? dataFileError(dataDir, error) : error;
  }
}

type Start = {
  files: string;
  secrets: Awaited<ReturnType<typeof readOrMakeSecrets>>;
  onMail: SendMail;
  snapshot: Blob | File | undefined;
  onClose: () => void;
};

async function start({ files, secrets, onMail, snapshot, onClose }: Start): Promise<Embedded> {
  const mail = createMailQueue(onMail);
  const { app, database, connection } = await withoutConsoleErrors(() => startServices(files, secrets, mail, snapshot));

  // The database has one session. Concurrent requests would share transactions and roles, and an anonymous visitor could
  // read private rows. So they run one at a time.
  const queue = createSerialQueue();
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => queue(() => withoutConsoleErrors(task));

  const { publishableKey, secretKey } = secrets;
  return {
    keys: { publishableKey, secretKey },
    answer: requireKey(
      secrets,
      imitateGoTrue(secretKey, (request) =>
        inTurn(async () => {
          // The caller has given up.
          if (request.signal.aborted) return Response.error();
          return (
            (await workAroundLite(request, { database, service: app, secretKey, mail })) ??
            withRowLimit(request, { service: app, database })
          );
        }),
      ),
    ),
    query: (sql, parameters) =>
      inTurn(async () => (await database.query<Record<string, unknown>>(sql, parameters)).rows),
    dump: () => inTurn(() => database.dumpDataDir("none")),
    async close() {
      globalThis.embeddedDatabase = undefined;
      await inTurn(() => connection.close());
      await mail.settled();
      onClose();
    },
  };
}

/** Enough for the sandbox. PGlite's default of 128 MB makes each start slower. */
const BUFFERS = "32MB";

async function startServices(
  files: string,
  secrets: Start["secrets"],
  email: Mailer,
  loadDataDir: Blob | File | undefined,
) {
  const [{ createPgliteConnection }, { PGlite }] = await Promise.all([
    import("@supabase/lite/pglite"),
    import("@electric-sql/pglite"),
  ]);
  const connection = await createPgliteConnection({
    url: files,
    pgliteOptions: {
      loadDataDir,
      extensions: { shortTimers },
      parsers: { 1184: isoTimestamp },
      startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${BUFFERS}`],
    },
  });
  const database: PGlite = connection.driver;
  const app = await startLite({ connection, statements: database, secrets, email });
  await speedUpLite(database, connection);
  return { app, database, connection };
}
