import fc from "fast-check";

/**
 * Any character of Unicode except surrogates, as a unit of strings. It equals fast-check's "binary", which takes each process a
 * second to prepare.
 */
export const anyCharacter = fc.nat(0x10f7ff).map((nth) => String.fromCodePoint(nth < 0xd800 ? nth : nth + 0x800));
