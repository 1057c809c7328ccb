import type { RequestListener } from "node:http";
import { env } from "#app/env.server.ts";
import { openBackend } from "#app/work/backend.server.ts";
import { makeDemoCustomers } from "./sandbox.ts";
import { serveMocks } from "./serve.ts";

type Load = <Module>(path: string) => Promise<Module>;
type FrontModule = typeof import("#app/server/development.server.ts");

/**
 * Starts what stays the same while code changes: mocks and database. Takes a loader of the project's modules; gives back
 * where to listen and a front that loads the site anew for each request.
 */
export async function startDevelopment(load: Load): Promise<{ port: number; host: string; front: RequestListener }> {
  if (env.isSandbox) await serveMocks({ port: env.sandboxPort, dataDir: env.dataDir, isOpen: env.isOpenSandbox });
  await openBackend();
  if (env.isSandbox) await makeDemoCustomers();
  const front: RequestListener = async (req, res) => {
    const { createDevelopmentFront } = await load<FrontModule>("/app/server/development.server.ts");
    createDevelopmentFront(load)(req, res);
  };
  return { port: env.port, host: env.host, front };
}
