import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type CsvColumn, csvResponse, MAX_CSV_ROWS } from "#app/desk/csv.server.ts";
import { readLog } from "#app/desk/log.table.server.ts";
import { logView } from "#app/desk/log-view.ts";
import { logWords } from "#app/desk/log-words.ts";
import { textFailure, throwAsText } from "#app/platform/http/outage.server.ts";

const COLUMNS: readonly CsvColumn[] = [["When", "instant"], "Who", "What", "Kind", ["Id", "code"]];

/** Downloads the lines of the log that a filter shows, the newest first. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context, "write").catch(throwAsText);
  const view = logView(new URL(request.url).searchParams);
  const found = await readLog({ ...view, place: undefined }, MAX_CSV_ROWS + 1);
  if (!found.ok) return textFailure(found.message);
  const rows = found.value.rows.map(({ at, who, ...line }) => {
    const { before, about, after } = logWords(line);
    return [at, who, `${before} ${about}${after}`, line.about_kind, line.about_id];
  });
  return csvResponse("log", COLUMNS, rows);
}
