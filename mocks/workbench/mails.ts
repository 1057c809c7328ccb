import { setTimeout as pause } from "node:timers/promises";
import { type OutboxEntry, outbox } from "../outbox.ts";
import type { queuedMails } from "../sandbox-smtp.ts";

export const MAIL_KINDS = ["mail", "newsletter", "school", "contact", "order"] as const;

type Filter = {
  /** The receiver's address. */
  to?: string | undefined;
  kind?: (typeof MAIL_KINDS)[number] | undefined;
  /** A part of the subject. */
  subject?: string | undefined;
  /** A part of the text: a message to the agency has its sender there. */
  text?: string | undefined;
  /** Only entries newer than the one with this id. */
  after?: string | undefined;
  /** How many seconds to wait for the first entry that fits. */
  wait?: number | undefined;
};

const POLL_MS = 20;

/**
 * Returns the entries of the outbox that fit, newest first, with the links of their mails. First waits until the mails to `to`,
 * or all mails, that are queued now were sent or scheduled again; with `wait` for the first entry that fits. Undefined if they
 * are still under way after a minute. `queued`: the mails of the sandbox; tests of single providers have none.
 */
export async function findMails({ wait, ...filter }: Filter, signal: AbortSignal, queued?: typeof queuedMails) {
  if (wait === undefined) {
    const areSettled = await queued?.areSettled(signal, { to: filter.to });
    return areSettled === false ? undefined : matching(filter);
  }
  const end = performance.now() + wait * 1000;
  while (matching(filter).length === 0 && performance.now() < end && !signal.aborted) await pause(POLL_MS);
  return matching(filter);
}

function matching({ to, kind, subject, text, after }: Filter) {
  const all = outbox.list();
  const known = after === undefined ? -1 : all.findIndex(({ id }) => id === after);
  const fitting = (known < 0 ? all : all.slice(0, known)).filter(
    (entry) =>
      (to === undefined || entry.to.toLowerCase() === to.toLowerCase()) &&
      (kind === undefined || entry.kind === kind) &&
      (subject === undefined || entry.subject.includes(subject)) &&
      (text === undefined || entry.text.includes(text)),
  );
  return fitting.map((entry) => ({ ...entry, links: linksOf(entry) }));
}

/** Returns the links of a mail, each address once: those of its HTML with their words, else those of its text. */
export function linksOf({ html, text }: Pick<OutboxEntry, "html" | "text">): { text: string; href: string }[] {
  const found = (html ?? "")
    .split(/<a\s/i)
    .slice(1)
    .flatMap((piece) => {
      const [, href] = /\bhref="(https?:[^"]+)"/i.exec(piece) ?? [];
      return href === undefined ? [] : [{ text: wordsIn(piece), href: unescapeHtml(href) }];
    });
  const plain = (text.match(/https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]/g) ?? []).map((href) => ({ text: href, href }));
  const seen = new Set<string>();
  return [...found, ...plain].filter(({ href }) => !seen.has(href) && seen.add(href));
}

/** Returns the words of an element whose start tag is cut: up to its end tag, without the tags between. */
function wordsIn(piece: string): string {
  const [inside = ""] = piece.slice(piece.indexOf(">") + 1).split("</a>");
  const words = `>${inside}`.split("<").map((part) => part.slice(part.indexOf(">") + 1));
  return unescapeHtml(words.join(" ")).replace(/\s+/g, " ").trim();
}

export function unescapeHtml(text: string): string {
  return text
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#(x2f|47);/gi, "/")
    .replace(/&#(x27|39);/gi, "'")
    .replace(/&nbsp;/g, " ")
    .replace(/&(amp|#38);/g, "&");
}
