/** What an import does: add missing records, replace the RRsets in the file, or replace the whole zone. */
export const IMPORT_MODES = ["add", "replace", "exact"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const MAX_FILE_RECORDS = 1_000;

/** The value of the import form's field `as` that leaves the names of another zone out. */
export const LEAVE_OUT = "none";
