import { MAX_FILE_BYTES } from "./dns/zone-file/import-options.ts";

/** The largest form, in bytes as sent. */
export const MAX_FORM_BYTES = 64 * 1024;

/** The largest form with a file, in bytes: the file, the pasted text that is sent along, and the other fields. */
export const MAX_UPLOAD_BYTES = 2 * MAX_FILE_BYTES + MAX_FORM_BYTES;
