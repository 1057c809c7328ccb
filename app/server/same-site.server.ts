import type { IncomingMessage } from "node:http";
import { env } from "#app/env.server.ts";
import { isPersonal } from "./personal-request.server.ts";

/**
 * Whether a POST comes from one of our own pages. The browser's own word (Sec-Fetch-Site) counts first, then Origin,
 * then Referer. Host is never believed. A browser that sends none of them (Opera Mini) may post, but not as somebody.
 * (OWASP, Cross-Site Request Forgery Prevention Cheat Sheet.)
 */
export function isSameSite(req: IncomingMessage): boolean {
  const site = req.headers["sec-fetch-site"];
  if (site) return site === "same-origin" || site === "none";
  if (req.headers.origin !== undefined) return isOwnOrigin(req.headers.origin, req.headers.host);
  const referer = req.headers.referer;
  if (referer !== undefined) return URL.canParse(referer) && isOwnOrigin(new URL(referer).origin, req.headers.host);
  return !isPersonal(req);
}

/**
 * Whether an origin is the site's own. In the sandbox every loopback name at its port is; behind a proxy, where QA opened
 * it, the host that the request was sent to is.
 */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (origin === env.origin) return true;
  if (!env.isSandbox || !URL.canParse(origin)) return false;
  const { hostname, port, host: own } = new URL(origin);
  return (env.isOpenSandbox && own === host) || (isLoopback(hostname) && Number(port || 80) === env.port);
}

/** Whether a host name can only be this machine (RFC 6761, RFC 4291). */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(hostname);
}
