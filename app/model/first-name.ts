/** Letters, with apostrophes and hyphens inside: Ng'ang'a, Jean-Pierre. The apostrophe ʼ (U+02BC) is itself a letter. */
const NAME = /^\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*$/u;
const LONGEST = 40;

/**
 * Returns the first word of a typed name if it has only letters and at most forty of them, else "". A mail repeats nothing else
 * before its address is confirmed: a stranger may have typed it, and could otherwise send an address, a number or a sentence in
 * our name. Source: docs/product.md, "Newsletter" and "Schools".
 */
export function firstNameIn(typed: string): string {
  const [first = ""] = typed.normalize("NFC").trim().split(/\s/u, 1);
  return NAME.test(first) && [...first].length <= LONGEST ? first : "";
}
