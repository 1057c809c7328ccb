import { MAX_FILE_BYTES } from "./dns/zone-file/file-limits.ts";

/** Where a file may come with a form; and the page that keeps such a form while its sender signs in again. */
const FORMS_WITH_A_FILE = [/^\/dashboard\/domains\/[^/]+\/dns\/import$/, /^\/login\/again$/];

/**
 * Bytes of a form with a file: the file, the text that was pasted before and goes along with it, and what a form puts
 * around them.
 */
export const MAX_UPLOAD_BYTES = 2 * MAX_FILE_BYTES + 64 * 1024;

/** Whether a form that is sent to an address may have a file. Takes a path with its query, and Remix's own ending. */
export function takesFile(url: string): boolean {
  const [path = ""] = url.split("?", 1);
  return FORMS_WITH_A_FILE.some((form) => form.test(path.replace(/\.data$/, "")));
}
