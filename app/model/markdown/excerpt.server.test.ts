import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../tests/arbitraries.ts";
import { excerptOf } from "./excerpt.server.ts";

test.each([
  ["", ""],
  ["Short.", "Short."],
  ["## A title\n\nand **bold** _words_, ~~gone~~, `code`", "A title and bold words, gone, code"],
  ['a [link](https://example.com "title") and <https://example.com>', "a link and https://example.com"],
  ["![a picture](/pictures/a.svg) beside words", "beside words"],
  ["> a quote\n> of two lines", "a quote of two lines"],
  ["- one\n- two\n  - three\n\n1. four\n\n- [ ] five\n- [x] six", "one two three four five six"],
  ["| a | b |\n|---|---|\n| 1 | **2** |", "a b 1 2"],
  ["```js\nlet a;\n```\n\nafter", "let a; after"],
  ["one  \ntwo\\\nthree\n***\nfour", "one two three four"],
  ["Tom &amp; Jerry &#8211; &#x2014; &hellip; &unknown; &lt;b&gt;", "Tom & Jerry – — … &unknown; <b>"],
  ["<b>shown</b> as it is", "<b>shown</b> as it is"],
  ["[1]: https://example.com\n\nseen [here][1]", "seen here"],
])("the excerpt of %j is %j", (markdown, words) => {
  expect(excerptOf(markdown)).toBe(words);
});

test("cuts an excerpt to 150 characters and adds an ellipsis", () => {
  const long = "0123456789".repeat(20);
  expect(excerptOf(long)).toBe(`${long.slice(0, 150)}…`);
  expect(excerptOf(long.slice(0, 150))).toBe(long.slice(0, 150));
  expect(excerptOf("😀".repeat(151))).toBe(`${"😀".repeat(150)}…`);
});

test("cuts the source of a text that the parser rejects", () => {
  expect(excerptOf(">".repeat(5000))).toBe(`${">".repeat(150)}…`);
});

test("any excerpt is one short line (property)", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      const excerpt = excerptOf(text);
      expect([...excerpt].length).toBeLessThanOrEqual(151);
      expect(excerpt).not.toMatch(/[\n\r\t]/);
    }),
    { seed: 20_261_121, numRuns: process.env.LONG === "1" ? 4000 : 200 },
  );
});
