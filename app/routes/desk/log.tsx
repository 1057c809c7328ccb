import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireStaff } from "#app/accounts/staff.server.ts";
import type { Place } from "#app/desk/list-page.ts";
import { readLog } from "#app/desk/log.table.server.ts";
import { LOG_PAGE, type LogView, logPath, logView } from "#app/desk/log-view.ts";
import { LOG_KINDS, type LogLine, logWords } from "#app/desk/log-words.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { Button } from "#app/ui/primitives/button.tsx";
import { staticMeta } from "#app/ui/shell/page-meta.ts";
import { DeskEmpty } from "./ui/desk-empty.tsx";
import { DeskHead } from "./ui/desk-head.tsx";
import { Writers } from "./ui/writers.tsx";

export const handle = { hydrate: "never" };

export const headers = privatePage;

export const meta = staticMeta({ title: "Staff log", description: "Who did what at the desk.", isHidden: true });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(request, context);
  const view = logView(new URL(request.url).searchParams);
  const found = await readLog(view, LOG_PAGE);
  if (!found.ok)
    return outagePage(context, { view, staff: [], lines: null, newer: null, older: null, failure: found.message });
  const { staff, rows, previous, next } = found.value;
  const path = (place: NonNullable<Place> | null) => place && logPath({ ...view, place });
  return data({ view, staff, lines: rows, newer: path(previous), older: path(next), failure: "" });
}

export default function LogPage() {
  const { view, staff, lines, newer, older, failure } = useLoaderData<typeof loader>();
  return (
    <div className="page sheet app flow">
      <DeskHead title="Staff log" />
      {lines === null ? (
        <ReadFailure title={failure} retryHref={logPath(view)} />
      ) : (
        <>
          <Filter view={view} staff={staff} />
          {lines.length === 0 ? (
            <DeskEmpty title="Nothing here">
              <p>What staff do at the desk appears here.</p>
            </DeskEmpty>
          ) : (
            <Lines lines={lines} />
          )}
          <nav className="flex flex-wrap gap-x-5" aria-label="Pages">
            {newer !== null && <Step to={newer}>Newer</Step>}
            {older !== null && <Step to={older}>Older</Step>}
            <Writers>
              <Step to={logPath({ ...view, place: undefined }, "/desk/log.csv")}>Download as CSV</Step>
            </Writers>
          </nav>
        </>
      )}
    </div>
  );
}

function Step({ to, children }: { to: string; children: string }) {
  return (
    <a className="inline-flex min-h-touch items-center" href={to}>
      {children}
    </a>
  );
}

function Lines({ lines }: { lines: readonly LogLine[] }) {
  return (
    <ul className="desk-list">
      {lines.map(({ id, at, who, ...line }) => {
        const { before, about, href, after } = logWords(line);
        return (
          <li key={id}>
            <p className="first-letter:uppercase">
              {who} {before}{" "}
              {href === null ? (
                about
              ) : (
                <a className="cover" href={href}>
                  {about}
                </a>
              )}
              {after}
              <time className="quiet block" dateTime={at}>
                {nairobiTime(new Date(at))}
              </time>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

type FilterProps = { view: LogView; staff: readonly { email: string; name: string }[] };

/** Filters the log by person and by kind. The form is open while it hides lines. */
function Filter({ view: { who, what }, staff }: FilterProps) {
  const people = staff.map(({ email, name }) => ({ value: email, label: name }));
  return (
    <details className="desk-fold" open={who !== "" || what !== ""}>
      <summary>Filter</summary>
      <form method="get" action="/desk/log" className="form max-w-[28rem] pt-3">
        <SelectField
          id="who"
          name="who"
          label="Who"
          defaultValue={who}
          options={[{ value: "", label: "Everybody" }, ...people]}
        />
        <SelectField
          id="what"
          name="what"
          label="What"
          defaultValue={what}
          options={[{ value: "", label: "Everything" }, ...LOG_KINDS]}
        />
        <Button kind="alt">Show</Button>
      </form>
    </details>
  );
}
