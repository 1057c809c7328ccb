import { z } from "zod";
import { UNREADABLE } from "../text/text-characters.ts";

/** Most characters per field, where it exceeds one line; Infinity if the schema checks the length. */
export type FieldLimits = Readonly<Record<string, number>>;

const LINE = 300;

/** Hidden fields. Users cannot correct them, so a value that is too long is dropped. */
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
 * Checks a form's texts before parsing: too long, or with a NUL, which PostgreSQL rejects. Returns undefined if all
 * are valid, else a schema that fails with a message at each such field. Source: docs/product.md, "Forms".
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

/** A line break counts as one character, as in the browser, although it is sent as two. */
function problemOf(text: string, limit: number): string | undefined {
  if (limit === Number.POSITIVE_INFINITY) return undefined;
  if (text.includes("\0")) return UNREADABLE;
  if (text.replaceAll("\r\n", "\n").length <= limit) return undefined;
  return `Please use at most ${limit.toLocaleString("en-US")} characters.`;
}
