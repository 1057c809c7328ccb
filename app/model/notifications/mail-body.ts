import { escapeHtml } from "../html-text.ts";

/** A link that looks like a button. */
type Link = { label: string; href: string };
/** One of several items: a heading, lines of text, and optionally a button. */
type Item = { head: string; lines: readonly string[]; link?: Link };
/** A part of a notification: a paragraph, a button, or an item. */
export type MailPart = string | Link | Item;

/** Mail programs support no style sheet: the colours are those of app/ui/styles/tokens.css. */
const PAGE = "max-width:36rem;font:16px/1.5 sans-serif;overflow-wrap:anywhere";
const BUTTON =
  "display:inline-block;padding:10px 20px;border-radius:6px;background:#1c1320;color:#fffdf8;font-weight:bold;text-decoration:none";

/** Returns the text body and the HTML body of a notification. All texts are escaped in HTML. */
export function mailBody(parts: readonly MailPart[]): { text: string; html: string } {
  return {
    text: parts.map(asText).join("\n\n"),
    html: `<div style="${PAGE}">\n${parts.map(asHtml).join("\n")}\n</div>`,
  };
}

function asText(part: MailPart): string {
  if (typeof part === "string") return part;
  if ("href" in part) return linkText(part);
  const lines = [part.head, ...part.lines.map((line) => `  ${line}`)];
  return [...lines, ...(part.link ? [`  ${linkText(part.link)}`] : [])].join("\n");
}

function asHtml(part: MailPart): string {
  if (typeof part === "string") return `<p>${escapeHtml(part)}</p>`;
  if ("href" in part) return `<p>${linkHtml(part)}</p>`;
  const lines = [`<b>${escapeHtml(part.head)}</b>`, ...part.lines.map(escapeHtml)].join("<br>");
  return `<p>${lines}</p>${part.link ? `\n<p>${linkHtml(part.link)}</p>` : ""}`;
}

function linkText({ label, href }: Link): string {
  return `${label}: ${href}`;
}

function linkHtml({ label, href }: Link): string {
  return `<a href="${escapeHtml(href)}" style="${BUTTON}">${escapeHtml(label)}</a>`;
}
