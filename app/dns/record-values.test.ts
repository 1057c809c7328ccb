import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter, forAny } from "../../tests/arbitraries.ts";
import { zoneRecord as record } from "../../tests/zone-record.ts";
import { readRecord } from "./read-record.ts";
import { fieldNames, fieldsOfType, NEW_RECORD, TYPE_WORDS, valuesOf, valuesSent, withType } from "./record-values.ts";
import { RECORD_TYPES } from "./types.ts";

const ZONE = "example.com";

const typesWith = (field: string) =>
  RECORD_TYPES.filter((type) => fieldsOfType(type).some((one) => one.field === field));

test("a new record has type A, TTL 3600 and leaves the CDN to us; an MX gets priority 10", () => {
  expect(NEW_RECORD).toMatchObject({ type: "A", ttl: "3600", proxied: "auto", priority: "" });
  expect(withType(NEW_RECORD, "MX")).toMatchObject({ type: "MX", priority: "10", proxied: "" });
});

test("choosing another type resets the priority to its default, unticks an impossible proxy, and keeps all else", () => {
  const typed = { name: "www", content: "half an addr", ttl: "77", value: "v", target: "t", port: "9" };
  for (const from of RECORD_TYPES)
    for (const to of RECORD_TYPES) {
      const values = withType({ ...withType({ ...NEW_RECORD, ...typed }, from), priority: "7" }, to);
      expect(values).toMatchObject(typed);
      expect(values.priority).toBe(from === to ? "7" : to === "MX" ? "10" : "");
      if (!typesWith("proxied").includes(to)) expect(values.proxied).toBe("");
    }
});

test.each(RECORD_TYPES)("the form of %s has each of its fields once, with a label and a hint", (type) => {
  const fields = fieldsOfType(type);
  const names = fields.map(({ field }) => field);
  expect(new Set(names).size).toBe(names.length);
  expect(names[0]).toBe("name");
  for (const { label, hint } of fields) expect(label && hint).toMatch(/\S/);
  expect(fields.find(({ field }) => field === "ttl")).toMatchObject({ min: 60, max: 86_400 });
  expect(TYPE_WORDS[type]).toMatch(`${type}: `);
});

test("only addresses and CNAMEs can be proxied, and an unknown type gets the fields of A", () => {
  expect(typesWith("proxied")).toEqual(["A", "AAAA", "CNAME"]);
  expect(fieldsOfType("LOC")).toEqual(fieldsOfType("A"));
});

test.each([
  ["MX", "priority", 65_535],
  ["SRV", "priority", 65_535],
  ["SRV", "weight", 65_535],
  ["SRV", "port", 65_535],
  ["CAA", "flags", 255],
])("a record of type %s has a %s of at most %i", (type, field, max) => {
  expect(fieldsOfType(type).find((one) => one.field === field)).toMatchObject({ min: 0, max });
});

test("a submission restores what was typed and leaves boxes unticked; only fields of other types get defaults", () => {
  const sent = { type: "A", name: "www", content: "half", stray: "x", ttl: ["1", "2"] };
  const values = valuesSent(sent);
  expect(values).toMatchObject({ type: "A", name: "www", content: "half", ttl: "", proxied: "", priority: "" });
  expect(withType(values, "CAA")).toMatchObject({ content: "half", flags: "0", tag: "issue" });
  expect(valuesSent({ type: "CAA" })).toMatchObject({ flags: "", tag: "" });
});

// types.test.ts does the same with an example of every type.
test.each([
  record("@ A 41.90.64.12", { ttl: 1, proxied: true }),
  record("* CNAME shops.myshopify.com", { ttl: 1 }),
  record("@ MX .", { priority: 0 }),
  record('@ TXT "\\"in quotes\\""'),
  record("example.com NS ns1.example.net"),
  record('@ CAA 0 issue ";"', { data: { flags: 0, tag: "issue", value: ";" } }),
])("the form of $type $content, submitted unchanged, gives the same record", ({ id: _, ...draft }) => {
  const values = valuesOf(draft, ZONE);
  expect(Object.keys(values).sort()).toEqual([...fieldNames()].sort());
  expect(readRecord(values, ZONE)).toEqual({ ok: true, draft });
});

test("the form of a proxied record shows TTL 1, the provider's Auto, whatever TTL is stored", () => {
  expect(valuesOf(record("@ A 41.90.64.12", { proxied: true }), ZONE).ttl).toBe("1");
});

test("the form of any record from the provider has only texts as values", () => {
  const anyRecord = fc.record({
    type: fc.constantFrom(...RECORD_TYPES, "LOC"),
    name: fc.string(),
    content: fc.string({ unit: anyCharacter }),
    ttl: fc.integer(),
    proxied: fc.boolean(),
    priority: fc.option(fc.integer(), { nil: undefined }),
  });
  forAny([anyRecord], (given) => {
    for (const value of Object.values(valuesOf(given, ZONE))) expect(value).toBeTypeOf("string");
  });
});
