import type { IncomingMessage } from "node:http";
import { parseCookieHeader } from "@supabase/ssr";
import { isCsrfTokenOf } from "#app/accounts/session-binding.server.ts";
import { env } from "#app/platform/env.server.ts";
import { CSRF_TOKEN } from "#app/platform/http/form-reply.ts";
import { bindingCookie, hasCredentials } from "#app/platform/http/own-cookies.ts";

/**
 * Returns whether a POST comes from one of our pages: the protection against cross-site request forgery. Checks Sec-Fetch-Site,
 * else Origin, else Referer; never Host. A browser without all three (Opera Mini) may post without a session, or with a CSRF
 * token. Source: OWASP, Cross-Site Request Forgery Prevention Cheat Sheet.
 */
export function isSameOriginPost(req: IncomingMessage): boolean {
  const site = req.headers["sec-fetch-site"];
  if (site) return site === "same-origin" || site === "none";
  if (req.headers.origin !== undefined) return isOwnOrigin(req.headers.origin, req.headers.host);
  const referer = req.headers.referer;
  if (referer !== undefined) return URL.canParse(referer) && isOwnOrigin(new URL(referer).origin, req.headers.host);
  const { authorization, cookie } = req.headers;
  // A flash message alone does not count: a browser keeps it for minutes, and it lets nobody do anything.
  return authorization === undefined && !hasCredentials(cookie, env.origin);
}

/**
 * Returns whether a POST names no origin and has a session, so that only its CSRF token can show where it comes from: Opera
 * Mini sends none of the three headers.
 */
export function needsCsrfToken({ headers }: IncomingMessage): boolean {
  const isNamed = headers["sec-fetch-site"] ?? headers.origin ?? headers.referer;
  return isNamed === undefined && bindingIn(headers.cookie) !== undefined;
}

/** Returns whether a form has the token of the request's session. */
export function hasCsrfToken({ headers }: IncomingMessage, form: Buffer): boolean {
  const token = new URLSearchParams(form.toString()).get(CSRF_TOKEN);
  return token !== null && isCsrfTokenOf(bindingIn(headers.cookie) ?? "", token);
}

function bindingIn(cookies: string | undefined): string | undefined {
  const name = bindingCookie(env.origin);
  return parseCookieHeader(cookies ?? "").find((cookie) => cookie.name === name)?.value;
}

/**
 * Returns whether an origin is the site's own. The sandbox also accepts loopback names at its port and, if it is open to a
 * proxy (SANDBOX=1), the request's own host.
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
