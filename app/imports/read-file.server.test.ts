import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvOf } from "#app/desk/csv.server.ts";
import { readCsv } from "../../tests/read-csv.ts";
import { COLUMNS } from "./import.ts";
import { readImportFile } from "./read-file.server.ts";

const NOW = new Date("2026-12-02T02:00:00Z");
const HEAD = "email,name,phone,domain,last day,held,price";
const read = (...lines: string[]) => readImportFile([HEAD, ...lines].join("\r\n"), NOW);
const linesOf = (file: ReturnType<typeof readImportFile>) => (file.ok ? file.value : [file.message]);
const NJERI = {
  ...{ email: "njeri@example.co.ke", full_name: "Njeri Kamau", phone: "+254712345678", domain: "njeri.co.ke" },
  ...{ last_day: "2027-12-31", held: "us", renew_ksh: 1200 },
};

describe("a file that can be read", () => {
  test.each([
    ["with commas", `${HEAD}\r\nNjeri@example.co.ke,Njeri Kamau,0712 345 678,NJERI.co.ke,2027-12-31,us,"1,200"`],
    [
      "with semicolons, a byte order mark and other column names in another order",
      "\uFEFFDomain Name;E-Mail;Full Name;Mobile;Expiry date;Held;Renewal price\nnjeri.co.ke;njeri@example.co.ke;Njeri Kamau;+254712345678;31/12/2027;With us;KSh 1200\n\n",
    ],
    [
      "with tabs, as pasted from a spreadsheet",
      "email\tname\tphone\tdomain\tlast_day\theld\tprice\r\nnjeri@example.co.ke\tNjeri Kamau\t0712345678\tnjeri.co.ke\t31.12.2027\t\t1200/=",
    ],
  ])("%s gives the same line", (_how, text) => {
    expect(linesOf(readImportFile(text, NOW))).toEqual([{ line: 2, problems: [], ...NJERI }]);
  });

  test("may have customers without names, quoted cells with line breaks, and blank lines, which count", () => {
    const file = readImportFile('name,email,phone\n"Kamau, ""Njeri""",a@example.co.ke\n\n,,\nB,b@example.co.ke,', NOW);
    expect(linesOf(file)).toMatchObject([
      { line: 2, full_name: 'Kamau, "Njeri"', domain: null, held: null, problems: [] },
      { line: 5, email: "b@example.co.ke", problems: [] },
    ]);
  });

  test("the sample of the page has no error", () => {
    const text = csvOf(
      COLUMNS.map(({ name }) => name),
      [COLUMNS.map(({ example }) => example)],
    );
    expect(linesOf(readImportFile(text, NOW))).toMatchObject([{ ...NJERI, email: "njeri@example.com", problems: [] }]);
  });

  test("keeps every name that its spreadsheet quotes", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 5 }), (names) => {
        const text = csvOf(
          ["email", "name"],
          names.map((name) => ["a@example.co.ke", name]),
        );
        const written = readCsv(text).slice(1);
        const file = readImportFile(text, NOW);
        expect(file.ok && file.value.length).toBe(written.length);
        for (const [index, line] of (file.ok ? file.value : []).entries()) {
          if (line.problems.length === 0) expect(line.full_name).toBe(written[index]?.[1]?.trim());
        }
      }),
    );
  });
});

describe("a file that cannot be read says why", () => {
  test.each([
    ["", "Choose a file"],
    ["\n\n", "Choose a file"],
    [HEAD, "no line below"],
    ["email,name,prce\na,b,c", "We do not know the column “prce”"],
    ["name,domain\na,b", "There is no column “email”"],
    ["email,e-mail,name\na,b,c", "two columns “email”"],
    [`${HEAD}\nnjeri@example.co.ke,Nj\uFFFDri`, "not in UTF-8"],
    [`${HEAD}\n${"x".repeat(300_000)}`, "larger than 256 KB"],
    [[HEAD, ...Array(1001).fill("a@example.co.ke,A")].join("\n"), "This file has 1,001 lines. At most 1,000"],
  ])("%#", (text, words) => {
    expect(readImportFile(text, NOW)).toEqual({ ok: false, message: expect.stringContaining(words) });
  });
});

test.each([
  ["njeri,Njeri", "email", "Please enter a valid email address"],
  [",Njeri", "email", "Type this too."],
  ["a@example.co.ke,", "name", "Type this too."],
  [`a@example.co.ke,${"N".repeat(101)}`, "name", "Please use at most 100 characters"],
  ["a@example.co.ke,A,12", "phone", "Please enter a phone number, such as 0712 345 678"],
  ["a@example.co.ke,A,,njeri,2027-12-31", "domain", "Type a whole name, such as njeri.co.ke."],
  ["a@example.co.ke,A,,njeri.co.ke", "last day", "Type this too."],
  ["a@example.co.ke,A,,,2027-12-31", "domain", "Type this too."],
  ["a@example.co.ke,A,,njeri.co.ke,31/02/2027", "last day", expect.stringContaining("Choose a day from")],
  ["a@example.co.ke,A,,njeri.co.ke,2020-01-01", "last day", expect.stringContaining("Choose a day from")],
  ["a@example.co.ke,A,,njeri.co.ke,2027-12-31,them", "held", "Type us or elsewhere."],
  ["a@example.co.ke,A,,njeri.co.ke,2027-12-31,us,12.50", "price", expect.stringContaining("whole number of shillings")],
  ["a@example.co.ke,A,,njeri.co.ke,2027-12-31,us,1200,x", "", expect.stringContaining("more values")],
])("the line %s has an error at its column and keeps nothing else", (text, column, message) => {
  expect(linesOf(read(text))).toEqual([{ line: 2, problems: [{ column, message }] }]);
});

test("a name that stands twice is an error of the second line, in any writing", () => {
  const lines = linesOf(read("a@example.co.ke,A,,Njeri.co.ke,2027-12-31", "b@example.co.ke,B,,njeri.CO.KE,2027-12-31"));
  expect(lines).toMatchObject([
    { line: 2, problems: [] },
    { line: 3, problems: [{ column: "domain", message: "Line 2 has this name too." }] },
  ]);
});
