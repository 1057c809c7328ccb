import type { RequestListener } from "node:http";
import { env } from "#app/env.server.ts";
import { onQueued, signalQueued } from "#app/gateways/mail-queue.server.ts";
import { startMessageQueue } from "#app/use-cases/agency/tell-agency.server.ts";
import { openRedis, startHousekeeping } from "#app/use-cases/backend.server.ts";
import { startMailQueue } from "#app/use-cases/mail/mail-run.server.ts";
import { openProviders } from "./sandbox.ts";

type Load = <Module>(path: string) => Promise<Module>;
type FrontModule = typeof import("#app/server/development.server.ts");
type QueueModule = typeof import("#app/gateways/mail-queue.server.ts");
type EnvModule = typeof import("#app/env.server.ts");

/**
 * Starts what stays the same while code changes: mocks and database. Takes a loader of the project's modules; gives back
 * where to listen, a handler that loads the site again for each request, and what closes the database.
 */
export async function startDevelopment(load: Load) {
  const database = env.isSandbox ? await openProviders() : undefined;
  void openRedis();
  startHousekeeping();
  startMailQueue();
  startMessageQueue();
  const handle: RequestListener = async (req, res) => {
    // The settings may be other ones since.
    const { env: now } = await load<EnvModule>("/app/env.server.ts");
    Object.assign(now.supabase, database?.keys);
    // The mails of a module that was loaded anew leave at once, too; the run listens to the one that it came with.
    const queue = await load<QueueModule>("/app/gateways/mail-queue.server.ts");
    if (queue.onQueued !== onQueued) queue.onQueued(signalQueued);
    const { createDevelopmentHandler } = await load<FrontModule>("/app/server/development.server.ts");
    createDevelopmentHandler(load)(req, res);
  };
  return { port: env.port, host: env.host, handle, close: async () => database?.close() };
}
