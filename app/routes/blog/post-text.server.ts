import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { log } from "#app/log.server.ts";
import { escapeHtml } from "#app/model/html-text.ts";
import { markdownToHtml } from "#app/model/markdown/to-html.server.ts";
import { cleanHtml } from "./post-text/clean-html.server.ts";

const MAX_BYTES = 8 * 1024 * 1024;

/** By what they were made from: an article that is changed is another one. */
const texts = new LRUCache<string, string>({ maxSize: MAX_BYTES, sizeCalculation: (html) => 2 * html.length + 100 });

/**
 * The text of a post as HTML that is safe to put into a page: markdown with every HTML tag in it shown as text, links by
 * the link rule, pictures through us. A text that the parser cannot take, or that would take it too long, comes as plain
 * paragraphs. Never throws. The same text is worked on once (docs/product.md, "Blog").
 *
 * It decides what a browser is told to load, writes to the log and keeps a cache; the parts that are rules alone are in
 * model/markdown.
 */
export async function postText(markdown: string, category: string): Promise<string> {
  const key = createHash("sha256").update(`${category}\n${markdown}`).digest("base64url");
  const kept = texts.get(key);
  if (kept !== undefined) return kept;
  const html = await render(markdown, category);
  texts.set(key, html);
  return html;
}

async function render(markdown: string, category: string): Promise<string> {
  try {
    return await cleanHtml(markdownToHtml(markdown), category);
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message.slice(0, 100) : "unknown" }, "post shown as plain text");
    return paragraphs(markdown);
  }
}

/** The text as it was written, where an empty line begins a paragraph. */
function paragraphs(text: string): string {
  const parts = text.split(/\n\s*\n/).map((part) => part.trim());
  return parts.flatMap((part) => (part === "" ? [] : [`<p>${escapeHtml(part)}</p>`])).join("\n");
}
