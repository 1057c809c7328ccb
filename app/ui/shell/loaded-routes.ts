import { matchRoutes } from "@remix-run/react";

/**
 * Returns the browser's routes of a URL of this site. Undefined for a page without scripts: the browser has no route for it
 * (scripts/script-groups.ts), and would show it as an unknown page.
 */
function routesOf(to: string) {
  const matches = matchRoutes(window.__remixRouter.routes, new URL(to, location.href).pathname) ?? [];
  return matches.at(-1)?.route.path?.endsWith("*") ? undefined : matches;
}

/** Returns whether the scripts of all routes of a URL of this site are loaded. */
export function areScriptsLoaded(to: string): boolean {
  const matches = routesOf(to);
  return matches?.every(({ route }) => route.id !== undefined && route.id in window.__remixRouteModules) ?? false;
}

/**
 * Returns whether client navigation to a URL is as fast as loading its document, which takes one round trip: its scripts are
 * loaded, or the browser reports a fast network. Firefox and Safari do not report the speed of the network.
 */
export function isClientNavigationFast(to: string): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string } };
  return routesOf(to) !== undefined && (connection?.effectiveType === "4g" || areScriptsLoaded(to));
}
