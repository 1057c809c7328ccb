import type { RequestListener } from "node:http";
import { onQueued, signalQueued } from "#app/mail/queue.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import { startBackgroundLoops } from "#app/server/background-loops.server.ts";
import { openRedis } from "#app/server/housekeeping.server.ts";
import { openProviders } from "./sandbox.ts";

type Load = <Module>(path: string) => Promise<Module>;
type ServerModule = typeof import("#app/server/development.server.ts");
type QueueModule = typeof import("#app/mail/queue.table.server.ts");
type EnvModule = typeof import("#app/platform/env.server.ts");

/**
 * Starts mocks, database and background loops, which keep running when code changes. `load` imports a project module in its
 * current version. Returns the address to listen on, a handler that loads the site for each request, and how to close the
 * database.
 */
export async function startDevelopment(load: Load) {
  const database = env.isSandbox ? await openProviders() : undefined;
  void openRedis();
  startBackgroundLoops();
  const handle: RequestListener = async (req, res) => {
    // The module may have been loaded again since.
    const { env: currentEnv } = await load<EnvModule>("/app/platform/env.server.ts");
    Object.assign(currentEnv.supabase, database?.keys);
    // A reloaded queue module must wake the mail run, which listens to the first one.
    const queue = await load<QueueModule>("/app/mail/queue.table.server.ts");
    if (queue.onQueued !== onQueued) queue.onQueued(signalQueued);
    const { createDevelopmentHandler } = await load<ServerModule>("/app/server/development.server.ts");
    createDevelopmentHandler(load)(req, res);
  };
  return { port: env.port, host: env.host, handle, close: async () => database?.close() };
}
