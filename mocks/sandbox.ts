import { env } from "#app/env.server.ts";
import { makeDataFolder } from "#app/gateways/supabase/data-folder.server.ts";
import { openEmbedded } from "#app/gateways/supabase/embedded.server.ts";
import { refuseToListen } from "#app/server/listen.server.ts";
import { run } from "#app/server/run.server.ts";
import { createDemoCustomers } from "./demo-customers.ts";
import { serveMocks } from "./serve.ts";

/** Starts the mock providers, then the site with its demo customers, and says where both are. */
export async function runSandbox(): Promise<void> {
  const { sandboxPort, dataDir, isOpenSandbox, host, port } = env;
  // The outbox lies there too, and a folder that cannot be written must not look like a port that cannot be used.
  await makeDataFolder(dataDir);
  const mocks = { port: sandboxPort, dataDir, isOpen: isOpenSandbox };
  await serveMocks(mocks).catch((error) => refuseToListen("127.0.0.1", sandboxPort, error));
  await run(makeDemoCustomers);
  const outbox = `http://127.0.0.1:${sandboxPort}/`;
  process.stdout.write(`Mtandao is at http://${host}:${port}/ (sandbox; its outbox is at ${outbox})\n`);
}

/** The sandbox's customers, made on every start that misses them. */
export async function makeDemoCustomers(): Promise<void> {
  await createDemoCustomers(await openEmbedded({ dataDir: env.dataDir }));
}
