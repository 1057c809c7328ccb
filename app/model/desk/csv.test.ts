import { expect, test } from "vitest";
import { TAGS } from "../../../tests/hostile-texts.ts";
import { csvOf } from "./csv.ts";

/** Returns the cells of a file by RFC 4180. */
function parse(csv: string): string[][] {
  const rows = csv.slice(1).match(/(?:"(?:[^"]|"")*"|[^"\r\n])*\r\n/g) ?? [];
  return rows.map((row) =>
    [...`,${row.slice(0, -2)}`.matchAll(/,("(?:[^"]|"")*"|[^",]*)/g)].map(([, cell = ""]) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    ),
  );
}

test("a file begins with a byte order mark, and each line ends with CRLF", () => {
  expect(csvOf(["School", "Students"], [["Moi Girls", 300]])).toBe("\uFEFFSchool,Students\r\nMoi Girls,300\r\n");
});

test.each([
  ["a comma", "Nyeri, Kenya", '"Nyeri, Kenya"'],
  ["a quotation mark", 'the "best"', '"the ""best"""'],
  ["a line break", "one\r\ntwo", '"one\r\ntwo"'],
  ["nothing", null, ""],
  ["a negative number", -5, "-5"],
  ["Swahili and emoji", "Shule ya Ng’ombe 🐄", "Shule ya Ng’ombe 🐄"],
])("a cell with %s is written so that it is read back", (_what, cell, written) => {
  expect(csvOf(["A"], [[cell]])).toBe(`\uFEFFA\r\n${written}\r\n`);
});

test.each([
  ["=", "=1+1", "'=1+1"],
  ["+", "+254712345678", "'+254712345678"],
  ["-", "-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
  ["@", "@SUM(A1:A9)", "'@SUM(A1:A9)"],
  ["a tab", "\t=1", "'\t=1"],
  ["a carriage return", "\r=1", '"\'\r=1"'],
  ["a formula with quotation marks", '=HYPERLINK("http://example.com")', '"\'=HYPERLINK(""http://example.com"")"'],
])("a spreadsheet does not run a cell that begins with %s", (_what, cell, written) => {
  expect(csvOf(["A"], [[cell]])).toBe(`\uFEFFA\r\n${written}\r\n`);
});

test("a file keeps hostile texts in their cells", () => {
  const rows = TAGS.map((text) => [text, "end"]);
  expect(parse(csvOf(["A", "B"], rows))).toEqual([["A", "B"], ...rows]);
});
