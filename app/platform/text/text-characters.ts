import { z } from "zod";

/** Message for a field that was sent twice, or as a file. */
export const ONCE = "Please send this field once, as plain text.";

/** Message for text with characters that services and the database reject. */
export const UNREADABLE = "This text has characters that cannot be sent. Please type it again.";

/** Control characters and U+FFFD, which replaces invalid UTF-8. */
export const UNREADABLE_LINE = /[\p{Cc}\uFFFD]/u;

/** Like UNREADABLE_LINE, for text in which tabs and line breaks are allowed. */
export const UNREADABLE_TEXT = /[^\P{Cc}\t\n]|\uFFFD/u;

/** An optional text without other rules. */
export function anyText() {
  return z.string({ error: ONCE }).optional();
}
