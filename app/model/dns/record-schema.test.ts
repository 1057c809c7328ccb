import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../tests/arbitraries.ts";
import { recordSchema } from "./read-record.ts";
import { FIELD_NAMES } from "./record-values.ts";
import { RECORD_TYPES } from "./types.ts";

const schema = recordSchema("example.com");

function submit(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return parseWithZod(form, { schema });
}

test("a valid form gives a record", () => {
  const { status, payload, ...rest } = submit({
    type: "A",
    name: "",
    content: "41.90.64.12",
    ttl: "3600",
    proxied: "on",
  });
  expect(status).toBe("success");
  expect("value" in rest && rest.value).toEqual({
    type: "A",
    name: "example.com",
    content: "41.90.64.12",
    ttl: 1,
    proxied: true,
  });
});

test.each([
  [
    { type: "A", content: "", ttl: "3600" },
    { content: ["Enter an IPv4 address with four numbers, such as 41.90.64.12."] },
  ],
  [{ type: "A", content: "41.90.64.12", ttl: "" }, { ttl: ["Choose a TTL, or type one, such as 3600 or 1 hour."] }],
  [
    { type: "A", content: "41.90.64.12", ttl: "59" },
    { ttl: ["The TTL is at least 60 seconds. Type 60 or more, or choose Auto."] },
  ],
  [
    { type: "MX", content: "mail.example.com", ttl: "3600", priority: "" },
    { priority: ["The priority is missing. Type a whole number, such as 10."] },
  ],
  [
    { type: "MX", content: "mail.example.com", ttl: "3600", priority: "-1" },
    { priority: ["The priority cannot be below 0. Type a whole number, such as 10."] },
  ],
  [{}, { type: ["Choose a type from the list."] }],
])("the form %j gives its messages at its fields", (fields, error) => {
  expect(submit(fields).reply().error).toEqual(error);
});

test("a field that is sent twice or as a file gives a message", () => {
  const form = new FormData();
  form.append("type", "A");
  form.append("type", "MX");
  form.append("content", new File(["x"], "x.txt"));
  expect(parseWithZod(form, { schema }).reply().error).toMatchObject({
    type: [expect.stringContaining("once")],
    content: [expect.stringContaining("once")],
  });
});

test("never throws for any text in any field", () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(...'|@|*|.|0|-1|1|on|"|"a" "b|;|41.90.64.12|::1|www.example.com'.split("|")),
  );
  const fields = fc.record(Object.fromEntries(FIELD_NAMES.map((name) => [name, text])), { requiredKeys: [] });
  fc.assert(
    fc.property(fields, fc.constantFrom(...RECORD_TYPES, undefined), (typed, type) => {
      const result = schema.safeParse(type ? { ...typed, type } : typed);
      if (!result.success) expect(result.error.issues.every(({ path }) => path.length === 1)).toBe(true);
    }),
    { seed: 1, numRuns: process.env.LONG === "1" ? 20_000 : 1_000 },
  );
});
