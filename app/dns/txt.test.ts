import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter, forAny } from "../../tests/arbitraries.ts";
import { grouped } from "../../tests/grouped.ts";
import { MAX_TEXT, readTxt, txtContent, txtText, txtTyped } from "./txt.ts";

const A300 = "a".repeat(300);
// RFC 1035, RFC 7208, RFC 6376, RFC 7489.
test.each(
  grouped([
    ['"v=spf1 -all"', "v=spf1 -all", '"v=spf1 -all"', ' "v=spf1 -all" ', '"v=spf1 " "-all"', '"v=spf1 ""-all"'],
    ['"v=DKIM1; p=abc"', '"v=DKIM1; "\n\t"p=abc"', '( "v=DKIM1; " "p=abc" )'],
    ['"spaces around"', "  spaces around  "],
    ['"say \\"hello\\" twice"', 'say "hello" twice'],
    ['"say \\"hello\\""', '"say \\"hello\\""'],
    ['"back\\\\slash"', "back\\slash", '"back\\\\slash"'],
    ['"tab\\009"', '"tab\\009"'],
    ['"AB"', '"\\065\\066"'],
    ['"\\\\065"', "\\065"],
    ['"habari \\195\\188"', "habari ü", '"habari ü"'],
    ['"5\\" pipes"', '5" pipes'],
    ['"\\"a\\" b\\""', '"a" b"'],
    ['"\\"a\\\\\\""', '"a\\"'],
    [`"${"a".repeat(255)}" "${"a".repeat(45)}"`, A300, `"${A300}"`],
    [`"${"a".repeat(255)}"`, "a".repeat(255)],
    ['"ab"', '"a" "" "b"'],
  ]),
)("sends the text %j as %s", (typed, content) => {
  expect(readTxt(typed)).toEqual({ ok: true, value: content });
});

// RFC 1035, RFC 3629.
test.each(
  grouped([
    ["Type the text", "", "   ", '""'],
    ["one line", "two\nlines", "tab\there", "nul\u0000"],
    ["cannot be sent", "lost \uFFFD", "half \uD800"],
    ["too long", "a".repeat(MAX_TEXT + 1), "ü".repeat(MAX_TEXT / 2 + 1)],
  ]),
)("rejects the text %j and says: %s", (typed, message) => {
  expect(readTxt(typed)).toEqual({ ok: false, message: expect.stringContaining(message) });
});

test("the longest text has 4,096 bytes including the length of each string", () => {
  const reading = readTxt("a".repeat(MAX_TEXT));
  const chunks = reading.ok ? reading.value.split(" ").length : 0;
  expect(MAX_TEXT + chunks).toBe(4096);
});

test.each([
  ['"v=spf1 -all"', "v=spf1 -all"],
  ['"a" "b"', "ab"],
  ['"a\\"b"', 'a"b'],
  ['"\\195\\188"', "ü"],
  ["\\195", "\\195"],
  ['"\\255"', "\uFFFD"],
])("the content %s has the text %j", (content, text) => {
  expect(txtText(content)).toBe(text);
});

test.each([
  ['" outer "', '" outer "'],
  ['"\\255"', '"\\255"'],
  ['"5\\" pipes"', '5" pipes'],
  ['"a\\010b"', '"a\\010b"'],
])("a form shows %s as %s, which gives the same content", (content, shown) => {
  expect(txtTyped(content)).toBe(shown);
  expect(readTxt(shown)).toEqual({ ok: true, value: content });
});

const text = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 900 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: fc.constantFrom(...'"\\ ()019aü;\n'), maxLength: 40 }),
);

test("any text survives quoting, and no string has more than 255 bytes", () => {
  forAny([text], (plain) => {
    const content = txtContent(plain);
    expect(txtText(content)).toBe(plain);
    expect(content).toMatch(/^[ -~]+$/);
    for (const [, chunk = ""] of content.matchAll(/"((?:[^"\\]|\\.)*)"/g))
      expect(chunk.replace(/\\(\d{3}|.)/g, "x").length).toBeLessThanOrEqual(255);
  });
});

test("the text that a form shows gives the same content, and is not quoted twice", () => {
  forAny([text], (plain) => {
    const reading = readTxt(plain);
    if (!reading.ok) return;
    expect(readTxt(reading.value)).toEqual(reading);
    expect(readTxt(txtTyped(reading.value))).toEqual(reading);
    const again = txtText(reading.value);
    if (!again.includes("\uFFFD")) expect(txtContent(again)).toBe(reading.value);
  });
});
