import { createRequestHandler, type RequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import type { RouteOf } from "./route-of.server.ts";

type Options = Omit<Parameters<typeof createRequestHandler>[0], "build"> & { build: ServerBuild; routeOf: RouteOf };

/**
 * Remix for a finished build. Each address is answered by a handler that knows the routes which the address matches and no
 * others: Remix compares an address with every route it knows, three times for each page, and makes all of them anew for
 * each (decision 035). They are made when first asked for, one for each route of the map.
 */
export function answerByOwnRoutes({ build, routeOf, ...options }: Options): RequestHandler {
  const handlers = new Map<string, RequestHandler>();
  return (req, res, next) => {
    const { ids } = routeOf(pathOf(req.originalUrl));
    const key = ids.join(" ");
    const handler =
      handlers.get(key) ?? createRequestHandler({ ...options, build: ids.length > 0 ? only(build, ids) : build });
    handlers.set(key, handler);
    return handler(req, res, next);
  };
}

/** As Remix reads it: without `..` and the like. What is no address at all is for Remix to refuse. */
function pathOf(url: string): string {
  return URL.canParse(`http://site${url}`) ? new URL(`http://site${url}`).pathname : "";
}

function only(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const pick = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)));
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}
