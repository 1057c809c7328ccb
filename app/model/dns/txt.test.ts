import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../tests/arbitraries.ts";
import { MAX_TEXT, readTxt, txtContent, txtText, txtTyped } from "./txt.ts";

const A300 = "a".repeat(300);

test.each([
  ["v=spf1 -all", '"v=spf1 -all"', "RFC 1035, 3.3.14"],
  ['"v=spf1 -all"', '"v=spf1 -all"', "RFC 1035, 5.1"],
  [' "v=spf1 -all" ', '"v=spf1 -all"', "RFC 1035, 5.1"],
  ['"v=spf1 " "-all"', '"v=spf1 -all"', "RFC 7208, 3.3"],
  ['"v=spf1 ""-all"', '"v=spf1 -all"', "RFC 7208, 3.3"],
  ['"v=DKIM1; "\n\t"p=abc"', '"v=DKIM1; p=abc"', "RFC 6376, 3.6.2.2"],
  ['( "v=DKIM1; " "p=abc" )', '"v=DKIM1; p=abc"', "RFC 1035, 5.1"],
  ["  spaces around  ", '"spaces around"', "product: DNS records"],
  ['" spaces kept "', '" spaces kept "', "RFC 1035, 5.1"],
  ['say "hello" twice', '"say \\"hello\\" twice"', "RFC 1035, 5.1"],
  ['"say \\"hello\\""', '"say \\"hello\\""', "RFC 1035, 5.1"],
  ["back\\slash", '"back\\\\slash"', "RFC 1035, 5.1"],
  ['"back\\\\slash"', '"back\\\\slash"', "RFC 1035, 5.1"],
  ['"tab\\009"', '"tab\\009"', "RFC 1035, 5.1"],
  ['"\\065\\066"', '"AB"', "RFC 1035, 5.1"],
  ["\\065", '"\\\\065"', "RFC 1035, 5.1: only in a quoted string"],
  ["habari ü", '"habari \\195\\188"', "RFC 1035, 5.1"],
  ['"habari ü"', '"habari \\195\\188"', "RFC 1035, 5.1"],
  ["google-site-verification=abc_DEF-123", '"google-site-verification=abc_DEF-123"', "RFC 1035, 3.3.14"],
  ["MS=ms12345678", '"MS=ms12345678"', "RFC 1035, 3.3.14"],
  ["v=DMARC1; p=none;", '"v=DMARC1; p=none;"', "RFC 7489, 6.3"],
  ['"', '"\\""', "RFC 1035, 5.1: one that is the text"],
  ['5" pipes', '"5\\" pipes"', "RFC 1035, 5.1: one in the text"],
  ['"v=spf1 -all', '"\\"v=spf1 -all"', "product: DNS records"],
  ['"a" b"', '"\\"a\\" b\\""', "product: DNS records"],
  ['"a\\"', '"\\"a\\\\\\""', "product: DNS records"],
  ["a;b", '"a;b"', "RFC 1035, 5.1: no comment within quotes"],
  [A300, `"${"a".repeat(255)}" "${"a".repeat(45)}"`, "RFC 1035, 3.3.14"],
  ["a".repeat(255), `"${"a".repeat(255)}"`, "RFC 1035, 3.3.14"],
  [`"${A300}"`, `"${"a".repeat(255)}" "${"a".repeat(45)}"`, "Cloudflare API, TXT: longer strings are split"],
  ['"a" "" "b"', '"ab"', "RFC 7208, 3.3"],
])("sends the text %j as %s (%s)", (typed, content) => {
  expect(readTxt(typed)).toEqual({ ok: true, value: content });
});

test.each([
  ["", "Type the text", "product: DNS records"],
  ["   ", "Type the text", "product: DNS records"],
  ['""', "Type the text", "product: DNS records"],
  ["two\nlines", "one line", "RFC 1035, 5.1"],
  ["tab\there", "one line", "product: DNS records"],
  ["nul\u0000", "one line", "product: DNS records"],
  ["lost \uFFFD", "cannot be sent", "product: DNS records"],
  ["half \uD800", "cannot be sent", "RFC 3629"],
  ["a".repeat(MAX_TEXT + 1), "too long", "Cloudflare, DNS record types: 4,096 bytes"],
  ["ü".repeat(MAX_TEXT / 2 + 1), "too long", "Cloudflare, DNS record types: 4,096 bytes"],
])("rejects the text %j and says: %s (%s)", (typed, message) => {
  expect(readTxt(typed)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test("the longest text has 4,096 bytes including the length of each string", () => {
  const reading = readTxt("a".repeat(MAX_TEXT));
  const chunks = reading.ok ? reading.value.split(" ").length : 0;
  expect(MAX_TEXT + chunks).toBe(4096);
});

test.each([
  ["v=spf1 -all", "v=spf1 -all"],
  ['"v=spf1 -all"', "v=spf1 -all"],
  ['"a" "b"', "ab"],
  ['"a\\"b"', 'a"b'],
  ['"\\195\\188"', "ü"],
  ['"ü"', "ü"],
  ["\\195", "\\195"],
  [" a ", " a "],
  ['"\\255"', "\uFFFD"],
])("the content %s has the text %j", (content, text) => {
  expect(txtText(content)).toBe(text);
});

test.each([
  ['"plain"', "plain"],
  ['"\\"quoted\\""', '"\\"quoted\\""'],
  ['" outer "', '" outer "'],
  ['"\\255"', '"\\255"'],
  ['"5\\" pipes"', '5" pipes'],
  ['"a\\010b"', '"a\\010b"'],
])("a form shows %s as %s, which gives the same content", (content, shown) => {
  expect(txtTyped(content)).toBe(shown);
  expect(readTxt(shown)).toEqual({ ok: true, value: content });
});

const numRuns = process.env.LONG === "1" ? 20_000 : 1_000;
const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 900 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(...'"\\ ()019aü;\n'), maxLength: 40 }),
);

test("any text survives quoting, and no string has more than 255 bytes", () => {
  fc.assert(
    fc.property(text, (plain) => {
      const content = txtContent(plain);
      expect(txtText(content)).toBe(plain);
      expect(content).toMatch(/^[ -~]+$/);
      for (const [, chunk = ""] of content.matchAll(/"((?:[^"\\]|\\.)*)"/g))
        expect(chunk.replace(/\\(\d{3}|.)/g, "x").length).toBeLessThanOrEqual(255);
    }),
    { seed: 1, numRuns },
  );
});

test("what a form shows gives the same content, and nothing is quoted twice", () => {
  fc.assert(
    fc.property(text, (plain) => {
      const reading = readTxt(plain);
      if (!reading.ok) return;
      expect(readTxt(reading.value)).toEqual(reading);
      expect(readTxt(txtTyped(reading.value))).toEqual(reading);
      const again = txtText(reading.value);
      if (!again.includes("\uFFFD")) expect(txtContent(again)).toBe(reading.value);
    }),
    { seed: 1, numRuns },
  );
});
