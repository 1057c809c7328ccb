import { type ActionFunctionArgs, replace } from "@remix-run/node";
import { z } from "zod";
import { deletePlan, findJob, moveChanges, moveJob } from "#app/gateways/dns-jobs.server.ts";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import type { Job } from "#app/model/dns/job.ts";
import type { FormErrors } from "#app/model/form-result.ts";
import { continueJob } from "#app/use-cases/dns/continue-job.server.ts";
import { type UndoScope, undoChange } from "#app/use-cases/dns/undo.server.ts";
import type { OwnZone } from "#app/use-cases/dns/zone-list.server.ts";
import { noteNotOwn } from "#app/use-cases/security-events.server.ts";
import { type Refuse, type Reply, showPlan } from "./change-zone.ts";
import { dnsPath, requireZone } from "./own-zone.ts";
import { redirectToChangedList } from "./tell-change.ts";

const INTENTS = ["apply", "continue", "stop", "retry", "discard", "undo", "before", "after"] as const;
const schema = z.object({ intent: z.enum(INTENTS, { error: "Press one of the buttons." }) });

const NOTHING_TO_UNDO = { title: "There is nothing to undo", text: "Your records are as they were before." };

/** What the buttons of a job's page do. Source: docs/product.md, "Changes of a zone". */
export async function jobAction(args: ActionFunctionArgs) {
  const { context, params, request } = args;
  const owner = await requireZone(args);
  const id = params.job ?? "";
  const found = await findJob(owner.supabase, owner, id);
  const submission = await readForm(request, schema);
  const form = isRestore(submission) ? "restore" : "job";
  const refused = (why: FormErrors = {}) => refuse({ context, form, submission, ...why });
  if (!found.ok && found.status === 404) noteNotOwn("job", owner.account.id);
  if (!found.ok) return refused({ message: found.message, status: found.status === 404 ? 404 : 503 });
  if (submission.status !== "success") return refused();
  const job = found.value;
  const here = dnsPath(owner.domain.name, `/history/${job.id}`);
  switch (submission.value.intent) {
    case "discard":
      await deletePlan(owner, job.id);
      return redirectWithFlash(dnsPath(owner.domain.name), { about: "job", title: "Nothing was changed" });
    case "stop":
      await moveJob(owner, job.id, "running", "finished");
      await moveChanges(job.id, ["waiting"], "dropped");
      return replace(here, 303);
    case "apply":
      await moveJob(owner, job.id, "planned", "running");
      return step(owner, job, refused);
    case "retry":
      await moveChanges(job.id, ["failed", "unconfirmed", "dropped"], "waiting");
      await moveJob(owner, job.id, "finished", "running");
      return step(owner, job, refused);
    case "continue":
      return step(owner, job, refused);
    default:
      return back(owner, job, submission.value.intent, refused);
  }
}

/** Sends the next changes, and comes back to the page, which says how far it is. */
async function step(owner: OwnZone, job: Job, refused: Refuse): Promise<Reply> {
  const sent = await continueJob(owner, job);
  return sent.ok ? replace(dnsPath(owner.domain.name, `/history/${job.id}`), 303) : refused(sent.errors);
}

/** Says what became of taking back. */
async function back(owner: OwnZone, job: Job, intent: UndoScope, refused: Refuse): Promise<Reply> {
  const { name } = owner.domain;
  const taken = await undoChange(owner, job, intent);
  switch (taken.kind) {
    case "nothing":
      return redirectWithFlash(dnsPath(name), { about: "job", ...NOTHING_TO_UNDO });
    case "done":
      return redirectToChangedList(name, { about: "job", title: "Done", text: taken.title, job: taken.job });
    default:
      return showPlan(name, taken, (why) => refused({ title: "Nothing was changed", ...why }));
  }
}

/** The buttons that restore the zone have a form of their own. */
function isRestore({ payload }: { payload: Record<string, unknown> }): boolean {
  return payload.intent === "before" || payload.intent === "after";
}
