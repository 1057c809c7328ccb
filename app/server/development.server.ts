import type { RequestListener } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { PageCache } from "./page-cache.server.ts";
import { createRequestHandler } from "./request-handler.server.ts";
import { createSite } from "./site.server.ts";

/** Returns a request handler that loads the current code for every request. */
export function createDevelopmentHandler(load: <Module>(path: string) => Promise<Module>): RequestListener {
  const cache = new PageCache();
  const site = createSite({ build: () => load<ServerBuild>("virtual:remix/server-build"), mode: "development", cache });
  return createRequestHandler({ site, cache });
}
