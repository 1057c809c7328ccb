import { Parser, Renderer, type Tokens } from "marked";
import { escapeHtml } from "../html-text.ts";
import { LimitedLexer, TooMuchError } from "./limits.server.ts";

/** Elements of HTML: the clean-up that follows needs about a tenth of a second for as many. */
const MAX_ELEMENTS = 4_000;

/**
 * Draws a markdown text (CommonMark with the tables, task lists and bare addresses of GitHub) with a renderer. Throws
 * TooMuchError, or whatever the parser throws, for a text that is no article.
 */
export function drawMarkdown(markdown: string, renderer: Renderer): string {
  return new Parser({ gfm: true, renderer }).parse(new LimitedLexer().lex(markdown));
}

/**
 * A markdown text as HTML. HTML that is written in it is shown as text; where links and pictures lead is not checked yet,
 * so this is nothing to put into a page. Throws like `drawMarkdown`.
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

  /** The page has its first heading already. */
  override heading({ tokens, depth }: Tokens.Heading): string {
    const tag = `h${Math.max(2, depth)}`;
    return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>\n`;
  }

  /** A box to look at, not to press. */
  override checkbox({ checked }: Tokens.Checkbox): string {
    return checked ? "☑ " : "☐ ";
  }
}
