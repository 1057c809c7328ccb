import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { type CsvColumn, csvResponse, MAX_CSV_ROWS } from "#app/desk/csv.server.ts";
import { stageLabel } from "#app/desk/school-stages.ts";
import { textFailure, throwAsText } from "#app/platform/http/outage.server.ts";
import { INTERESTS } from "#app/schools/choices.ts";
import { listSchools } from "#app/schools/desk.table.server.ts";
import { stageFilter } from "#app/schools/desk-school.ts";

const COLUMNS: readonly CsvColumn[] = [
  ...["School", "Stage"],
  ["Next date", "day"],
  ...["Name", "Role"],
  ["Phone", "phone"],
  ...["E-mail", "Students", "Interest", "Wants news"],
  ["Registered", "instant"],
];

/** Downloads the schools of a filter. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context, "write").catch(throwAsText);
  const { stages } = stageFilter(new URL(request.url).searchParams);
  const found = await listSchools(stages, MAX_CSV_ROWS + 1);
  if (!found.ok) return textFailure(found.message);
  const rows = found.value.map((lead) => [
    ...[
      lead.school,
      stageLabel(lead.stage),
      lead.nextOn,
      lead.name,
      lead.role,
      lead.phoneE164 ?? lead.phone,
      lead.email,
    ],
    ...[
      // A spreadsheet reads "500+" as 500.
      lead.studentCount.replace("+", " or more"),
      INTERESTS.find(({ value }) => value === lead.interest)?.label ?? "",
      lead.wantsNews ? "yes" : "no",
    ],
    lead.createdAt,
  ]);
  return csvResponse("schools", COLUMNS, rows);
}
