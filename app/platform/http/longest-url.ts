/**
 * The longest path with query that the site accepts, in characters as sent; browsers, mail programs and proxies accept as many.
 * URLs that the site makes stay below it. Source: docs/product.md, "Addresses".
 */
export const LONGEST_URL = 2048;

/** The longest text of a field that a form puts into the URL: percent-encoding can make nine characters of each. */
export const LONGEST_TYPED = 220;

/** The longest list of names in the URL: most characters are ASCII, but each line break takes three. */
export const LONGEST_LIST = 1400;
