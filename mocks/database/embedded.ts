import type { PGlite } from "@electric-sql/pglite";
import { env } from "#app/env.server.ts";
import { checkDataVersion, dataFileError, isDiskFull, makeDataFolder } from "./data-folder.ts";
import { lockDataFolder } from "./data-lock.ts";
import { makeSecrets, readOrMakeSecrets } from "./data-secrets.ts";
import { mendLite } from "./lite-mends.ts";
import { quicken } from "./lite-speed.ts";
import { createMailQueue, type SendMail, sendToOutbox } from "./mail-queue.ts";
import { migrate } from "./migrate.ts";
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
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(() => withoutConsoleErrors(work));
    last = mine.catch(() => {});
    return mine;
  };

  const { publishableKey, secretKey } = secrets;
  return {
    keys: { publishableKey, secretKey },
    async answer(request) {
      // Before all else: what mends the service would act for anybody.
      const key = request.headers.get("apikey");
      if (key !== publishableKey && key !== secretKey)
        return Response.json({ message: "Invalid API key" }, { status: 401 });
      const answered = inTurn(async () => {
        // Whoever asked has given up.
        if (request.signal.aborted) return Response.error();
        return (await mendLite(request, database, app)) ?? app.fetch(request);
      });
      // PGlite's error holds the statement's parameters, which are nobody's business.
      return answered.catch(() => Response.json({ message: "The database failed." }, { status: 500 }));
    },
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

type Mailer = { send(mail: { to: string; subject: string; html?: string }): Promise<void> };

async function startServices(
  files: string,
  secrets: Start["secrets"],
  email: Mailer,
  loadDataDir: Blob | File | undefined,
) {
  const [{ App }, { createPgliteConnection }, { PGlite }] = await Promise.all([
    import("@supabase/lite"),
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
  const app = new App({
    connection,
    auth: {
      enabled: true,
      jwt_secret: secrets.jwtSecret,
      publishable_key: secrets.publishableKey,
      secret_key: secrets.secretKey,
      site_url: env.origin,
      minimum_password_length: 8,
      email: {
        enable_confirmations: true,
        template: {
          confirmation: {
            subject: "Confirm your e-mail address",
            content_path: "supabase/templates/confirmation.html",
          },
          recovery: { subject: "Choose a new password", content_path: "supabase/templates/recovery.html" },
        },
      },
    },
    options: { drivers: { email }, server: { admin: false, disableStudio: true } },
  });
  await app.init();
  await app.ensureSystemSchema();
  const database: PGlite = connection.driver;
  await migrate(database);
  // Left unset, the first request grants everything on every table to everyone, for good.
  Object.assign(connection, { rlsState: "active" });
  await quicken(database, connection);
  return { app, database, connection };
}

/** PostgreSQL's `2023-11-26 22:13:20+00` as the ISO 8601 text that a hosted project answers. */
function isoTimestamp(value: string): string {
  return value.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
}
