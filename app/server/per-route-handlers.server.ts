import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import type { RouteOf } from "./route-of.server.ts";

/**
 * Returns Remix's request handler for a finished build. Each URL is handled by a Remix that knows only the routes that the URL
 * matches: Remix creates all its routes again for each page and matches the URL against them three times. That takes a quarter
 * of a page's time (decision 035). Handlers are created at the first request for a route.
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
