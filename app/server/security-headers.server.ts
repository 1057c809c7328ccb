import { env } from "#app/env.server.ts";

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
