import { env } from "#app/platform/env.server.ts";

const HSTS = { "Strict-Transport-Security": "max-age=31536000" };

/**
 * Headers of every response; pages add a Content-Security-Policy (OWASP HTTP Headers Cheat Sheet). Not
 * `Referrer-Policy: no-referrer`, because browsers would then post forms with `Origin: null`.
 */
export const SECURITY_HEADERS: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
  "X-Frame-Options": "DENY",
  ...(env.origin.startsWith("https:") ? HSTS : {}),
};

/** URLs that open something for everybody who has them: of threads and bills, and the links of mails. */
const TOKEN_IN_URL = /^\/(?:thread|pay|stop|move)\/|[?&](?:token|token_hash|by)=/;

/** Returns the headers of a response to a URL. Other sites never get the address of a page whose URL has a token. */
export function securityHeaders(url: string): Record<string, string> {
  return TOKEN_IN_URL.test(url) ? { ...SECURITY_HEADERS, "Referrer-Policy": "same-origin" } : SECURITY_HEADERS;
}
