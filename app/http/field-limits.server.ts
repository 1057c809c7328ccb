import { z } from "zod";
import { UNREADABLE } from "#app/model/unsendable.ts";

/** The longest text of each field, in characters, where it is longer than a line; Infinity where its schema sees to it all. */
export type FieldLimits = Readonly<Record<string, number>>;

const LINE = 300;

/** What pages send by themselves. Nobody can mend it, so what is too long for one is as if it had not come. */
const NOT_TYPED: FieldLimits = {
  stamp: LINE,
  turnstileToken: 2048,
  draft: 48_000,
  shown: 500,
  seen: LINE,
  from: 2048,
  question: 600,
  website_2: LINE,
  shownType: LINE,
  file: LINE,
};

/**
 * Looks at what was typed before anything reads it: text that is too long, or has a NUL, which no service and no database
 * keeps. Takes it and what the form says of its fields; gives undefined when all is well, else a schema that refuses it with
 * a message at each such field. Source: docs/product.md, "Forms".
 */
export function checkFieldLimits(typed: FormData, longest: FieldLimits) {
  const problems = new Map<string, string>();
  for (const [name, value] of [...typed]) {
    const limit = longest[name] ?? NOT_TYPED[name] ?? LINE;
    const message = typeof value === "string" ? problemOf(value, limit) : undefined;
    if (message === undefined) continue;
    if (name in NOT_TYPED) typed.delete(name);
    else problems.set(name, message);
  }
  if (problems.size === 0) return undefined;
  return z.unknown().transform((input, context): never => {
    for (const [field, message] of problems) context.issues.push({ code: "custom", path: [field], message, input });
    return z.NEVER;
  });
}

/** A line's end is one character, as in the browser, though it is sent as two. */
function problemOf(text: string, limit: number): string | undefined {
  if (limit === Number.POSITIVE_INFINITY) return undefined;
  if (text.includes("\0")) return UNREADABLE;
  if (text.replaceAll("\r\n", "\n").length <= limit) return undefined;
  return `Please use at most ${limit.toLocaleString("en-US")} characters.`;
}
