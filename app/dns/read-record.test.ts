import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter, forAny } from "../../tests/arbitraries.ts";
import { readRecord } from "./read-record.ts";
import { recordSchema } from "./record-schema.ts";
import { fieldNames } from "./record-values.ts";
import { RECORD_TYPES } from "./types.ts";

type Typed = Record<string, string | undefined>;

const ZONE = "example.com";
const schema = recordSchema(ZONE);
const MX = { type: "MX", name: "@", content: "mail.example.com", priority: "10", ttl: "3600" };
const A = { type: "A", name: "www", content: "41.90.64.12", ttl: "3600" };

test.each<[Typed, object, string]>([
  [{}, { name: ZONE, content: "mail.example.com", priority: 10, ttl: 3600, proxied: false }, "RFC 1035, 3.3.9"],
  [{ content: ".", priority: "0" }, { content: ".", priority: 0 }, "RFC 7505, 3"],
  [{ proxied: "on" }, { proxied: false, ttl: 3600 }, "product: DNS records"],
  [{ type: "mx ", priority: " 5 " }, { type: "MX", priority: 5 }, "product: DNS records"],
  [{ otherTtl: " 2 hours " }, { ttl: 7200 }, "product: DNS records, a typed TTL is meant"],
  [{ otherTtl: "  " }, { ttl: 3600 }, "product: DNS records"],
  [{ ttl: "other", otherTtl: "90" }, { ttl: 90 }, "product: DNS records"],
  [{ ttl: "nothing", otherTtl: "90" }, { ttl: 90 }, "product: DNS records"],
])("reads the MX record %j as %j (%s)", (typed, draft) => {
  expect(readRecord({ ...MX, ...typed }, ZONE)).toMatchObject({ ok: true, draft });
});

test.each<[Typed, string, string, string]>([
  [{ priority: undefined }, "priority", "priority is missing", "product: DNS records"],
  [{ priority: "-1" }, "priority", "below 0", "product: DNS records"],
  [{ priority: "1.5" }, "priority", "whole number", "RFC 1035, 3.3.9"],
  [{ content: ".", priority: "10" }, "priority", "priority is 0", "RFC 7505, 3"],
  [{ content: undefined }, "content", "mail.example.com", "product: DNS records"],
  [{ type: undefined }, "type", "Choose a type", "product: DNS records"],
  [{ type: "LOC" }, "type", "Choose a type", "product: DNS records"],
  [{ otherTtl: "5 s" }, "otherTtl", "at least 60", "product: DNS records"],
  [{ ttl: "other" }, "otherTtl", "type one", "product: DNS records"],
])("rejects the MX record %j at %s and says: %s (%s)", (typed, field, message) => {
  const reading = readRecord({ ...MX, ...typed }, ZONE);
  expect(reading).toEqual({ ok: false, problems: [{ field, message: expect.stringContaining(message) }] });
});

test("reports all invalid fields at once", () => {
  const reading = readRecord({ type: "MX", name: "a b", ttl: "30" }, ZONE);
  expect(reading.ok ? [] : reading.problems.map(({ field }) => field)).toEqual(["name", "content", "priority", "ttl"]);
});

test("gives a proxied record the TTL Auto, but still reports an invalid TTL", () => {
  const proxied = { ...A, proxied: "on" };
  const draft = { type: "A", name: "www.example.com", content: "41.90.64.12", ttl: 1, proxied: true };
  expect(readRecord(proxied, ZONE)).toEqual({ ok: true, draft });
  expect(readRecord({ ...proxied, ttl: "30" }, ZONE)).toMatchObject({ ok: false, problems: [{ field: "ttl" }] });
});

test("rejects a CNAME to itself in any notation, but accepts a name server for its own name", () => {
  const typed = { type: "CNAME", name: "www", content: "WWW.example.com.", ttl: "1" };
  expect(readRecord(typed, ZONE)).toMatchObject({ ok: false, problems: [{ field: "content" }] });
  expect(readRecord({ ...typed, name: "@", content: "@" }, ZONE)).toMatchObject({ ok: false });
  expect(readRecord({ ...typed, type: "NS" }, ZONE)).toMatchObject({ ok: true });
});

test("ignores fields of other types", () => {
  const left = { priority: "x", weight: "x", port: "x", target: " ", flags: "x", tag: "?", value: "x" };
  const draft = { type: "A", name: "www.example.com", content: "41.90.64.12", ttl: 3600, proxied: false };
  expect(readRecord({ ...A, ...left }, ZONE)).toEqual({ ok: true, draft });
});

test("a submitted form gives a record, or messages at the fields that are invalid, missing, sent twice or files", () => {
  const submit = (fields: Record<string, string | File | string[]>) => {
    const form = new FormData();
    for (const [name, values] of Object.entries(fields)) for (const one of [values].flat()) form.append(name, one);
    return parseWithZod(form, { schema });
  };
  expect(submit(A)).toMatchObject({ status: "success", value: { type: "A", name: "www.example.com", ttl: 3600 } });
  expect(submit({}).reply().error).toEqual({ type: ["Choose a type from the list."] });
  expect(submit({ ...MX, priority: "" }).reply().error).toEqual({
    priority: ["The priority is missing. Type a whole number, such as 10."],
  });
  const once = [expect.stringContaining("once")];
  const file = new File(["x"], "x.txt");
  expect(submit({ type: ["A", "MX"], content: file }).reply().error).toMatchObject({ type: once, content: once });
});

test("any text in any field gives a record or problems that each have one field", () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom(...'|@|*|.|0|-1|1|on|"|"a" "b|;|41.90.64.12|::1|www.example.com'.split("|")),
  );
  const fields = fc.record(Object.fromEntries(fieldNames().map((name) => [name, text])), { requiredKeys: [] });
  forAny([fields, fc.constantFrom(...RECORD_TYPES, undefined)], (typed, type) => {
    const result = schema.safeParse(type ? { ...typed, type } : typed);
    if (!result.success) expect(result.error.issues.every(({ path }) => path.length === 1)).toBe(true);
  });
});
