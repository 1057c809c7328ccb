import { type ReactNode, useEffect } from "react";
import type { Aside } from "#app/dns/change.ts";
import { type ChangeCounts, type ListedChange, type ListedJob, planWords } from "#app/dns/job-view.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { OwnFormProblems } from "#app/ui/forms/own-form-problems.tsx";
import { usePageForm } from "#app/ui/forms/use-page-form.ts";
import { Button, ButtonLink } from "#app/ui/primitives/button.tsx";
import { AsideList, ChangeList, LeftOutLink, NoteList } from "./change-list.tsx";
import { makeChanges, StopList } from "./plan-preview.tsx";

type JobReportProps = {
  /** The URL of the zone's records. */
  path: string;
  /** The zone's name with its Unicode characters. */
  zone: string;
  job: ListedJob;
  asides: readonly Aside[];
  counts: ChangeCounts;
  /** What is left to do at a provider, once all changes are made. */
  lastStep: string | undefined;
  /** Whether some of its changes are still in the zone. */
  canUndo: boolean;
  /** While the job runs, only the changes that failed. */
  changes: readonly ListedChange[];
};

type JobButton = { intent: string; label: string; pendingLabel: string; kind?: "alt" | "bad" };

const DISCARD: JobButton = { intent: "discard", label: "Discard", pendingLabel: "Discarding", kind: "alt" };
const KEEP: JobButton = { ...DISCARD, label: "Keep them", pendingLabel: "Keeping" };
const CONTINUE: JobButton = { intent: "continue", label: "Continue", pendingLabel: "Working" };
const STOP: JobButton = { intent: "stop", label: "Stop here", pendingLabel: "Stopping", kind: "alt" };
const RETRY: JobButton = { intent: "retry", label: "Try these again", pendingLabel: "Trying" };
const UNDO: JobButton = { intent: "undo", label: "Undo", pendingLabel: "Checking", kind: "alt" };
const RESTORE: JobButton[] = [
  { intent: "before", label: "As it was before this", pendingLabel: "Checking", kind: "alt" },
  { intent: "after", label: "As it was after this", pendingLabel: "Checking", kind: "alt" },
];

/** A job: its plan, its progress, or its report with the buttons to undo it. */
export function JobReport(props: JobReportProps) {
  const { job } = props;
  return (
    <section className="flow" aria-labelledby="job-title" tabIndex={-1} data-arrival="">
      <h2 id="job-title">{job.title}</h2>
      {job.state === "planned" && <PlanView {...props} />}
      {job.state === "running" && <Running {...props} />}
      {job.state === "finished" && <Finished {...props} />}
    </section>
  );
}

/** What a plan will do and what to know about it, and below that its buttons, which stay in view. */
function PlanView({ path, zone, job, asides, changes }: JobReportProps) {
  const count = changes.length;
  const stops = asides.filter(({ kind }) => kind === "stops");
  const isDeletion = count > 0 && changes.every(({ after }) => after === null);
  const apply: JobButton = isDeletion
    ? {
        intent: "apply",
        label: `Delete ${count === 1 ? "1 record" : `${count} records`}`,
        pendingLabel: "Deleting",
        kind: "bad",
      }
    : { intent: "apply", label: makeChanges(count), pendingLabel: "Working" };
  return (
    <>
      {!isDeletion && <p className="lead">{planWords(changes)}</p>}
      {count > 0 && (
        <p>
          {isDeletion
            ? "Nothing has been deleted yet. You can bring deleted records back from History."
            : "Nothing has changed yet."}
        </p>
      )}
      {(isDeletion || stops.length > 0) && <StopList stops={stops} />}
      <NoteList asides={asides} />
      <LeftOutLink asides={asides} />
      {count > 0 && <ChangeList zone={zone} changes={changes} />}
      <AsideList asides={asides} />
      {count > 0 ? (
        <div className="plan-acts">
          <JobForm action={`${path}/history/${job.id}`} buttons={[apply, isDeletion ? KEEP : DISCARD]} />
        </div>
      ) : (
        <p>
          <ButtonLink to={path}>Records</ButtonLink>
        </p>
      )}
    </>
  );
}

