/** Letters, with apostrophes and hyphens inside: Ng'ang'a, Jean-Pierre. The apostrophe ʼ (U+02BC) is itself a letter. */
const NAME = /^\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*$/u;
const LONGEST = 40;
/** Titles before a name, in English and Swahili. */
const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|eng|rev|sir|madam|mwalimu|bi|bw|bwana|mzee)\.?$/i;

/**
 * Returns the first word of a typed name after its titles ("Mrs Grace Kamau" is "Grace") if it has only letters and at most forty of
 * them, else "". A mail repeats nothing else before its address is confirmed: a stranger may have typed it, and could otherwise send
 * an address, a number or a sentence in our name. Source: docs/product.md, "Newsletter" and "Schools".
 */
export function firstNameIn(typed: string): string {
  const words = typed.normalize("NFC").trim().split(/\s+/u);
  const first = words.find((word) => !TITLE.test(word)) ?? "";
  return NAME.test(first) && [...first].length <= LONGEST ? first : "";
}
