/** Letters, with what stands inside names: Ng'ang'a, Jean-Pierre. The apostrophe ʼ (U+02BC) is a letter itself. */
const NAME = /^\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*$/u;
const LONGEST = 40;

/**
 * The first name in what somebody typed as theirs: its first word, if that is letters alone and at most forty of them; else
 * an empty text. It is all that a mail repeats before its address is confirmed: whoever typed it may be a stranger, who
 * would otherwise have an address, a number or a sentence of theirs sent to anybody under our name.
 * Source: docs/product.md, "Newsletter" and "Schools".
 */
export function firstNameIn(typed: string): string {
  const [first = ""] = typed.normalize("NFC").trim().split(/\s/u, 1);
  return NAME.test(first) && [...first].length <= LONGEST ? first : "";
}
