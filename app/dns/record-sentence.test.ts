import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter, forAny } from "../../tests/arbitraries.ts";
import { fieldNames, NEW_RECORD, type RecordValues } from "./record-values.ts";
import { recordSentence } from "./record-words.ts";
import { RECORD_TYPES } from "./types.ts";

const ZONE = "a.ke";

function sentence(values: Partial<RecordValues>): string {
  return recordSentence({ ...NEW_RECORD, proxied: "", ...values }, ZONE)
    .map(({ text }) => text)
    .join("");
}

test.each<[Partial<RecordValues>, string]>([
  [{ name: "shop", content: "41.90.64.12" }, "shop.a.ke will point to 41.90.64.12."],
  [{ content: "1.1.1.1", proxied: "on" }, "a.ke will point to 1.1.1.1, and visitors go through the CDN."],
  [{ name: "Münze", content: "41.90.64.12" }, "münze.a.ke will point to 41.90.64.12."],
  [{ name: "shop", content: "41.90." }, "Type the address above to see where visitors will go."],
  [{ name: "a b", content: "41.90.64.12" }, "Correct the name above to see what this record will do."],
  [{ type: "CNAME", name: "b", content: "c.example." }, "b.a.ke will be another name for c.example."],
  [
    { type: "MX", content: "b.example", priority: "0" },
    "Mail to anyone@a.ke will go to b.example. Priority 0 is tried first.",
  ],
  [
    { type: "MX", content: "b.example", priority: "10" },
    "Mail to anyone@a.ke will go to b.example. Priority 10 is tried after lower numbers.",
  ],
  [{ type: "MX", content: "." }, "a.ke will take no mail."],
  [{ type: "TXT", content: '"v=spf1 " "-all"' }, "a.ke will carry the text v=spf1 -all."],
  [{ type: "TXT", content: "a".repeat(80) }, `a.ke will carry the text ${"a".repeat(59)}….`],
  [{ type: "NS", name: "lab", content: "b.example" }, "b.example will answer for lab.a.ke and every name below it."],
  [
    { type: "SRV", name: "_sip._tcp", target: "sip.example", port: "5060" },
    "Apps that look for sip over tcp at a.ke will go to sip.example, port 5060.",
  ],
  [
    { type: "SRV", name: "*._tcp", target: "sip.example", port: "5060" },
    "Apps that look for *._tcp.a.ke will go to sip.example, port 5060.",
  ],
  [{ type: "SRV", name: "_sip._tcp", target: "." }, "There will be no service at _sip._tcp.a.ke."],
  [{ type: "CAA", value: "letsencrypt.org" }, "letsencrypt.org may issue certificates for a.ke."],
  [{ type: "CAA", tag: "issuewild", value: ";" }, "Nobody may issue wildcard certificates for a.ke."],
  [
    { type: "CAA", tag: "iodef", value: "mailto:b@c.example" },
    "Forbidden certificates for a.ke will be reported to mailto:b@c.example.",
  ],
  [{ type: "LOC" }, "a.ke will have a record of the type LOC."],
])("%j gives the sentence: %s", (values, expected) => {
  expect(sentence(values)).toBe(expected);
});

test("marks user input, and asks for a missing value", () => {
  expect(recordSentence({ ...NEW_RECORD, name: "shop", content: "41.90.64.12", proxied: "" }, ZONE)).toEqual([
    { kind: "strong", text: "shop.a.ke" },
    { kind: "plain", text: " will point to " },
    { kind: "strong", text: "41.90.64.12" },
    { kind: "plain", text: "." },
  ]);
  expect(recordSentence({ ...NEW_RECORD, name: "shop" }, ZONE)).toEqual([
    { kind: "open", text: "Type the address above to see where visitors will go." },
  ]);
});

test("gives a sentence for any input", () => {
  const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom("", "@", ".", "41.90.64.12", '"', ";"));
  const values = fc.record(Object.fromEntries(fieldNames().map((field) => [field, text])));
  forAny([values, fc.constantFrom(...RECORD_TYPES)], (typed, type) => {
    expect(sentence({ ...typed, type })).toMatch(/\S\.$/);
  });
});
