import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listHistory } from "#app/dns/history.table.server.ts";
import { historyDays, jobLines } from "#app/dns/job-line.ts";
import { completeRecords, readRecords } from "#app/dns/read-zone.server.ts";
import { recordWords } from "#app/dns/record-words.ts";
import { nowDate } from "#app/platform/clock.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { outagePage } from "#app/platform/http/outage.server.ts";
import { isMoment } from "#app/platform/text/page-key.ts";
import { Badge } from "#app/routes/dashboard/ui/providers.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { ReadFailure } from "#app/ui/feedback/read-failure.tsx";
import { UndoForm } from "#app/ui/forms/undo-form.tsx";
import { ButtonLink } from "#app/ui/primitives/button.tsx";
import { Link } from "#app/ui/primitives/link.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { requireZone, shownZone } from "./own-zone.ts";
import { ZonePage } from "./ui/zone-page.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";

export const handle = { hydrate: "idle" };

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Changes to ${data?.domain ?? "your DNS"}`,
    description: "What was changed, and when.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const owner = await requireZone(args);
  const zone = shownZone(owner.domain);
  const { searchParams } = new URL(args.request.url);
  const before = searchParams.get("before") ?? "";
  const record = searchParams.get("record") || undefined;
  const [found, list] = await Promise.all([
    listHistory(owner.supabase, owner, { before: isMoment(before) ? before : undefined, record }),
    readRecords(args.context, owner.domain.zoneId),
  ]);
  const page = {
    ...zone,
    record: record === undefined ? null : { id: record, words: wordsOf(record, list, zone.domain) },
  };
  if (!found.ok) return outagePage(args.context, { ...page, failure: found.message, days: [], older: null });
  const { past, hasMore } = found.value;
  const older = hasMore ? (past.at(-1)?.job.createdAt ?? null) : null;
  // If the zone cannot be read, the page shows the history as it was stored.
  const lineOf = jobLines(completeRecords(list));
  const lines = past.map(({ job, progress, changes }) => lineOf(job, progress, changes));
  return data({ ...page, failure: "", days: historyDays(lines, nowDate()), older });
}

/** The record in one line, if it is still in its zone. */
function wordsOf(id: string, list: Awaited<ReturnType<typeof readRecords>>, zone: string): string {
  const record = list.ok ? list.value.records.find((one) => one.id === id) : undefined;
  return record ? recordWords(record, zone) : "a record that was deleted";
}

export default function HistoryPage() {
  const { days, older, failure, record, ...zone } = useLoaderData<typeof loader>();
  const path = `${zone.path}/history`;
  const about: Record<string, string> = record === null ? {} : { record: record.id };
  const here = record === null ? path : `${path}?${new URLSearchParams(about)}`;
  return (
    <ZonePage {...zone}>
      <section className="flow" aria-labelledby="history-title" tabIndex={-1} data-arrival="">
        <h2 id="history-title">History</h2>
        {record !== null && (
          <p>
            Only this record: <b translate="no">{record.words}</b>.{" "}
            <Link className="link" to={path}>
              Show all changes
            </Link>
          </p>
        )}
        {failure !== "" && <ReadFailure title={failure} retryHref={here} />}
        {failure === "" && days.length === 0 && (
          <Empty title={record === null ? "No changes yet" : "No changes to this record yet"}>
            <p>We list every change here, and you can undo it.</p>
            <ButtonLink to={zone.path}>Records</ButtonLink>
          </Empty>
        )}
        {days.map(({ day, lines }) => (
          <section key={day} aria-label={day}>
            <h3 className="pb-2">{day}</h3>
            <JobLines lines={lines} path={path} />
          </section>
        ))}
        {older !== null && (
          <p>
            <ButtonLink kind="alt" to={`${path}?${new URLSearchParams({ ...about, before: older })}`}>
              Older changes
            </ButtonLink>
          </p>
        )}
      </section>
    </ZonePage>
  );
}

type Lines = ReturnType<typeof historyDays>[number]["lines"];

/**
 * The jobs of a day: what was changed, when, by whom, the outcome, and a button to undo it. Only its owner changes a zone here.
 */
function JobLines({ lines, path }: { lines: Lines; path: string }) {
  return (
    <ul className="rows">
      {lines.map(({ id, title, when, clock, outcome, canUndo }) => (
        <li key={id}>
          <div className="py-2">
            <Link className="grid min-h-touch" to={`${path}/${id}`}>
              <span className="row-name">{title}</span>
            </Link>
            <p>
              <Badge kind={outcome.kind}>{outcome.words}</Badge>{" "}
              <span className="quiet">
                <time dateTime={when.iso}>{clock}</time>, by you
              </span>
            </p>
            {outcome.note !== null && <p className="quiet">{outcome.note}</p>}
          </div>
          {canUndo && <UndoForm to={`${path}/${id}?from=history`} of={title} />}
        </li>
      ))}
    </ul>
  );
}
