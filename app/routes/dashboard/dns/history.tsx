import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { listJobs } from "#app/gateways/dns-jobs.server.ts";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { listedJob } from "#app/model/dns/job-view.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { pageMeta } from "#app/ui/page-meta.ts";
import { ReadFailure } from "#app/ui/read-failure.tsx";
import { ZonePage } from "#app/ui/zone-page.tsx";
import { requireZone, shownZone } from "./own-zone.ts";

export { ZoneFailure as ErrorBoundary } from "#app/ui/zone-failure.tsx";

export const handle = { hydrate: "intent" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: `Changes of ${data?.domain ?? "your DNS"}`,
    description: "What was changed, and when.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const owner = await requireZone(args);
  const zone = shownZone(owner.domain);
  const before = new URL(args.request.url).searchParams.get("before") ?? "";
  const cursor = Number.isNaN(Date.parse(before)) ? undefined : before;
  const found = await listJobs(owner.supabase, owner, cursor);
  if (!found.ok) return data({ ...zone, failure: found.message, jobs: [], older: null }, { status: 503 });
  const { jobs, hasMore } = found.value;
  const older = hasMore ? (jobs.at(-1)?.createdAt ?? null) : null;
  return data({ ...zone, failure: "", jobs: jobs.map(listedJob), older });
}

export default function HistoryPage() {
  const { jobs, older, failure, ...zone } = useLoaderData<typeof loader>();
  const path = `${zone.path}/history`;
  return (
    <ZonePage {...zone}>
      <section className="flow" aria-labelledby="history-title" tabIndex={-1} data-arrival="">
        <h2 id="history-title">History</h2>
        {failure !== "" && <ReadFailure title={failure} retryHref={path} />}
        {failure === "" && jobs.length === 0 && (
          <Empty title="No changes yet">
            <p>Every change that you make here will stand in this list, and can be taken back.</p>
            <ButtonLink to={zone.path}>Records</ButtonLink>
          </Empty>
        )}
        <ul className="rows">
          {jobs.map(({ id, title, state, when }) => (
            <li key={id}>
              <Link className="row-link py-2" to={`${path}/${id}`}>
                <span className="row-name">{title}</span>
                <span className="quiet">
                  <time dateTime={when.iso}>{when.words}</time>
                  {state === "running" && " · not finished"}
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {older !== null && (
          <p>
            <ButtonLink kind="alt" to={`${path}?${new URLSearchParams({ before: older })}`}>
              Older changes
            </ButtonLink>
          </p>
        )}
      </section>
    </ZonePage>
  );
}
