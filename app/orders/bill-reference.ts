import { cleanLine, codeCharacters } from "#app/platform/text/clean-line.ts";

/** Crockford's base 32: no I, L, O or U, which are mistaken for other characters. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** The symbols of new references: none that looks like another on a phone or on paper (0 O, 1 I, 5 S, 8 B). */
const CLEAR_SYMBOLS = [...SYMBOLS].filter((symbol) => !"0158BS".includes(symbol));
const LENGTH = 6;
/** The characters of a whole reference: "M", the random symbols and the check character. */
const SIZE = LENGTH + 2;
/** A prime above the number of symbols: the check detects every single wrong character, and every swap of two characters. */
const MODULUS = 37;

/**
 * Returns a new reference, which a customer types as the account number of a Pay Bill payment: "M", six random clear symbols
 * and a check character. Takes a source of random bytes. References whose check character is no clear symbol are skipped.
 * `readReference` also reads references of older bills, which have any symbols.
 */
export function newReference(randomBytes: (size: number) => Uint8Array): string {
  for (;;) {
    const body = [...randomBytes(LENGTH)].map((byte) => CLEAR_SYMBOLS[byte % CLEAR_SYMBOLS.length]).join("");
    const check = checkOf(body);
    if (check !== undefined && CLEAR_SYMBOLS.includes(check)) return `M${body}${check}`;
  }
}

/**
 * Returns the reference that a person typed, in any case, with any separators, O for 0 and I or L for 1; or the one reference
 * among other words ("ACC M12AB34C") or letters ("ACCM12AB34C"). Undefined if the text has no reference with a valid check
 * character, or several.
 */
export function readReference(typed: string): string | undefined {
  const all = codeCharacters(typed);
  const whole = referenceOf(all);
  if (whole !== undefined) return whole;
  const words = cleanLine(typed).match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = new Set(words.flatMap((word) => referenceOf(codeCharacters(word)) ?? []));
  // Letters inside or across words may form a reference by chance, so they are searched only if no whole word is a reference.
  if (found.size === 0)
    for (let at = 0; at + SIZE <= all.length; at++) found.add(referenceOf(all.slice(at, at + SIZE)) ?? "");
  found.delete("");
  return found.size === 1 ? [...found][0] : undefined;
}

/** Returns a code as people read it: 0 for O, and 1 for I and L. As `read_code` of the database. */
export function asRead(code: string): string {
  return code.replaceAll("O", "0").replace(/[IL]/g, "1");
}

function referenceOf(characters: string): string | undefined {
  const text = asRead(characters);
  const [, body = "", check] = /^M([0-9A-Z]{6})([0-9A-Z])$/.exec(text) ?? [];
  return check !== undefined && checkOf(body) === check ? text : undefined;
}

/** Returns the check character; undefined if a character is no symbol, or if the check value has no symbol. */
function checkOf(body: string): string | undefined {
  const values = [...body].map((character) => SYMBOLS.indexOf(character));
  if (values.includes(-1)) return undefined;
  return SYMBOLS[values.reduce((sum, value) => (sum * SYMBOLS.length + value) % MODULUS, 0)];
}
