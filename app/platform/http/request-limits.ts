/**
 * The longest path with query that the site accepts, in characters as sent; browsers, mail programs and proxies accept as many.
 * URLs that the site makes stay below it. Source: docs/product/site.md, "Addresses".
 */
export const LONGEST_URL = 2048;

/** The longest text of a field that a form puts into the URL: percent-encoding can make nine characters of each. */
export const LONGEST_TYPED = 220;

/** The longest list of names in the URL: most characters are ASCII, but each line break takes three. */
export const LONGEST_LIST = 1400;

/** The largest form, in bytes as sent. */
export const MAX_FORM_BYTES = 64 * 1024;

/** The largest zone file in bytes, as at Cloudflare ("Import and export records", limits). */
export const MAX_FILE_BYTES = 256 * 1024;

/** The largest picture that staff upload, in bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

/** The largest form with a file, in bytes: the file, the pasted text that is sent along, and the other fields. */
export const MAX_UPLOAD_BYTES = 2 * MAX_FILE_BYTES + MAX_FORM_BYTES;
