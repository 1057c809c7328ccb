/** What a file is for: to add what is missing, to replace what it names, or to be the whole zone. */
export const IMPORT_MODES = ["add", "replace", "exact"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** Bytes of a file: what Cloudflare takes, too ("Import and export records", limits). */
export const MAX_FILE_BYTES = 256 * 1024;
export const MAX_FILE_RECORDS = 1_000;
