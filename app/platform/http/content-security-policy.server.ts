import { createHash } from "node:crypto";
import { env } from "../env.server.ts";

type Hashes = { script: string[]; style: string[] };

/**
 * Removes the nonce from a rendered page and returns the hashes of the inline scripts and styles that had it.
 * Injected scripts have no nonce and so get no hash. Throws if a nonce is left, which means unexpected markup.
 */
export function hashNoncedElements(html: string, nonce: string): { html: string; hashes: Hashes } {
  const seen = { script: new Set<string>(), style: new Set<string>() };
  const [first = "", ...rest] = html.split(` nonce="${nonce}"`);
  let before = first;
  for (const after of rest) {
    const [, tag] = /^<(script|style)(?![\w-])[^>]*$/.exec(before.slice(before.lastIndexOf("<"))) ?? [];
    const start = after.indexOf(">") + 1;
    const end = after.indexOf(`</${tag}>`, start);
    if (!tag || start === 0 || end === -1) throw new Error("A nonce was left in the page.");
    (tag === "script" ? seen.script : seen.style).add(sha256(after.slice(start, end)));
    before = after;
  }
  const clean = [first, ...rest].join("");
  if (clean.includes(nonce)) throw new Error("A nonce was left in the page.");
  return { html: clean, hashes: { script: [...seen.script], style: [...seen.style] } };
}

/** Origin of the bot-check widget's script and frame. */
const BOT_CHECK_ORIGINS = env.botCheck.siteKey === "" ? [] : [new URL(env.botCheck.script).origin];

type Page = {
  isInteractive: boolean;
  /** Origins of demos that the page may embed. */
  frames?: readonly string[] | undefined;
};

/**
 * Returns the page's Content-Security-Policy (CSP Level 3). Production allows only hashed inline scripts; development
 * allows what hot reloading needs. Pages that hydrate allow the bot-check widget, because the policy stays when the
 * visitor navigates to a form.
 */
export function contentSecurityPolicy({ script, style }: Hashes, { isInteractive, frames = [] }: Page): string {
  const isDev = import.meta.env.DEV;
  const widget = isInteractive ? BOT_CHECK_ORIGINS : [];
  const directives = {
    "default-src": "'self'",
    "script-src": ["'self'", ...(isDev ? ["'unsafe-inline'", "'unsafe-eval'"] : script), ...widget].join(" "),
    "style-src": isDev ? "'self' 'unsafe-inline'" : ["'self'", ...style].join(" "),
    // Images of other hosts are proxied: see `imagePath`.
    "img-src": "'self' data:",
    "connect-src": isDev ? "'self' ws:" : "'self'",
    "frame-src": [...widget, ...frames].join(" ") || "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
  };
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");
}

function sha256(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
