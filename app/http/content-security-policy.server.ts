import { createHash } from "node:crypto";
import { env } from "#app/env.server.ts";

type Hashes = { script: string[]; style: string[] };

/**
 * Takes the mark off a rendered page and hashes the text of every inline script and style that bore it. Only those are
 * ours: a script that somebody managed to get into the page has no mark and so no hash. Throws if a mark is left, which
 * would mean that a page of ours has a shape this does not know.
 */
export function hashNoncedElements(html: string, mark: string): { html: string; hashes: Hashes } {
  const seen = { script: new Set<string>(), style: new Set<string>() };
  const [first = "", ...rest] = html.split(` nonce="${mark}"`);
  let before = first;
  for (const after of rest) {
    const [, tag] = /^<(script|style)(?![\w-])[^>]*$/.exec(before.slice(before.lastIndexOf("<"))) ?? [];
    const start = after.indexOf(">") + 1;
    const end = after.indexOf(`</${tag}>`, start);
    if (!tag || start === 0 || end === -1) throw new Error("A mark was left in the page.");
    (tag === "script" ? seen.script : seen.style).add(sha256(after.slice(start, end)));
    before = after;
  }
  const clean = [first, ...rest].join("");
  if (clean.includes(mark)) throw new Error("A mark was left in the page.");
  return { html: clean, hashes: { script: [...seen.script], style: [...seen.style] } };
}

/** Where the bot check's widget comes from: its script, and the frame that the script opens. */
const BOT_CHECK_ORIGINS = env.botCheck.siteKey === "" ? [] : [new URL(env.botCheck.script).origin];

type Page = {
  isInteractive: boolean;
  /** Origins of the demos that the page may show in a frame. */
  frames?: readonly string[] | undefined;
};

/**
 * The page's policy (CSP Level 3). Development needs what hot reloading does; production allows the hashes alone. A page
 * that may be taken over by scripts also allows the bot check's widget, whether it has one or not: a policy belongs to the
 * document, and stays when somebody goes on from there to a page with a form.
 */
export function contentSecurityPolicy({ script, style }: Hashes, { isInteractive, frames = [] }: Page): string {
  const isDev = import.meta.env.DEV;
  const widget = isInteractive ? BOT_CHECK_ORIGINS : [];
  const directives = {
    "default-src": "'self'",
    "script-src": ["'self'", ...(isDev ? ["'unsafe-inline'", "'unsafe-eval'"] : script), ...widget].join(" "),
    "style-src": isDev ? "'self' 'unsafe-inline'" : ["'self'", ...style].join(" "),
    // Those of other hosts come through us: see `imagePath`.
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
