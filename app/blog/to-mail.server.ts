import { Renderer, type Token, type Tokens } from "marked";
import { look } from "#app/mail/mail-look.ts";
import { escapeHtml } from "#app/platform/text/html-text.ts";
import { allowedAddress } from "./link-rule.ts";
import { decodeReferences } from "./references.server.ts";
import { drawMarkdown } from "./to-html.server.ts";

/**
 * Returns a markdown text as the HTML and the text of a mail. HTML in it is shown as text, pictures are their description, and
 * links are absolute; those that the link rule forbids lose their target. A text that the parser cannot handle becomes plain
 * paragraphs. `origin` is the site's own.
 */
export function markdownToMail(markdown: string, origin: string): { text: string; html: string } {
  try {
    const html = drawMarkdown(markdown, new MailRenderer(origin));
    const text = linesOf(drawMarkdown(markdown, new TextRenderer(origin)));
    return { html, text: text.replace(/.+/g, (line) => line.trimEnd()) };
  } catch {
    const parts = markdown.split(/\n\s*\n/).filter((part) => part.trim() !== "");
    return { html: parts.map((part) => `<p${look("paragraph")}>${escapeHtml(part)}</p>`).join("\n"), text: markdown };
  }
}

/** Leaves the spaces before the first word: they may be those of code. */
const linesOf = (text: string) =>
  text
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();

type WithTokens = { tokens: Token[] };
/** The schemes that mail programs open. The link rule allows more, which only browsers open. */
const MAIL_SCHEME = /^(?:https?|mailto):/i;

/** Returns the URL of a link, "" for one without a meaning in a mail. A backslash in it is a character, as on the page. */
function addressOf(href: string, origin: string): string {
  const address = allowedAddress(decodeReferences(href)).replaceAll("\\", "%5C");
  if (address === "" || address.startsWith("#") || !URL.canParse(address, origin)) return "";
  const { href: absolute } = new URL(address, origin);
  return MAIL_SCHEME.test(absolute) ? absolute : "";
}

/** Returns whether the words of a link are its URL, as somebody writes it: "https://…", "www.…" or an e-mail address. */
function isBareUrl(href: string, words: string): boolean {
  const url = decodeReferences(href);
  return [words, `http://${words}`, `mailto:${words}`].includes(url);
}

/** Returns the description of a picture without markup. */
function descriptionOf({ text, tokens }: Tokens.Image, { parser }: Renderer): string {
  return decodeReferences(tokens ? parser.parseInline(tokens, parser.textRenderer) : text);
}

/**
 * Renders every element that can have attributes or raw text itself, so that nothing of the source gets into the HTML
 * unescaped.
 */
class MailRenderer extends Renderer {
  constructor(readonly origin: string) {
    super();
  }
  override heading = ({ tokens }: WithTokens) => `<h2${look("heading")}>${this.inline(tokens)}</h2>\n`;
  override paragraph = ({ tokens }: WithTokens) => `<p${look("paragraph")}>${this.inline(tokens)}</p>\n`;
  override blockquote = ({ tokens }: WithTokens) =>
    `<blockquote${look("quote")}>\n${this.parser.parse(tokens)}</blockquote>\n`;
  override list = ({ ordered, start, items }: Tokens.List) => {
    const tag = ordered ? "ol" : "ul";
    const first = ordered && start !== 1 ? ` start="${Number(start)}"` : "";
    return `<${tag}${first}${look("list")}>\n${items.map((item) => this.listitem(item)).join("")}</${tag}>\n`;
  };
  override listitem = ({ tokens }: WithTokens) => `<li>${this.parser.parse(tokens)}</li>\n`;
  override checkbox = ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ ");
  override code = ({ text }: Tokens.Code) => `<pre${look("code")}>${escapeHtml(text)}</pre>\n`;
  override codespan = ({ text }: Tokens.Codespan) => `<code>${escapeHtml(text)}</code>`;
  override html = ({ text, block }: Tokens.HTML | Tokens.Tag) =>
    block ? `<p${look("paragraph")}>${escapeHtml(text.trim())}</p>\n` : escapeHtml(text);
  override link = ({ href, title, tokens }: Tokens.Link) => {
    const address = addressOf(href, this.origin);
    // A picture without a description has no words.
    const words = this.inline(tokens).trim() || escapeHtml(address);
    const hint = title ? ` title="${escapeHtml(decodeReferences(title))}"` : "";
    return address === "" ? words : `<a href="${escapeHtml(address)}"${hint}${look("inline")}>${words}</a>`;
  };
  override image = (image: Tokens.Image) => escapeHtml(descriptionOf(image, this));
  override text = (token: Tokens.Text | Tokens.Escape): string =>
    "tokens" in token && token.tokens ? this.inline(token.tokens) : escapeHtml(decodeReferences(token.text));

