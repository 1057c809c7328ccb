import { plainSpaces } from "#app/platform/money.ts";
import { escapeHtml } from "#app/platform/text/html-text.ts";
import { footerHtml, footerText, greetingOf, type Link, type MailFrame, wordmarkHtml } from "./mail-frame.ts";
import { look, mailPage, mailWords } from "./mail-look.ts";

/** One of several items: a heading, lines of text, and optionally a link. */
type Item = { head: string; lines: readonly string[]; link?: Link };
/** A long text in both forms. `html` is safe to insert. */
type Rich = { text: string; html: string };
/** A part of a mail: a paragraph, which may have line breaks, a link, an item, or a long text. */
export type MailPart = string | Link | Item | Rich;

/**
 * Returns the text body and the HTML body of a mail. The first part is its one sentence; the first link is its button. All
 * texts but that of a long text are escaped in HTML.
 */
export function mailBody(parts: readonly MailPart[], frame: MailFrame): { text: string; html: string } {
  const all = [...parts, ...paymentOf(frame)];
  return { text: textOf(all, frame), html: htmlOf(all, frame) };
}

function paymentOf({ isAboutMoney = false, site }: MailFrame): MailPart[] {
  return isAboutMoney && site.payment !== "" ? [{ head: "How to pay", lines: [site.payment] }] : [];
}

function textOf(parts: readonly MailPart[], frame: MailFrame): string {
  return plainSpaces([...greetingOf(frame), ...parts.map(partText), footerText(frame)].join("\n\n"));
}

function partText(part: MailPart): string {
  if (typeof part === "string") return part;
  if ("href" in part) return linkText(part);
  if ("html" in part) return part.text;
  const lines = [part.head, ...part.lines.map((line) => `  ${line}`)];
  return [...lines, ...(part.link ? [`  ${linkText(part.link)}`] : [])].join("\n");
}

function linkText({ label, href }: Link): string {
  return `${label}: ${href}`;
}

function htmlOf(parts: readonly MailPart[], frame: MailFrame): string {
  const sentence = parts.find((part) => typeof part === "string") ?? "";
  const button = parts.find((part) => typeof part !== "string" && "href" in part);
  const content = parts.map((part) =>
    part === sentence ? `<h1${look("lead")}>${mailWords(sentence)}</h1>` : partHtml(part, part === button),
  );
  const greeting = greetingOf(frame).map((words) => `<p${look("paragraph")}>${escapeHtml(words)}</p>`);
  return mailPage(sentence, {
    above: wordmarkHtml(frame),
    content: [...greeting, ...content].join("\n"),
    footer: footerHtml(frame),
  });
}

function partHtml(part: MailPart, isButton: boolean): string {
  if (typeof part === "string") return `<p${look("paragraph")}>${mailWords(part).replaceAll("\n", "<br>\n")}</p>`;
  if ("href" in part) return `<p${look("paragraph")}>${linkHtml(part, isButton ? "button" : "link")}</p>`;
  if ("html" in part) return part.html;
  const lines = [`<b>${escapeHtml(part.head)}</b>`, ...part.lines.map(mailWords)].join("<br>\n");
  return `<p${look("item")}>${lines}${part.link ? `<br>\n${linkHtml(part.link, "link")}` : ""}</p>`;
}

function linkHtml({ label, href }: Link, element: "button" | "link"): string {
  return `<a href="${escapeHtml(href)}"${look(element)}>${escapeHtml(label)}</a>`;
}
