import { nowDate } from "#app/platform/clock.ts";
import { clockOf, nairobiDay } from "#app/platform/text/nairobi-day.ts";
import { shownNumber, toPhoneNumber } from "#app/platform/text/phone.server.ts";

/** Most rows of a file. A spreadsheet on a phone opens so many, and the database answers in time. A longer one is refused. */
export const MAX_CSV_ROWS = 5000;

/** The byte order mark, by which Excel knows that a file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Text that a spreadsheet would run, also one that trims spaces or drops quotation marks first. Source: OWASP, "CSV Injection".
 * The apostrophe is in it, so that text which had one gets a second, and a reader knows which one was added.
 */
const FORMULA = /^[\s\p{C}"']*[=+\-@＝＋－＠]|^'*[\t\r\n]/u;

/** What a spreadsheet reads in a number, a date or a time beside digits and their separators. */
const VALUE_WORDS =
  /^(?:e|am?|pm?|ksh|kes|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;
/**
 * Short enough to be the same digits when it is read as a number; or the number of a receipt, "2026-00001", which is read as
 * text.
 */
const KEPT = /^(?:0|[1-9]\d{0,10}|\d{4}-\d{5,9})$/;

/** What a column has: it decides how its cells are written. */
type Kind = keyof typeof FORMATS;
/** The heading of a column of free text, or a heading and what the column has. */
export type CsvColumn = string | readonly [head: string, kind: Kind];
export type CsvCell = string | number | null;

const FORMATS = {
  /** Free text: `'` before what a spreadsheet would run. */
  text: (text: string) => (FORMULA.test(text) ? `'${text}` : text),
  /**
   * A phone number in any spelling: "0712 345678", "(+256) 772 123456". Neither a formula nor a number, and every phone dials
   * it.
   */
  phone: (typed: string) => {
    const number = toPhoneNumber(typed);
    return number ? shownNumber(number).replace(/^\+(\d+)/, "(+$1)") : FORMATS.code(typed);
  },
  /** An ISO day as it is; the day in Nairobi of a moment. */
  day: (iso: string) => (iso.length === 10 ? iso : nairobiDay(new Date(iso)).iso),
  /** A moment (ISO 8601) in Nairobi, in the one ISO form that spreadsheets read as a time: "2026-12-02 08:05:09". */
  instant: (iso: string) => `${nairobiDay(new Date(iso)).iso} ${clockOf(new Date(iso))}`,
  /** A number or code that must stay as it is: `'` before what a spreadsheet would read as another number or as a date. */
  code: (code: string) => (isReadAsValue(code) ? `'${code}` : FORMATS.text(code)),
};

/**
 * Returns a table as CSV (RFC 4180), for Excel too: UTF-8 with a byte order mark, lines that end with CRLF, cells by the kind
 * of their column. Numbers stay numbers in each.
 */
export function csvOf(columns: readonly CsvColumn[], rows: readonly (readonly CsvCell[])[]): string {
  const kinds = columns.map((column): Kind => (typeof column === "string" ? "text" : column[1]));
  const header = columns.map((column) => (typeof column === "string" ? column : column[0]));
  const cells = rows.map((row) => row.map((cell, index) => cellOf(cell, kinds[index])));
  return BYTE_ORDER_MARK + [header, ...cells].map((line) => `${line.map(quoted).join(",")}\r\n`).join("");
}

function cellOf(cell: CsvCell, kind: Kind = "text"): string {
  return typeof cell === "string" && cell !== "" ? FORMATS[kind](cell) : String(cell ?? "");
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function isReadAsValue(code: string): boolean {
  const words = code.match(/\p{L}+/gu) ?? [];
  return /\d/.test(code) && words.every((word) => VALUE_WORDS.test(word)) && !KEPT.test(code);
}

/**
 * Returns a table as a file to download, such as "schools-2026-12-02.csv". No cache keeps it. A table of more than `max` rows
 * is refused in words: a file that was cut would look complete.
 */
export function csvResponse(
  name: string,
  columns: readonly CsvColumn[],
  rows: readonly (readonly CsvCell[])[],
  max = MAX_CSV_ROWS,
): Response {
  if (rows.length > max) {
    const words = `This file would have more than ${max} rows. Nothing was left out and nothing was downloaded: go back and choose a smaller part.`;
    return new Response(words, {
      status: 422,
      headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" },
    });
  }
  return new Response(csvOf(columns, rows), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${nairobiDay(nowDate()).iso}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
