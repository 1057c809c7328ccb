/** What a file is for: to add what is missing, to replace what it names, or to be the whole zone. */
export const IMPORT_MODES = ["add", "replace", "exact"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];
