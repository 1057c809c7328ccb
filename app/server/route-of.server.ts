import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { LRUCache } from "lru-cache";

type Routes = ServerBuild["routes"];
/** `isIndex` and `children` exclude each other, as the router wants it. */
type Node = { id: string; path?: string } & ({ index: true } | { index?: false; children: Node[] });

/**
 * Returns the route of a path: its name for the log, whether the site has it, and the ids of the matched routes from the root
 * on.
 */
export type RouteOf = (path: string) => { name: string; isKnown: boolean; ids: readonly string[] };

/** Characters of an unknown path's first part in the log. */
const MAX_SHOWN = 40;

/**
 * Returns a function that finds the route of a path, named for the log: `/dashboard/domains/:domain/dns` instead of a
 * customer's domain. A path without a route is named by its first part, because the rest may hold personal data. Recent paths
 * are remembered, so that a cached page costs one look-up.
 */
export function createRouteOf(routes: Routes): RouteOf {
  const known = new LRUCache<string, ReturnType<RouteOf>>({ max: 500 });
  const tree = childrenOf(routes, undefined);
  return (path) => {
    const cached = known.get(path);
    if (cached !== undefined) return cached;
    const route = routeIn(tree, path);
    known.set(path, route);
    return route;
  };
}

function childrenOf(routes: Routes, parentId: string | undefined): Node[] {
  const children = Object.values(routes).filter((route) => route?.parentId === parentId);
  return children.flatMap((route) => {
    if (!route) return [];
    const node = { id: route.id, ...(route.path !== undefined && { path: route.path }) };
    return [route.index ? { ...node, index: true } : { ...node, children: childrenOf(routes, route.id) }];
  });
}

function routeIn(tree: Node[], path: string): ReturnType<RouteOf> {
  // Remix requests a page's data at its path with this ending.
  const [page = "", isData] = path.endsWith(".data") ? [path.slice(0, -5), true] : [path, false];
  const matches = isReadable(page) ? (matchRoutes(tree, page === "/_root" ? "/" : page) ?? []) : [];
  const parts = matches.flatMap(({ route }) => route.path || []);
  const isKnown = matches.length > 0 && !parts.some((part) => part.endsWith("*"));
  return {
    name: isKnown ? `/${parts.join("/")}${isData ? ".data" : ""}` : firstPartOf(path),
    isKnown,
    ids: matches.map(({ route }) => route.id),
  };
}

/** Returns whether the router can decode a path; it would log any other path. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return path.startsWith("/");
  } catch {
    return false;
  }
}

function firstPartOf(path: string): string {
  const [, first = ""] = path.split("/");
  return /^[\w.~-]*$/.test(first) ? `/${first.slice(0, MAX_SHOWN)}` : "/…";
}
