import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  replace,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { continueJob } from "#app/dns/apply-batch.server.ts";
import { besideFinder, type Job } from "#app/dns/job.ts";
import { canUndo } from "#app/dns/job-line.ts";
import { countStates, listedChange, listedJob, withOutcomes } from "#app/dns/job-view.ts";
import { deletePlan, findJob, listChanges, moveChanges, moveJob } from "#app/dns/jobs.table.server.ts";
import { lastStepOf } from "#app/dns/last-step.ts";
import { listedRecord } from "#app/dns/listed-record.ts";
import { completeRecords, readRecords } from "#app/dns/read-zone.server.ts";
import { undoJob } from "#app/dns/undo-job.server.ts";
import { logForeignAccess } from "#app/platform/abuse/security-events.server.ts";
import { privatePage } from "#app/platform/http/cache-headers.server.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import type { FormErrors } from "#app/platform/http/form-result.ts";
import type { Failure } from "#app/platform/result.ts";
import { areaSheet } from "#app/ui/shell/area-sheet.ts";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import plansCss from "#app/ui/styles/areas/plans.css?url";
import { dnsPath, jobPath, redirectToChangedList, requireZone, shownZone } from "./own-zone.ts";
import { JobReport } from "./ui/job-report.tsx";
import { ZonePage } from "./ui/zone-page.tsx";

export { ZoneFailure as ErrorBoundary } from "#app/routes/dashboard/ui/zone-failure.tsx";
export { keepTyped as clientAction } from "#app/ui/forms/keep-typed.ts";
export { reloadAfterTrouble as shouldRevalidate } from "./ui/reload-after-trouble.ts";

export const handle = { hydrate: "idle", areas: "plans" };

export const links = () => areaSheet("plans", plansCss);

export const headers = privatePage;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.job.title ?? "A change to your DNS",
    description: "What changes, and how far it is.",
    isHidden: true,
  });

export async function loader(args: LoaderFunctionArgs) {
  const owner = await requireZone(args);
  const { name, zoneId } = owner.domain;
  const found = await findJob(owner.supabase, owner, args.params.job ?? "");
  if (!found.ok) {
    if (found.status === 404) logForeignAccess("job", owner.account.id);
    throw failed(found, args);
  }
  const read = await listChanges(owner.supabase, owner, found.value.id);
  if (!read.ok) throw failed(read, args);
  const { state, asides } = found.value;
  const needsRecords =
    state !== "running" || read.value.some(({ state }) => state === "sent" || state === "unconfirmed");
  const records = needsRecords ? completeRecords(await readRecords(args.context, zoneId)) : undefined;
  const changes = withOutcomes(read.value, records);
  const counts = countStates(changes);
  // While the job runs, the page is reloaded repeatedly, so its data has only the changes that failed.
  const shown = state === "running" ? changes.filter(({ state }) => state === "failed") : changes;
  const besideOf = besideFinder(changes, (state === "planned" && records) || []);
  return {
    ...shownZone({ name }),
    job: listedJob(found.value),
    asides,
    counts,
    lastStep: lastStepOf(found.value),
    canUndo: canUndo(changes, records),
    changes: shown.map((one) => {
      const beside = besideOf(one).map((record) => listedRecord(record, name));
      return { ...listedChange(one, name), ...(beside.length > 0 && { beside }) };
    }),
  };
}

const INTENTS = ["apply", "continue", "stop", "retry", "discard", "undo", "before", "after"] as const;
const schema = z.object({ intent: z.enum(INTENTS, { error: "Press one of the buttons." }) });

/** What the buttons of a job's page do. Source: docs/product/dns.md, "Changes of a zone". */
export async function action(args: ActionFunctionArgs) {
  const { context, params, request } = args;
  const owner = await requireZone(args);
  const { name } = owner.domain;
  const found = await findJob(owner.supabase, owner, params.job ?? "");
  const submission = await readForm(request, schema);
  const form = isRestore(submission) ? "restore" : "job";
  const reject = (errors: FormErrors = {}) => rejectForm({ context, form, submission, ...errors });
  if (!found.ok && found.status === 404) logForeignAccess("job", owner.account.id);
  if (!found.ok) return reject({ message: found.message, status: found.status === 404 ? 404 : 503 });
  if (submission.status !== "success") return reject();

  const job = found.value;
  const { intent } = submission.value;
  if (intent === "discard") {
    await deletePlan(owner, job.id);
    return redirectWithFlash(dnsPath(name), { about: "job", title: "Nothing was changed" });
  }
  if (intent === "stop") {
    await moveJob(owner, job.id, "running", "finished");
    await moveChanges(job.id, ["waiting"], "dropped");
    return replace(jobPath(name, job.id), 303);
  }
  if (intent === "apply" || intent === "continue" || intent === "retry") {
    if (intent === "apply") await moveJob(owner, job.id, "planned", "running");
    if (intent === "retry") {
      await moveChanges(job.id, ["failed", "unconfirmed", "dropped"], "waiting");
      await moveJob(owner, job.id, "finished", "running");
    }
    const continued = await continueJob(owner, job);
    return continued.ok ? replace(jobPath(name, job.id), 303) : reject(continued.errors);
  }
  const undone = await undoJob(owner, job, intent);
  switch (undone.kind) {
    case "undone":
      return redirectToChangedList(name, {
        ...{ about: "job", title: "Undone", text: undone.title, job: undone.job },
        // Where its button was.
        ...(new URL(request.url).searchParams.get("from") === "history" && { page: "/history" }),
      });
    case "planned":
      return redirect(jobPath(name, undone.job), 303);
    case "nothing":
      return redirectWithFlash(dnsPath(name), {
        about: "job",
        title: "There is nothing to undo",
        text: "Your records are as they were before.",
      });
    case "failed":
      return reject({ title: "Nothing was changed", ...undone.errors });
  }
}

/** The buttons that restore the zone are a form of their own. */
function isRestore({ payload }: { payload: Record<string, unknown> }): boolean {
  return payload.intent === "before" || payload.intent === "after";
}

/** For each kind of plan, the page with its form. Plans of other kinds are made on the page of the records. */
const PAGE_OF: Partial<Record<Job["kind"], string>> = { mail: "/dns/mail", website: "/website" };

export default function JobPage() {
  const { job, asides, counts, lastStep, canUndo, changes, ...zone } = useLoaderData<typeof loader>();
  return (
    <ZonePage {...zone} cameFrom={PAGE_OF[job.kind] ?? "/dns"}>
      <JobReport
        key={job.id}
        {...{ path: zone.path, zone: zone.display, job, asides, counts, lastStep, canUndo, changes }}
      />
    </ZonePage>
  );
}

function failed({ status, message }: Failure, { context }: LoaderFunctionArgs) {
  return data({ message, reference: context?.requestId }, { status: status === 404 ? 404 : 503 });
}
