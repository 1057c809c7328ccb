import { firstNameIn } from "#app/platform/text/first-name.ts";

/** A greeting with a first name or without, and the empty lines after it. */
const GREETING = /^Hello(?: [^\s,]+)?,\s*(?:\n\s*|$)/;

/** Returns the text of an answer that greets the visitor: a saved answer, without its own greeting, or "" for a new one. */
export function greeted(visitor: string, text: string): string {
  const first = firstNameIn(visitor);
  return `Hello${first && ` ${first}`},\n\n${text.replace(GREETING, "")}`;
}

/** Returns whether an answer has nothing but the greeting with which its form begins. */
export function isOnlyGreeting(text: string): boolean {
  return text.replace(GREETING, "") === "";
}
