import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { csvResponse } from "#app/desk/csv.server.ts";
import { COLUMNS } from "#app/imports/import.ts";
import { throwAsText } from "#app/platform/http/outage.server.ts";

/** Downloads a file with one customer as an example of what can be imported. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context, "write").catch(throwAsText);
  return csvResponse(
    "import",
    COLUMNS.map(({ name }) => name),
    [COLUMNS.map(({ example }) => example)],
  );
}
