import { expect, it } from "vitest";
import { z } from "zod";
import { parseFields } from "./form.server.ts";

const limits = z.object({ name: z.string(), note: z.string().optional(), more: z.array(z.string()).optional() });

function parse(fields: [string, string][]) {
  const typed = new FormData();
  for (const [name, value] of fields) typed.append(name, value);
  return parseFields(typed, limits, { note: 5000, file: Number.POSITIVE_INFINITY });
}

const INVALID = "This text has characters that cannot be sent. Please type it again.";
it.each([
  ["a text too long for a line", "name", "a".repeat(301), "Please use at most 300 characters."],
  ["a text too long for its own limit", "note", " ".repeat(5001), "Please use at most 5,000 characters."],
  ["a NUL", "name", "Nje\0ri", INVALID],
  ["a NUL in one of several", "more", "\0", INVALID],
  ["a NUL in a field without a schema", "answer", "4\0", INVALID],
])("reports %s at the field and returns the whole input", (_what, field, text, message) => {
  const fields = new Map([["name", "Njeri"]]).set(field, text);
  const submission = parse([["more", "a"], ...fields]);
  expect(submission.status).toBe("error");
  expect(submission.reply().error).toEqual({ [field]: [message] });
  expect(JSON.stringify(submission.reply().initialValue)).toContain(JSON.stringify(text).slice(1, -1));
});

it("accepts the longest text, counts a line break once, and skips fields with an unlimited length", () => {
  const note = "a\r\n".repeat(2500);
  const fields: [string, string][] = [
    ["name", "a".repeat(300)],
    ["note", note],
    ["file", "\0".repeat(9000)],
  ];
  expect(parse(fields)).toMatchObject({ status: "success", value: { note } });
});

it("drops hidden fields that are too long", () => {
  const submission = parse([
    ["name", "Njeri"],
    ["stamp", "a".repeat(301)],
    ["turnstileToken", "\0"],
  ]);
  expect(submission).toMatchObject({ status: "success", payload: { name: "Njeri" } });
  expect(submission.payload).not.toHaveProperty("stamp");
});
