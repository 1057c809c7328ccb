/** Most rows of a file. A spreadsheet on a phone opens so many, and the database answers in time. A longer one is refused. */
export const MAX_CSV_ROWS = 5000;

/** The byte order mark, by which Excel knows that a file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A cell that a spreadsheet would run as a formula. Source: OWASP, "CSV Injection". */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

export type CsvCell = string | number | null;

/**
 * Returns a table as CSV (RFC 4180), for Excel too: UTF-8 with a byte order mark, lines that end with CRLF, and `'` before text
 * that a spreadsheet would run. Numbers stay numbers.
 */
export function csvOf(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [header, ...rows].map((row) => `${row.map(cellOf).join(",")}\r\n`);
  return BYTE_ORDER_MARK + lines.join("");
}

function cellOf(cell: CsvCell): string {
  if (typeof cell !== "string") return String(cell ?? "");
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
