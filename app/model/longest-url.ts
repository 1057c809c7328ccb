/**
 * The longest path with its query that is answered, in characters as they are sent; browsers, mail programs and proxies take
 * that many everywhere. What we make ourselves stays below it. Source: docs/product.md, "Addresses".
 */
export const LONGEST_URL = 2048;

/** What may be typed into a field that a form puts into the address: each character can become nine there. */
export const LONGEST_TYPED = 220;

/** The same for a list of names, of which few have other letters than Latin ones, but each begins a line. */
export const LONGEST_LIST = 1400;
