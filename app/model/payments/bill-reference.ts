/** Crockford's base 32: no I, L, O or U, which are mistaken for other characters. */
const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 6;
/** A prime above the number of symbols: finds each wrong character and each two that changed places. */
const MODULUS = 37;

/** The characters that people put between groups. */
const SEPARATORS = /[\s.-]+/g;

/**
 * Returns a new reference, which a customer types as the account number of a Pay Bill payment: "M", six random symbols and a check
 * character. Takes a source of random bytes. References whose check character is no symbol are skipped.
 */
export function newReference(randomBytes: (size: number) => Uint8Array): string {
  for (;;) {
    const body = [...randomBytes(LENGTH)].map((byte) => SYMBOLS[byte % SYMBOLS.length]).join("");
    const check = checkOf(body);
    if (check !== undefined) return `M${body}${check}`;
  }
}

/**
 * Returns the reference that a person typed, in any case, with spaces or hyphens, O for 0 and I or L for 1. Undefined if it is no
 * reference or its check character is wrong.
 */
export function readReference(typed: string): string | undefined {
  const text = typed.toUpperCase().replace(SEPARATORS, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  const [, body = "", check] = /^M([0-9A-Z]{6})([0-9A-Z])$/.exec(text) ?? [];
  return check !== undefined && checkOf(body) === check ? text : undefined;
}

/** Returns the check character; undefined for a character that is no symbol, and for a check above the symbols. */
function checkOf(body: string): string | undefined {
  const values = [...body].map((character) => SYMBOLS.indexOf(character));
  if (values.includes(-1)) return undefined;
  return SYMBOLS[values.reduce((sum, value) => (sum * SYMBOLS.length + value) % MODULUS, 0)];
}
