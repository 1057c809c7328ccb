import fc from "fast-check";

/**
 * Any character of Unicode, halves of pairs left out, as a unit of texts: the same as fast-check's "binary", whose preparation
 * takes each process of tests a second.
 */
export const anyCharacter = fc.nat(0x10f7ff).map((nth) => String.fromCodePoint(nth < 0xd800 ? nth : nth + 0x800));
