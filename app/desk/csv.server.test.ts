import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toPhoneNumber } from "#app/platform/text/phone.server.ts";
import { TAGS } from "../../tests/hostile-texts.ts";
import { readCsv } from "../../tests/read-csv.ts";
import { csvOf } from "./csv.server.ts";

const cellOf = (kind: "text" | "phone" | "day" | "instant" | "code", value: string) =>
  readCsv(csvOf([["A", kind]], [[value]]))[1]?.[0];

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

describe("free text", () => {
  test.each([
    ["=", "=1+1", "'=1+1"],
    ["+", "+254712345678", "'+254712345678"],
    ["-", "-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
    ["@", "@SUM(A1:A9)", "'@SUM(A1:A9)"],
    ["a tab", "\t=1", "'\t=1"],
    ["a carriage return", "\r=1", '"\'\r=1"'],
    ["a formula with quotation marks", '=HYPERLINK("http://example.com")', '"\'=HYPERLINK(""http://example.com"")"'],
    ["a formula in quotation marks", '"=1+1"', '"\'""=1+1"""'],
    ["a space and a formula", " \u00A0=1+1", "' \u00A0=1+1"],
    ["an invisible character and a formula", "\u200B=1+1", "'\u200B=1+1"],
    ["an apostrophe and a formula", "'=1+1", "''=1+1"],
  ])("a spreadsheet does not run a cell that begins with %s", (_what, cell, written) => {
    expect(csvOf(["A"], [[cell]])).toBe(`\uFEFFA\r\n${written}\r\n`);
  });

  const piece = fc.constantFrom(
    "=",
    "+",
    "-",
    "@",
    "＝",
    "'",
    '"',
    "\t",
    "\r",
    "\n",
    " ",
    ",",
    ";",
    "\uFEFF",
    "1",
    "a",
  );
  const texts = fc.oneof(fc.string({ unit: piece }), fc.string({ unit: "grapheme" }), fc.constantFrom(...TAGS));
  test("no cell begins with a formula, and a reader gets back what was in the database", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(texts, fc.integer(), texts), { minLength: 1 }), (rows) => {
        const [, ...found] = readCsv(csvOf(["A", "B", "C"], rows));
        for (const cell of found.flatMap(([a = "", , c = ""]) => [a, c])) {
          expect(cell).not.toMatch(/^[\s"\uFEFF]*[=+\-@＝＋－＠]|^[\t\r\n]/);
        }
        const plain = (cell = "") =>
          /^'(?:[\s\uFEFF"']*[=+\-@＝＋－＠]|'*[\t\r\n])/.test(cell) ? cell.slice(1) : cell;
        expect(found.map(([a, b, c]) => [plain(a), Number(b), plain(c)])).toEqual(rows);
      }),
      { seed: 3, numRuns: 2000 },
    );
  });
});

describe("a phone number", () => {
  test.each([
    ["+254712345678", "0712 345678"],
    ["0712345678", "0712 345678"],
    ["+254202345678", "020 2345678"],
    ["+256772123456", "(+256) 772 123456"],
    ["07123", "'07123"],
    ["=1", "'=1"],
    ["ask the bursar", "ask the bursar"],
  ])("%s is written as %s", (stored, written) => expect(cellOf("phone", stored)).toBe(written));

  test("is neither a number nor a formula, and is read back", () => {
    const stored = fc
      .tuple(
        fc.constantFrom("+2547", "+2541", "+25420", "+25677", "+4479", "+1202555"),
        fc.integer({ min: 1e6, max: 1e8 }),
      )
      .map(([start, rest]) => toPhoneNumber(`${start}${rest}`) ?? "+254712345678");
    fc.assert(
      fc.property(stored, (number) => {
        const written = cellOf("phone", number) ?? "";
        expect(written).toMatch(/^[0(].* /);
        expect(toPhoneNumber(written)).toBe(number);
      }),
      { seed: 3, numRuns: 2000 },
    );
  });
});

test("days and moments are ISO, in Nairobi", () => {
  expect(cellOf("day", "2026-12-02")).toBe("2026-12-02");
  expect(cellOf("day", "2026-12-01T21:30:00Z")).toBe("2026-12-02");
  expect(cellOf("instant", "2026-12-01T21:30:09.5+00:00")).toBe("2026-12-02 00:30:09");
});

test.each([
  ...["0012345", "123E-0045", "1e5", "1-2", "MAR-1", "March 5", "10:30", "12 PM", "1.50", "12345678901234567890"],
  ...["2026-01", "KSh 500", "-7", "00 12", "1/2"],
])("the code %s of another system stays as it is in a spreadsheet", (code) => {
  expect(cellOf("code", code)).toBe(`'${code}`);
});

test.each(["SGR4XK2L9P", "FT-77", "123456", "2026-00001", "CN-2026-00001", "M12AB34C", "KRAMW017202300001"])(
  "the code %s is written as it is",
  (code) => expect(cellOf("code", code)).toBe(code),
);
