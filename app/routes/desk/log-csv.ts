import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { readLog } from "#app/gateways/desk/log.server.ts";
import { csvResponse } from "#app/http/csv-response.server.ts";
import { requireStaff } from "#app/http/staff.server.ts";
import { MAX_CSV_ROWS } from "#app/model/desk/csv.ts";
import { logPath, logView } from "#app/model/desk/log-view.ts";
import { logWords } from "#app/model/desk/log-words.ts";
import { nairobiTime } from "#app/model/nairobi-day.ts";

/** Downloads the lines of the log that a filter shows, the newest first. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const view = logView(new URL(request.url).searchParams);
  const found = await readLog({ who: view.who, what: view.what, skipped: 0, most: MAX_CSV_ROWS + 1 });
  // The page says that the log cannot be read.
  if (!found.ok) return redirect(logPath(view));
  const rows = found.value.lines.map(({ at, who, ...line }) => {
    const { before, about, after } = logWords(line);
    return [nairobiTime(new Date(at)), who, `${before} ${about}${after}`, line.about_kind, line.about_id];
  });
  return csvResponse("log", ["When", "Who", "What", "Kind", "Id"], rows);
}
