import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import type { RouteOf } from "./route-of.server.ts";

/**
 * Remix for a finished build. Each address is answered by a handler that knows the routes which the address matches and no
 * others: Remix compares an address with every route it knows, three times for each page, and makes all of them anew for
 * each (decision 035). They are made when first asked for, one for each route of the map.
 */
export function createPerRouteHandler({ build, routeOf }: { build: ServerBuild; routeOf: RouteOf }): RequestHandler {
  const handlers = new Map<string, RequestHandler>();
  return (request, context) => {
    const { ids } = routeOf(new URL(request.url).pathname);
    const key = ids.join(" ");
    const handler = handlers.get(key) ?? createRequestHandler(ids.length > 0 ? only(build, ids) : build, "production");
    handlers.set(key, handler);
    return handler(request, context);
  };
}

function only(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const pick = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)));
  return { ...build, routes: pick(build.routes), assets: { ...build.assets, routes: pick(build.assets.routes) } };
}
