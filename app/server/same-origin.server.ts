import type { IncomingMessage } from "node:http";
import { env } from "#app/env.server.ts";
import { isPersonal } from "./personal-request.server.ts";

/**
 * Returns whether a POST comes from one of our pages: the protection against cross-site request forgery. Checks Sec-Fetch-Site,
 * else Origin, else Referer; never Host. A browser without all three (Opera Mini) may post only without a session.
 * Source: OWASP, Cross-Site Request Forgery Prevention Cheat Sheet.
 */
export function isSameOriginPost(req: IncomingMessage): boolean {
  const site = req.headers["sec-fetch-site"];
  if (site) return site === "same-origin" || site === "none";
  if (req.headers.origin !== undefined) return isOwnOrigin(req.headers.origin, req.headers.host);
  const referer = req.headers.referer;
  if (referer !== undefined) return URL.canParse(referer) && isOwnOrigin(new URL(referer).origin, req.headers.host);
  return !isPersonal(req);
}

/**
 * Returns whether an origin is the site's own. The sandbox also accepts loopback names at its port and, if it is open to a proxy
 * (SANDBOX=1), the request's own host.
 */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (origin === env.origin) return true;
  if (!env.isSandbox || !URL.canParse(origin)) return false;
  const { hostname, port, host: own } = new URL(origin);
  return (env.isOpenSandbox && own === host) || (isLoopback(hostname) && Number(port || 80) === env.port);
}

/** Returns whether a host name always means this machine (RFC 6761, RFC 4291). */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
}
