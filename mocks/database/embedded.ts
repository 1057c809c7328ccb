import type { PGlite } from "@electric-sql/pglite";
import { checkDataVersion, dataFileError, isDiskFull, makeDataFolder } from "./data-folder.ts";
import { lockDataFolder } from "./data-lock.ts";
import { makeSecrets, readOrMakeSecrets } from "./data-secrets.ts";
import { likeGoTrue } from "./gotrue.ts";
import { answerWithKey, isoTimestamp, type Mailer, oneAtATime, startLite } from "./lite-app.ts";
import { quicken } from "./lite-speed.ts";
import { workAroundLite } from "./lite-workarounds.ts";
import { createMailQueue, type SendMail, sendToOutbox } from "./mail-queue.ts";
import { withoutConsoleErrors } from "./quiet.ts";

/** The open database of this process. */
export type Embedded = {
  /** What it must be shown: the site's SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY. */
  keys: { publishableKey: string; secretKey: string };
  /** Answers a call of the auth or the REST service as a hosted project does. Never rejects. */
  answer(request: Request): Promise<Response>;
  /** One plain statement as the database's owner, outside every rule: for the sandbox's own data and for tests. */
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** The whole database as one tar file; `snapshot` opens it again. */
  dump(): Promise<Blob | File>;
  /** Waits for what is under way, closes the database and frees the data folder. */
  close(): Promise<void>;
};

type EmbeddedOptions = {
  /** A folder relative to the working directory, or `memory://`. */
  dataDir: string;
  /** Where the auth service's mails go. The sandbox's outbox when left out. */
  onMail?: SendMail;
  snapshot?: Blob | File;
};

declare global {
  /** The open database. Development reloads and the next test file load this module again and must find it. */
  var embeddedDatabase: Promise<Embedded> | undefined;
}

/**
 * Opens the embedded database, or gives back the one this process has open: lock, keys, PostgreSQL in WebAssembly with
 * the auth and REST services around it, migrations, seed. One process at a time; for development, demo and tests.
 * Throws DataFolderError with one sentence when a person must put the folder right.
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
    const { files, markReady } = await checkDataVersion(dataDir);
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

  // The database has one session. Requests that overlap would run inside each other's transactions, under each other's
  // roles: an anonymous visitor was given private rows. So one at a time.
  const alone = oneAtATime();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => alone(() => withoutConsoleErrors(work));

  const { publishableKey, secretKey } = secrets;
  return {
    keys: { publishableKey, secretKey },
    answer: answerWithKey(
      secrets,
      likeGoTrue(secretKey, (request) =>
        inTurn(async () => {
          // Whoever asked has given up.
          if (request.signal.aborted) return Response.error();
          return (await workAroundLite(request, { database, service: app, secretKey })) ?? app.fetch(request);
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

/** All that the sandbox stores, where PGlite would set 128 MB aside and touch each page of them at every start. */
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
      parsers: { 1184: isoTimestamp },
      startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${BUFFERS}`],
    },
  });
  const database: PGlite = connection.driver;
  const app = await startLite({ connection, statements: database, secrets, email });
  await quicken(database, connection);
  return { app, database, connection };
}
