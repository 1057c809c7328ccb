import { matchRoutes } from "@remix-run/react";

/** Returns whether the scripts of all routes of a URL of this site are loaded. */
export function areScriptsLoaded(to: string): boolean {
  const matches = matchRoutes(window.__remixRouter.routes, new URL(to, location.href).pathname) ?? [];
  return matches.every(({ route }) => route.id !== undefined && route.id in window.__remixRouteModules);
}

/**
 * Returns whether client navigation to a URL is as fast as loading its document, which takes one round trip: its scripts are
 * loaded, or the browser reports a fast network. Firefox and Safari do not report the speed of the network.
 */
export function isClientNavigationFast(to: string): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string } };
  return connection?.effectiveType === "4g" || areScriptsLoaded(to);
}
