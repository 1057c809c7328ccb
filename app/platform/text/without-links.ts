import { cleanLine } from "./clean-line.ts";

const LONGEST = 200;
/** A scheme, an address of a website or of mail, or a path or port behind a dotted name. */
const LINK = /:\/|\/\/|www\.|@|\.[\p{L}\p{N}-]+[:/]|^\P{L}*(?:mailto|tel|sms|javascript|data):/iu;
/** A dot inside a word: of "evil.com", "St.Mary's" and "P.C.E.A." */
const INNER_DOT = /\.(?=[\p{L}\p{N}])/gu;

/**
 * Returns what somebody typed as one line of at most 200 characters in which no mail program sees a link, for a mail to an
 * address that nobody has confirmed: a stranger may have typed both. Words with a scheme, an "@" or a path are left out; a dot
 * inside another word gets a space, so that "St.Mary's" stays readable. Look-alikes of a dot, an "@" and a slash count too.
 * Source: docs/product/contact-and-newsletter.md, "Newsletter"; docs/product/schools.md, "Schools".
 */
export function withoutLinks(typed: string): string {
  // NFKC turns full-width and other look-alikes into the plain characters (UTS #46 maps the ideographic full stop to a dot).
  const plain = cleanLine(typed.replace(/\p{C}/gu, " ").normalize("NFKC").replaceAll("\u3002", "."));
  const words = plain.split(/\s+/).filter((word) => !LINK.test(word));
  const line = words.join(" ").replace(INNER_DOT, ". ");
  return [...line].slice(0, LONGEST).join("").trim();
}
