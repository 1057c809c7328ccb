import { env } from "#app/platform/env.server.ts";
import { throwListenError } from "#app/server/listen.server.ts";
import { run } from "#app/server/run.server.ts";
import { makeDataFolder } from "./database/data-folder.ts";
import { type Embedded, openEmbedded } from "./database/embedded.ts";
import { expireStaleJobs } from "./database/stale-jobs.ts";
import { askDemoCode, createDemoCustomers, giveDemoCredit } from "./demo-customers.ts";
import { addDemoServices } from "./demo-services.ts";
import { createDemoStaff } from "./demo-staff.ts";
import { lengthenDeadlines } from "./lengthen-deadlines.ts";
import { openMailServer, queuedMails } from "./sandbox-smtp.ts";
import { LOOPBACK, serveMocks } from "./serve.ts";
import { labelCalls } from "./workbench/calls.ts";
import { writeRealEnv } from "./workbench/real-env.ts";
import { keepSeed } from "./workbench/state.ts";
import { allowUsedCodes } from "./workbench/used-codes.ts";

/** The values of HOST for every address of this machine, the loopback address among them. */
const ANY_ADDRESS = new Set(["0.0.0.0", "::"]);

/** Starts the mock providers and the site, and prints both URLs. */
export async function runSandbox(): Promise<void> {
  const { sandboxPort, host, port } = env;
  lengthenDeadlines(env.sandboxDeadlines);
  const database = await openProviders();
  await run(() => database.close());
  const outbox = `http://127.0.0.1:${sandboxPort}/`;
  process.stdout.write(`Mtandao is at http://${host}:${port}/ (sandbox; its outbox is at ${outbox})\n`);
}

/**
 * Starts the mock providers and the database with the sandbox's customers, and sets the database's keys in `env`. Throws an
 * error with one clear sentence if the port or the data folder is unusable.
 */
export async function openProviders(): Promise<Embedded> {
  const { sandboxPort, dataDir, isOpenSandbox } = env;
  // In a container the port must listen on all addresses, or it could not be reached from outside. So HOST is used only if it
  // stands for all addresses: the site itself calls the providers at the loopback address.
  const host = isOpenSandbox && ANY_ADDRESS.has(env.host) ? env.host : LOOPBACK;
  // Before serveMocks, which also uses the folder and whose errors are reported as errors of the port.
  await makeDataFolder(dataDir);
  const mocks = { port: sandboxPort, dataDir, host, isOpen: isOpenSandbox, queued: queuedMails };
  await serveMocks(mocks).catch((error) => throwListenError(host, sandboxPort, error));
  await openMailServer();
  const database = await openEmbedded({ dataDir });
  Object.assign(env.supabase, database.keys);
  await expireStaleJobs(database);
  await createDemoCustomers(database);
  await createDemoStaff(database);
  await giveDemoCredit(database);
  await askDemoCode(database);
  await addDemoServices(database);
  await allowUsedCodes(database);
  await keepSeed(database);
  await writeRealEnv();
  labelCalls();
  return database;
}
