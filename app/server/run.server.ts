import type { Server } from "node:http";
import * as build from "virtual:remix/server-build";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { closeBackend, openBackend } from "#app/work/backend.server.ts";
import { logConsole } from "./console-lines.server.ts";
import { drain } from "./draining.server.ts";
import { createFront } from "./front.server.ts";
import { createHttpServer } from "./http-server.server.ts";
import { listen } from "./listen.server.ts";
import { PageCache } from "./page-cache.server.ts";
import { createRouteOf } from "./route-of.server.ts";
import { createSite } from "./site.server.ts";

const CLIENT_FOLDER = "build/client";

/**
 * Runs the site until SIGTERM or SIGINT. `prepare` is done after the database is open and before the first visitor.
 * Throws an error with one clear sentence when the port, the data folder or a setting is not usable.
 */
export async function run(prepare?: () => Promise<void>): Promise<Server> {
  const cache = new PageCache();
  const routeOf = createRouteOf(build.routes);
  const site = createSite({ build, mode: "production", routeOf, cache, clientFolder: CLIENT_FOLDER });
  const server = createHttpServer(createFront({ site, cache, routeOf }));
  await openBackend();
  try {
    await prepare?.();
    await listen(server, env.port, env.host);
  } catch (error) {
    await closeBackend();
    throw error;
  }
  logConsole();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      drain(server, closeBackend).then(
        () => process.exit(0),
        (error) => {
          log.error({ err: error }, "stopping failed");
          process.exit(1);
        },
      );
    });
  }
  return server;
}
