import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findJob, listChanges } from "#app/gateways/dns-jobs.server.ts";
import { ownPage } from "#app/http/cache-headers.server.ts";
import { canUndo } from "#app/model/dns/job-line.ts";
import { countStates, listedChange, listedJob, withOutcomes } from "#app/model/dns/job-view.ts";
import type { Failure } from "#app/model/result.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import { listOnce, wholeList } from "#app/use-cases/dns/zone-list.server.ts";
import { noteNotOwn } from "#app/use-cases/security-events.server.ts";
import { jobAction } from "./job-action.ts";
import { requireZone, shownZone } from "./own-zone.ts";
import { JobReport } from "./ui/job-report.tsx";
import { ZonePage } from "./ui/zone-page.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";
export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";
export { reloadAfterTrouble as shouldRevalidate } from "./ui/reload-after-trouble.ts";

export const handle = { hydrate: "idle" };

export const headers: HeadersFunction = ownPage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.job.title ?? "A change to your DNS",
    description: "What is being changed, and how far it has got.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const owner = await requireZone(args);
  const { name, zoneId } = owner.domain;
  const found = await findJob(owner.supabase, owner, args.params.job ?? "");
  if (!found.ok) {
    if (found.status === 404) noteNotOwn("job", owner.account.id);
    throw failed(found, args);
  }
  const read = await listChanges(owner.supabase, owner, found.value.id);
  if (!read.ok) throw failed(read, args);
  const { state, asides } = found.value;
  const isSeen = state === "finished" || read.value.some(({ state }) => state === "sent" || state === "unconfirmed");
  const records = isSeen ? wholeList(await listOnce(args.context, zoneId)) : undefined;
  const changes = withOutcomes(read.value, records);
  const counts = countStates(changes);
  // While it runs the page comes again and again: then only what has to be read.
  const shown = state === "running" ? changes.filter(({ state }) => state === "failed") : changes;
  return {
    ...shownZone({ name }),
    job: listedJob(found.value),
    asides,
    counts,
    canUndo: canUndo(changes, records),
    changes: shown.map((one) => listedChange(one, name)),
  };
}

export function action(args: ActionFunctionArgs) {
  return jobAction(args);
}

export default function JobPage() {
  const { job, asides, counts, canUndo, changes, ...zone } = useLoaderData<typeof loader>();
  return (
    <ZonePage {...zone}>
      <JobReport key={job.id} {...{ path: zone.path, job, asides, counts, canUndo, changes }} />
    </ZonePage>
  );
}

function failed({ status, message }: Failure, { context }: LoaderFunctionArgs) {
  return data({ message, reference: context?.requestId }, { status: status === 404 ? 404 : 503 });
}
