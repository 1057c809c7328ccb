import type { IncomingMessage } from "node:http";
import { env } from "#app/platform/env.server.ts";
import { LONGEST_URL } from "#app/platform/http/request-limits.ts";
import { isSameOriginPost, needsCsrfToken } from "./same-origin.server.ts";
import { isSandboxRequest } from "./sandbox-endpoint.server.ts";

/** A host name with an optional port (RFC 9110, 7.2). No browser sends anything else. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const METHODS = new Set(["GET", "HEAD", "POST"]);

/**
 * Checks a request before its body is read. Returns the status to refuse it with, or undefined: 414 for a URL that is too long,
 * 400 for an invalid URL or host, 403 for a cross-site post (or a request to the sandbox from outside), 405 for another method.
 */
export function rejectEarly(req: IncomingMessage): 400 | 403 | 405 | 414 | undefined {
  const { url = "", method = "" } = req;
  const host = req.headers.host;
  if (url.length > LONGEST_URL) return 414;
  if (!url.startsWith("/") || url.startsWith("//") || url.includes("\\") || !isDecodable(url)) return 400;
  if (isOldDataRequest(url)) return 400;
  if (host === undefined || !HOST.test(host) || hasManyHosts(req)) return 400;
  if (env.isSandbox && !env.isOpenSandbox && !isSandboxRequest(req)) return 403;
  if (!METHODS.has(method)) return 405;
  if (method === "POST" && !isSameOriginPost(req) && !needsCsrfToken(req)) return 403;
  return undefined;
}

/**
 * Sets the site's own host and removes the origin. Remix compares the two and answers an empty 500 where they differ;
 * rejectEarly has already made that check.
 */
export function normalizeHost(req: IncomingMessage): void {
  req.headers.host = new URL(env.origin).host;
  delete req.headers.origin;
  delete req.headers["x-forwarded-host"];
}

/** Remix answers its earlier data requests (`?_data=route`), which no page of ours sends, and logs an error for each. */
function isOldDataRequest(url: string): boolean {
  return url.includes("?") && new URLSearchParams(url.slice(url.indexOf("?"))).has("_data");
}

/** RFC 9112, 3.2. Node keeps the first Host header; a proxy before us may have used another. */
function hasManyHosts({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === "host",
  );
  return names.length > 1;
}

function isDecodable(url: string): boolean {
  if (!url.includes("%")) return true;
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}
