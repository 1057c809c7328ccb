import { MAX_FILE_BYTES } from "./dns/zone-file/import-options.ts";

/** Bytes of a form, as it is sent. */
export const MAX_FORM_BYTES = 64 * 1024;

/**
 * Bytes of a form with a file: the file, the text that was pasted before and goes along with it, and what a form puts
 * around them.
 */
export const MAX_UPLOAD_BYTES = 2 * MAX_FILE_BYTES + MAX_FORM_BYTES;
