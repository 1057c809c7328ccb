import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter, forAny } from "../../tests/arbitraries.ts";
import { excerptOf } from "./post-rows.server.ts";

test.each([
  ["", ""],
  ["Short.", "Short."],
  ["## A title\n\nand **bold** _words_, ~~gone~~, `code`", "A title and bold words, ~gone~, code"],
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

test("if the parser rejects a text, its excerpt is the start of its Markdown source", () => {
  expect(excerptOf(">".repeat(5000))).toBe(`${">".repeat(150)}…`);
});

test("any excerpt is one short line (property)", () => {
  const check = (text: string) => {
    expect([...excerptOf(text)].length).toBeLessThanOrEqual(151);
    expect(excerptOf(text)).not.toMatch(/[\n\r\t]/);
  };
  forAny([fc.string({ unit: anyCharacter, maxLength: 300 })], check, 200);
});
