import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../tests/arbitraries.ts";
import { readRecord } from "./read-record.ts";
import type { RecordDraft } from "./record.ts";
import { FIELD_NAMES, fieldsOfType, NEW_RECORD, TYPE_WORDS, valuesOf, valuesSent, withType } from "./record-values.ts";
import { RECORD_TYPES } from "./types.ts";

const ZONE = "example.com";

function hasField(type: string, field: string): boolean {
  return fieldsOfType(type).some((one) => one.field === field);
}

test("a new record has type A, TTL 3600 and is proxied; an MX gets priority 10", () => {
  expect(NEW_RECORD).toMatchObject({ type: "A", ttl: "3600", proxied: "on", priority: "" });
  expect(withType(NEW_RECORD, "MX")).toMatchObject({ type: "MX", priority: "10", proxied: "" });
});

test("choosing a type clears the priority and the proxy where they do not apply, and nothing else", () => {
  const typed = { ...NEW_RECORD, name: "www", content: "half an addr", ttl: "77", value: "v", target: "t", port: "9" };
  for (const from of RECORD_TYPES)
    for (const to of RECORD_TYPES) {
      const values = withType({ ...withType(typed, from), priority: "7" }, to);
      expect(values).toMatchObject({
        name: "www",
        content: "half an addr",
        ttl: "77",
        value: "v",
        target: "t",
        port: "9",
      });
      expect(values.priority).toBe(from === to ? "7" : to === "MX" ? "10" : "");
      if (!hasField(to, "proxied")) expect(values.proxied).toBe("");
    }
});

test.each(RECORD_TYPES.map((type) => [type]))(
  "the form of %s has each of its fields once, with a label and a hint",
  (type) => {
    const fields = fieldsOfType(type);
    const names = fields.map(({ field }) => field);
    expect(new Set(names).size).toBe(names.length);
    expect(names[0]).toBe("name");
    for (const { label, hint } of fields) expect(label && hint).toMatch(/\S/);
    expect(fields.find(({ field }) => field === "ttl")).toMatchObject({ min: 60, max: 86_400 });
    expect(TYPE_WORDS[type]).toMatch(`${type}: `);
  },
);

test.each([
  ["proxied", "A AAAA CNAME"],
  ["priority", "MX SRV"],
])("the field %s belongs only to the types %s", (field, types) => {
  const usual = ["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA"];
  expect(usual.filter((type) => hasField(type, field)).join(" ")).toBe(types);
});

test.each(RECORD_TYPES.map((type) => [type]))("the examples of %s are valid", (type) => {
  const examples = Object.fromEntries(fieldsOfType(type).map(({ field, example }) => [field, example]));
  expect(readRecord({ ...examples, type }, ZONE)).toMatchObject({ ok: true });
});

test("a submission gives the same values again, without ticking boxes or losing defaults of CAA", () => {
  const sent = { type: "A", name: "www", content: "half", stray: "x", ttl: ["1", "2"] };
  const values = valuesSent(sent);
  expect(values).toMatchObject({ type: "A", name: "www", content: "half", ttl: "", proxied: "", priority: "" });
  expect(withType(values, "CAA")).toMatchObject({ content: "half", flags: "0", tag: "issue" });
  expect(valuesSent({ type: "CAA" })).toMatchObject({ flags: "", tag: "" });
});

test("number fields have limits", () => {
  const ours = ["A", "AAAA", "CNAME", "MX", "TXT", "NS", "SRV", "CAA"];
  const numbers = ours.flatMap((type) => fieldsOfType(type)).filter(({ field, max }) => max && field !== "ttl");
  expect(numbers.map(({ field, min, max }) => [field, min, max])).toEqual([
    ["priority", 0, 65_535],
    ["priority", 0, 65_535],
    ["weight", 0, 65_535],
    ["port", 0, 65_535],
    ["flags", 0, 255],
  ]);
});

test("an unknown type gets the fields of A", () => {
  expect(fieldsOfType("PTR")).toEqual(fieldsOfType("A"));
});

const records: RecordDraft[] = [
  { type: "A", name: ZONE, content: "41.90.64.12", ttl: 1, proxied: true },
  { type: "AAAA", name: "www.example.com", content: "2001:db8::1", ttl: 300, proxied: false },
  { type: "CNAME", name: "*.example.com", content: "shops.myshopify.com", ttl: 1, proxied: false },
  { type: "MX", name: ZONE, content: ".", ttl: 300, proxied: false, priority: 0 },
  { type: "TXT", name: ZONE, content: '"\\"in quotes\\""', ttl: 300, proxied: false },
  { type: "NS", name: "example.com.example.com", content: "ns1.example.net", ttl: 300, proxied: false },
  {
    type: "SRV",
    name: "_sip._tcp.example.com",
    content: "5 5060 sip.example.com",
    ttl: 300,
    proxied: false,
    priority: 10,
    data: { priority: 10, weight: 5, port: 5060, target: "sip.example.com" },
  },
  {
    type: "CAA",
    name: ZONE,
    content: '0 issue ";"',
    ttl: 300,
    proxied: false,
    data: { flags: 0, tag: "issue", value: ";" },
  },
];

test.each(records)("the form of $type $content, submitted unchanged, gives the same record", (record) => {
  const values = valuesOf(record, ZONE);
  expect(Object.keys(values).sort()).toEqual([...FIELD_NAMES].sort());
  expect(readRecord(values, ZONE)).toEqual({ ok: true, draft: record });
  const { data, ...withoutData } = record;
  expect(valuesOf(withoutData, ZONE)).toEqual(values);
});

test("the form of a proxied record has the TTL Auto", () => {
  expect(valuesOf({ type: "A", name: ZONE, content: "41.90.64.12", ttl: 300, proxied: true }, ZONE).ttl).toBe("1");
});

test("any record from the provider gives a form", () => {
  const record = fc.record({
    type: fc.constantFrom(...RECORD_TYPES, "PTR"),
    name: fc.string(),
    content: fc.string({ unit: anyCharacter }),
    ttl: fc.integer(),
    proxied: fc.boolean(),
    priority: fc.option(fc.integer(), { nil: undefined }),
  });
  fc.assert(
    fc.property(record, (sent) => {
      for (const value of Object.values(valuesOf(sent, ZONE))) expect(value).toBeTypeOf("string");
    }),
    { seed: 1, numRuns: process.env.LONG === "1" ? 20_000 : 1_000 },
  );
});