  override table(token: Tokens.Table): string {
    return super.table(token).replace("<table>", `<table${look("table")}>`);
  }

  private inline(tokens: Token[]): string {
    return this.parser.parseInline(tokens);
  }
}

/**
 * Renders the text of a mail: empty lines between parts, "-" or a number before items, the URL behind a link, "~" around what
 * is struck out, as in WhatsApp.
 */
class TextRenderer extends Renderer {
  constructor(readonly origin: string) {
    super();
  }
  private inline = (tokens: Token[]) => this.parser.parseInline(tokens);
  private block = ({ tokens }: WithTokens) => `${this.inline(tokens)}\n\n`;
  override heading = this.block;
  override paragraph = this.block;
  override blockquote = ({ tokens }: WithTokens) => `${linesOf(this.parser.parse(tokens)).replace(/^/gm, "> ")}\n\n`;
  override hr = () => "--\n\n";
  override list = ({ ordered, start, loose, items }: Tokens.List) => {
    const lines = items.map((item, index) => {
      const bullet = ordered ? `${Number(start) + index}. ` : "- ";
      return bullet + this.listitem(item).replace(/\n(?=.)/g, `\n${" ".repeat(bullet.length)}`);
    });
    return `${lines.join(loose ? "\n\n" : "\n")}\n\n`;
  };
  override listitem = ({ tokens }: WithTokens) => linesOf(this.parser.parse(tokens));
  override checkbox = ({ checked }: Tokens.Checkbox) => (checked ? "[x] " : "[ ] ");
  /** The space keeps an empty line of the code where empty lines between parts become one. */
  override code = ({ text }: Tokens.Code) => `${text.replace(/^$/gm, " ")}\n\n`;
  override codespan = ({ text }: Tokens.Codespan) => text;
  override html = ({ text, block }: Tokens.HTML | Tokens.Tag) => (block ? `${text.trim()}\n\n` : text);
  override table = ({ header, rows }: Tokens.Table) =>
    `${[header, ...rows].map((row) => row.map(({ tokens }) => this.inline(tokens)).join(" | ")).join("\n")}\n\n`;
  override strong = ({ tokens }: WithTokens) => this.inline(tokens);
  override em = ({ tokens }: WithTokens) => this.inline(tokens);
  override del = ({ tokens }: WithTokens) => `~${this.inline(tokens)}~`;
  override br = () => "\n";
  override link = ({ href, title, tokens }: Tokens.Link) => {
    const address = addressOf(href, this.origin);
    const words = this.inline(tokens).trim();
    const hint = title ? `, “${decodeReferences(title)}”` : "";
    if (address === "" || (isBareUrl(href, words) && hint === "")) return words;
    return words === "" ? address : `${words} (${address}${hint})`;
  };
  override image = (image: Tokens.Image) => descriptionOf(image, this);
  /** The text of an item of a list is a block: what follows it, such as a list in it, begins on a line of its own. */
  override text = (token: Tokens.Text | Tokens.Escape): string =>
    "tokens" in token && token.tokens ? `${this.inline(token.tokens)}\n` : decodeReferences(token.text);
}
