import { matchRoutes } from "@remix-run/react";

/** Whether the scripts of all routes at an address of this site are loaded. */
export function areScriptsLoaded(to: string): boolean {
  const matches = matchRoutes(window.__remixRouter.routes, new URL(to, location.href).pathname) ?? [];
  return matches.every(({ route }) => route.id !== undefined && route.id in window.__remixRouteModules);
}

/**
 * Whether a page comes as fast by scripts as by loading its document, which needs one round trip: its scripts are here, or they
 * come over a line that the browser says is fast. Firefox and Safari say nothing of theirs.
 */
export function isClientNavigationFast(to: string): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string } };
  return connection?.effectiveType === "4g" || areScriptsLoaded(to);
}
