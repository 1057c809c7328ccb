import { nowDate } from "#app/platform/clock.ts";
import { clockOf, nairobiDay } from "#app/platform/text/nairobi-day.ts";
import { shownNumber, toPhoneNumber } from "#app/platform/text/phone.server.ts";

/**
 * The most rows of a file. A spreadsheet on a phone opens this many, and the database answers in time. A longer file is
 * refused.
 */
export const MAX_CSV_ROWS = 5000;

/** The byte order mark, by which Excel knows that a file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Matches text that a spreadsheet would run as a formula, even if the spreadsheet first trims spaces or drops quotation marks.
 * Source: OWASP, "CSV Injection". Text that begins with an apostrophe matches too and gets a second one, so that readers know
 * which was added.
 */
const FORMULA = /^[\s\p{C}"']*[=+\-@＝＋－＠]|^'*[\t\r\n]/u;

/** The words that a spreadsheet understands as part of a number, a date or a time. */
const VALUE_WORDS =
  /^(?:e|am?|pm?|ksh|kes|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t|tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i;
/**
 * Codes that a spreadsheet does not change: short enough to keep their digits when read as a number, or a receipt number such
 * as "2026-00001", which is read as text.
 */
const KEPT = /^(?:0|[1-9]\d{0,10}|\d{4}-\d{5,9})$/;

/** The kind of a column's values, which decides how its cells are written. */
type Kind = keyof typeof FORMATS;
/** The heading of a column of free text, or a heading and the kind of the column's values. */
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
  /** A day (ISO 8601), unchanged, or the day in Nairobi of a moment. */
  day: (iso: string) => (iso.length === 10 ? iso : nairobiDay(new Date(iso)).iso),
  /** A moment (ISO 8601) in Nairobi, in the one ISO form that spreadsheets read as a time: "2026-12-02 08:05:09". */
  instant: (iso: string) => `${nairobiDay(new Date(iso)).iso} ${clockOf(new Date(iso))}`,
  /** A number or code that must stay as it is: `'` before what a spreadsheet would read as another number or as a date. */
  code: (code: string) => (isReadAsValue(code) ? `'${code}` : FORMATS.text(code)),
};

/**
 * Returns a table as CSV (RFC 4180) that Excel reads too: UTF-8 with a byte order mark, and lines that end with CRLF. A
 * column's kind formats its texts; values of type number are always written as numbers.
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
 * Returns a table as a file to download, such as "schools-2026-12-02.csv". No cache keeps it. For a table of more than `max`
 * rows returns 422 with an explanation, because a file that was cut would look complete.
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
