/** The largest form, in bytes as sent. */
export const MAX_FORM_BYTES = 64 * 1024;

/** The largest zone file in bytes, as at Cloudflare ("Import and export records", limits). */
export const MAX_FILE_BYTES = 256 * 1024;

/** The largest form with a file, in bytes: the file, the pasted text that is sent along, and the other fields. */
export const MAX_UPLOAD_BYTES = 2 * MAX_FILE_BYTES + MAX_FORM_BYTES;
