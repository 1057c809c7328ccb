/** Bytes of a file: what Cloudflare takes, too ("Import and export records", limits). */
export const MAX_FILE_BYTES = 256 * 1024;
export const MAX_FILE_RECORDS = 1_000;
