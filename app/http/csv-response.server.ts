import { nowDate } from "#app/model/clock.ts";
import { type CsvCell, csvOf } from "#app/model/desk/csv.ts";
import { nairobiDay } from "#app/model/nairobi-day.ts";

/** Returns a table as a file to download, such as "schools-2026-12-02.csv". No cache keeps it. */
export function csvResponse(name: string, header: readonly string[], rows: readonly (readonly CsvCell[])[]): Response {
  return new Response(csvOf(header, rows), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${nairobiDay(nowDate()).iso}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
}
