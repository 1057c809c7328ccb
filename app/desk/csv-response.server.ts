import { nowDate } from "#app/platform/clock.ts";
import { nairobiDay } from "#app/platform/text/nairobi-day.ts";
import { type CsvCell, type CsvColumn, csvOf, MAX_CSV_ROWS } from "./csv.server.ts";

/**
 * Returns a table as a file to download, such as "schools-2026-12-02.csv". No cache keeps it. A table of more than `max` rows is
 * refused in words: a file that was cut would look complete.
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
