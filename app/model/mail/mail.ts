/** A mail as the site writes it; when and how it goes out is the queue's. */
export type Mail = {
  /** Of what it tells, 8 to 100 letters, digits, "-" and "_": the same of a kind again within a day is the same mail. */
  key: string;
  kind: "confirm" | "newsletter" | "school" | "contact" | "renewal" | "change";
  to: string;
  replyTo?: string;
  /** Of a mail to a list: where a mail program's own button leaves it, by a POST (RFC 8058). */
  unsubscribeUrl?: string;
  subject: string;
  text: string;
  html: string;
  tags: readonly { name: string; value: string }[];
};

const ENTITY = /&#(\d+);/g;

/**
 * The text part of one of our own mails in HTML, which mail programs show that show no HTML: links written out behind their
 * words, a line for each paragraph and point, entities of `escapeHtml` as what they stand for.
 */
export function textOfHtml(html: string): string {
  return html
    .replace(/<a href="([^"<>]*)">([^<]*)<\/a>/g, "$2: $1")
    .replace(/<li>/g, "\n- ")
    .replace(/<[^<>]+>/g, "")
    .replace(ENTITY, (_entity, code) => String.fromCodePoint(Number(code)))
    .replace(/\n{2,}/g, "\n")
    .trim();
}

/** A header line of its own: no control character, and not longer than a database of ours keeps. */
export function subjectLine(words: string): string {
  return words
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, 300);
}
