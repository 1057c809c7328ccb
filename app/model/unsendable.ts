import { z } from "zod";

/** What is told of a field that came twice, or as a file. */
export const ONCE = "Please send this field once, as plain text.";

/** What is told of text that no service and no database keeps. */
export const UNREADABLE = "This text has characters that cannot be sent. Please type it again.";

/** Control characters, and the mark that stands where bytes were not valid UTF-8. */
export const UNREADABLE_LINE = /[\p{Cc}\uFFFD]/u;

/** The same of a text of several lines, where tabs and line ends are fine. */
export const UNREADABLE_TEXT = /[^\P{Cc}\t\n]|\uFFFD/u;

/** A text that may be missing and that no rule of its own sees to. */
export function anyText() {
  return z.string({ error: ONCE }).optional();
}
