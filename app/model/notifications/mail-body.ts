import { escapeHtml } from "../html-text.ts";

/** A way to a page, drawn as a button. */
type Way = { label: string; href: string };
/** One thing of several: what it is, some lines about it, and what to do. */
type Point = { head: string; lines: readonly string[]; way?: Way };
/** A part of a notice: a paragraph, a button, or one thing of several. */
export type MailPart = string | Way | Point;

/** Mail programs know no sheet: the colours are those of app/ui/styles/tokens.css. */
const PAGE = "max-width:36rem;font:16px/1.5 sans-serif;overflow-wrap:anywhere";
const BUTTON =
  "display:inline-block;padding:10px 20px;border-radius:6px;background:#1c1320;color:#fffdf8;font-weight:bold;text-decoration:none";

/** The two bodies of a mail that tells a customer something: one of text, one of HTML in which every text is escaped. */
export function mailBody(parts: readonly MailPart[]): { text: string; html: string } {
  return {
    text: parts.map(asText).join("\n\n"),
    html: `<div style="${PAGE}">\n${parts.map(asHtml).join("\n")}\n</div>`,
  };
}

function asText(part: MailPart): string {
  if (typeof part === "string") return part;
  if ("href" in part) return wayText(part);
  const lines = [part.head, ...part.lines.map((line) => `  ${line}`)];
  return [...lines, ...(part.way ? [`  ${wayText(part.way)}`] : [])].join("\n");
}

function asHtml(part: MailPart): string {
  if (typeof part === "string") return `<p>${escapeHtml(part)}</p>`;
  if ("href" in part) return `<p>${wayHtml(part)}</p>`;
  const lines = [`<b>${escapeHtml(part.head)}</b>`, ...part.lines.map(escapeHtml)].join("<br>");
  return `<p>${lines}</p>${part.way ? `\n<p>${wayHtml(part.way)}</p>` : ""}`;
}

function wayText({ label, href }: Way): string {
  return `${label}: ${href}`;
}

function wayHtml({ label, href }: Way): string {
  return `<a href="${escapeHtml(href)}" style="${BUTTON}">${escapeHtml(label)}</a>`;
}
