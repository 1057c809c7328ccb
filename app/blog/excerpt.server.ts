import { Renderer, type Token, type Tokens } from "marked";
import { decodeReferences } from "./references.server.ts";
import { drawMarkdown } from "./to-html.server.ts";

/** From docs/product/blog-and-projects.md, "Blog". */
const EXCERPT_CHARACTERS = 150;
/** Enough to find the first 150 characters, however much markup is between them. */
const MAX_SOURCE_CHARACTERS = 4_000;

/**
 * Returns the first 150 characters of a markdown text without markup, with "…" if more follows. It replaces the excerpt of a post
 * that has none. Source: docs/product/blog-and-projects.md, "Blog".
 */
export function excerptOf(markdown: string): string {
  const beginning = markdown.slice(0, MAX_SOURCE_CHARACTERS);
  const all = [...wordsOf(beginning).replace(/\s+/g, " ").trim()];
  const first = all.slice(0, EXCERPT_CHARACTERS).join("").trimEnd();
  return all.length > EXCERPT_CHARACTERS || beginning !== markdown ? `${first}…` : first;
}

/** Returns the source itself if the parser rejects it. */
function wordsOf(markdown: string): string {
  try {
    return drawMarkdown(markdown, new WordsRenderer());
  } catch {
    return markdown;
  }
}

type WithTokens = { tokens: Token[] };

/** Renders only the words: no markup, no pictures, a space at each line end. */
class WordsRenderer extends Renderer {
  override code = ({ text }: Tokens.Code) => `${text} `;
  override blockquote = ({ tokens }: WithTokens) => this.parser.parse(tokens);
  override html = ({ text }: Tokens.HTML | Tokens.Tag) => text;
  override heading = ({ tokens }: WithTokens) => `${this.parser.parseInline(tokens)} `;
  override hr = () => " ";
  override list = ({ items }: Tokens.List) => items.map((item) => this.listitem(item)).join("");
  override listitem = ({ tokens }: WithTokens) => `${this.parser.parse(tokens)} `;
  override checkbox = () => "";
  override paragraph = ({ tokens }: WithTokens) => `${this.parser.parseInline(tokens)} `;
  override table = ({ header, rows }: Tokens.Table) =>
    [header, ...rows].flatMap((row) => row.map((cell) => this.tablecell(cell))).join("");
  override tablecell = ({ tokens }: WithTokens) => `${this.parser.parseInline(tokens)} `;
  override strong = ({ tokens }: WithTokens) => this.parser.parseInline(tokens);
  override em = ({ tokens }: WithTokens) => this.parser.parseInline(tokens);
  override codespan = ({ text }: Tokens.Codespan) => text;
  override br = () => " ";
  override del = ({ tokens }: WithTokens) => this.parser.parseInline(tokens);
  override link = ({ tokens }: WithTokens) => this.parser.parseInline(tokens);
  override image = () => "";
  override text = (token: Tokens.Text | Tokens.Escape): string =>
    "tokens" in token && token.tokens ? `${this.parser.parseInline(token.tokens)} ` : decodeReferences(token.text);
}
