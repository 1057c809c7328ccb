import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import { readIncome } from "#app/payments/income.table.server.ts";
import { cameIn, INCOME_TABLES, incomeColumns, incomeRows } from "#app/payments/income-tables.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { DeskHead } from "./ui/desk-head.tsx";
import { Writers } from "./ui/writers.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Income", description: "What came in, by month.", isHidden: true });

/** Returns the tables of the income of the last 24 months in Nairobi. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const found = await readIncome();
  if (!found.ok) return outagePage(context, { failure: found.message, figures: [], tables: [] });
  const tables = INCOME_TABLES.map(({ columns, ...table }) => {
    const shown = incomeColumns(found.value, columns);
    return { ...table, heads: shown.map(([, label]) => label), rows: incomeRows(found.value, shown) };
  });
  return data({ failure: "", figures: cameIn(found.value), tables });
}

type TableProps = { title: string; about: string; heads: string[]; rows: { title: string; cells: string[] }[] };

export default function IncomePage() {
  const { figures, tables, failure } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <DeskHead title="Income">
        <Writers>
          <a href="/desk/income.csv">As CSV</a>
        </Writers>
      </DeskHead>
      {tables.length === 0 && <ReadFailure title={failure} retryHref="/desk/income" />}
      {figures.length > 0 && (
        <dl className="flex flex-wrap gap-x-12 gap-y-6">
          {figures.map(({ title, sum }) => (
            <div key={title}>
              <dt className="quiet">Came in, {title}</dt>
              <dd className="text-lg font-bold">{sum}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="desk-sums">
        {tables.map((table) => (
          <MonthTable key={table.title} {...table} />
        ))}
      </div>
    </div>
  );
}

/** A table with a line for each month. One of many columns has the whole width. A phone scrolls it if its numbers are long. */
function MonthTable({ title, about, heads, rows }: TableProps) {
  const id = title.replace(/\W+/g, "-").toLowerCase();
  return (
    <div className={heads.length > 4 ? "col-span-full" : undefined}>
      <h2 id={id}>{title}</h2>
      <p className="quiet">{about}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it where it is wider than the screen */}
      <section className="overflow-x-auto" aria-labelledby={id} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {["Month", ...heads].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.title}>
                <th scope="row">{row.title}</th>
                {row.cells.map((cell, index) => (
                  <td key={heads[index]} className={/^0(?:\.00)?$/.test(cell) ? "text-ink-2" : "font-medium"}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
