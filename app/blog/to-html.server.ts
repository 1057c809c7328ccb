import { Parser, Renderer, type Tokens } from "marked";
import { escapeHtml } from "#app/platform/text/html-text.ts";
import { LimitedLexer, TooMuchError } from "#app/platform/text/limits.server.ts";

/** HTML elements. To sanitise this many takes about a tenth of a second. */
const MAX_ELEMENTS = 4_000;

/**
 * Renders a markdown text (CommonMark with GitHub's tables, task lists and bare URLs). Throws TooMuchError, or what the parser
 * throws.
 */
export function drawMarkdown(markdown: string, renderer: Renderer): string {
  return new Parser({ gfm: true, renderer }).parse(new LimitedLexer().lex(markdown));
}

/**
 * Returns unsanitised HTML: HTML in the source is shown as text, but link and image URLs are not checked yet. Throws like
 * `drawMarkdown`.
 */
export function markdownToHtml(markdown: string): string {
  const html = drawMarkdown(markdown, new PostRenderer());
  if ((html.match(/<[a-z]/g) ?? []).length > MAX_ELEMENTS) throw new TooMuchError("too much: elements");
  return html;
}

class PostRenderer extends Renderer {
  override html({ text, block }: Tokens.HTML | Tokens.Tag): string {
    return block ? `<p>${escapeHtml(text.trim())}</p>\n` : escapeHtml(text);
  }

  override code({ text }: Tokens.Code): string {
    return `<pre><code>${escapeHtml(text)}\n</code></pre>\n`;
  }

  /** The page already has its h1. */
  override heading({ tokens, depth }: Tokens.Heading): string {
    const tag = `h${Math.max(2, depth)}`;
    return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>\n`;
  }

  /** Checkboxes are read-only. */
  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? "☑ " : "☐ ";
  }
}