function Running({ path, zone, job, counts, changes }: JobReportProps) {
  const all = totalOf(counts);
  const settled = all - counts.waiting - counts.sent;
  return (
    <>
      <p role="status">
        {settled} of {all} done{counts.failed > 0 && `, ${counts.failed} of them failed`}
      </p>
      <progress className="h-6 w-full accent-action" value={settled} max={all} aria-labelledby="job-title" />
      <JobForm action={`${path}/history/${job.id}`} buttons={[CONTINUE, STOP]} isAutomatic />
      {changes.length > 0 && <ChangeList zone={zone} changes={changes} hasStates />}
    </>
  );
}

function Finished({ path, zone, job, asides, counts, lastStep, canUndo, changes }: JobReportProps) {
  const open = counts.failed + counts.unconfirmed + counts.sent + counts.dropped;
  const isMade = counts.done + counts.unconfirmed + counts.sent > 0;
  const here = `${path}/history/${job.id}`;
  const notDone = changes.filter(({ state }) => state !== "done");
  return (
    <>
      <p className="quiet">
        <time dateTime={job.when.iso}>{job.when.words}</time>
      </p>
      <Banner kind={open > 0 ? "warn" : "ok"} title={`${counts.done} of ${totalOf(counts)} done`}>
        {open > 0 && <p>{openWords(counts)}</p>}
      </Banner>
      {open === 0 && canUndo && lastStep !== undefined && (
        <p>
          <b>Last step:</b> {lastStep}
        </p>
      )}
      <JobForm action={here} buttons={[...(open > 0 ? [RETRY] : []), ...(canUndo ? [UNDO] : [])]} />
      <ChangeList zone={zone} changes={[...notDone, ...changes.filter(({ state }) => state === "done")]} hasStates />
      <AsideList asides={asides} />
      {isMade && (
        <details className="fold">
          <summary>Restore all records</summary>
          <p>This also undoes every change after that. You see all changes first.</p>
          <JobForm form="restore" action={here} buttons={RESTORE} />
        </details>
      )}
    </>
  );
}

function openWords({ failed, unconfirmed, sent, dropped }: ChangeCounts): string {
  const parts = [
    [failed, "failed"],
    [unconfirmed + sent, "not confirmed: not among your records, or not yet"],
    [dropped, "not made, because you stopped"],
  ] as const;
  const shown = parts.filter(([number]) => number > 0);
  return `${shown.map(([number, words]) => `${number} ${words}`).join("; ")}. The rest is done.`;
}

function totalOf(counts: ChangeCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

type JobFormProps = {
  /** The form's id. */
  form?: "job" | "restore";
  action: string;
  buttons: readonly JobButton[];
  /** With JavaScript the first button presses itself, until the action fails. */
  isAutomatic?: boolean;
  children?: ReactNode;
};

/** A form with buttons of a job. */
function JobForm({ form: name = "job", action, buttons, isAutomatic = false, children }: JobFormProps) {
  const page = usePageForm({ id: name, formKey: "first", defaultValue: {} });
  const { isPending, message } = page;
  const wait = Number(page.carry.wait ?? 0);
  const formId = page.formProps.id;
  useEffect(() => {
    const isBlocked = message !== undefined && wait === 0;
    if (!isAutomatic || isPending || isBlocked) return;
    const timer = setTimeout(() => {
      const form = document.getElementById(formId);
      if (form instanceof HTMLFormElement) form.requestSubmit(form.querySelector("button"));
    }, wait * 1000);
    return () => clearTimeout(timer);
  }, [isAutomatic, isPending, message, wait, formId]);
  return (
    <page.Form {...page.formProps} action={action} className="form">
      <OwnFormProblems page={page} />
      {children}
      <div className="actions">
        {buttons.map(({ intent, label, pendingLabel, kind }) => (
          <Button
            key={intent}
            {...(kind && { kind })}
            name="intent"
            value={intent}
            isPending={isPending}
            pendingLabel={pendingLabel}
          >
            {label}
          </Button>
        ))}
      </div>
    </page.Form>
  );
}
