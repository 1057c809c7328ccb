import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type CsvColumn, csvResponse, MAX_CSV_ROWS } from "#app/desk/csv.server.ts";
import { readLog } from "#app/desk/log.table.server.ts";
import { logPath, logView, logWords } from "#app/desk/log-words.ts";

const COLUMNS: readonly CsvColumn[] = [["When", "instant"], "Who", "What", "Kind", ["Id", "code"]];

/** Downloads the lines of the log that a filter shows, the newest first. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const view = logView(new URL(request.url).searchParams);
  const found = await readLog({ who: view.who, what: view.what, skipped: 0, most: MAX_CSV_ROWS + 1 });
  // The page says that the log cannot be read.
  if (!found.ok) return redirect(logPath(view));
  const rows = found.value.lines.map(({ at, who, ...line }) => {
    const { before, about, after } = logWords(line);
    return [at, who, `${before} ${about}${after}`, line.about_kind, line.about_id];
  });
  return csvResponse("log", COLUMNS, rows);
}
