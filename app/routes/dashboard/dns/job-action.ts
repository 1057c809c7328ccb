import { type ActionFunctionArgs, replace } from "@remix-run/node";
import { z } from "zod";
import { dropPlan, findJob, moveChanges, moveJob } from "#app/gateways/dns-jobs.server.ts";
import { readForm, refuse, type Why } from "#app/http/form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import type { Job } from "#app/model/dns/job.ts";
import { runStep, STEP } from "#app/work/dns/dns-run.server.ts";
import { giveBack, takeAll } from "#app/work/limits.server.ts";
import { noteNotOwn } from "#app/work/security-events.server.ts";
import type { Refuse, Reply } from "./change-zone.ts";
import { dnsPath, type OwnZone, requireZone } from "./own-zone.ts";
import { takeBack } from "./take-back.ts";

const INTENTS = ["apply", "continue", "stop", "retry", "discard", "undo", "before", "after"] as const;
const schema = z.object({ intent: z.enum(INTENTS, { error: "Press one of the buttons." }) });

const PAUSED = "The DNS provider takes only so many changes in a minute. Nothing is lost: it goes on where it stopped.";

/** What the buttons of a job's page do. Source: docs/product.md, "Changes of a zone". */
export async function jobAction(args: ActionFunctionArgs) {
  const { context, params, request } = args;
  const owner = await requireZone(args);
  const id = params.job ?? "";
  const found = await findJob(owner.supabase, owner, id);
  const submission = await readForm(request, schema);
  const form = isRestore(submission) ? "restore" : "job";
  const refused = (why: Why = {}) => refuse({ context, form, submission, ...why });
  if (!found.ok && found.status === 404) noteNotOwn("job", owner.account.id);
  if (!found.ok) return refused({ message: found.message, status: found.status === 404 ? 404 : 503 });
  if (submission.status !== "success") return refused();
  const job = found.value;
  const here = dnsPath(owner.domain.name, `/history/${job.id}`);
  switch (submission.value.intent) {
    case "discard":
      await dropPlan(owner, job.id);
      return redirectWithNotice(dnsPath(owner.domain.name), { about: "job", title: "Nothing was changed" });
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
      return takeBack(context, owner, { job, intent: submission.value.intent, refused });
  }
}

/** Sends the next changes, and comes back to the page, which says how far it is. */
async function step(owner: OwnZone, job: Job, refused: Refuse): Promise<Reply> {
  const step = [
    ["dnsBulkWritesOfUser", owner.account.id, STEP],
    ["dnsWritesInAll", undefined, STEP],
  ] as const;
  const allowed = await takeAll(step);
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    const carry = { wait: String(retryAfterSeconds) };
    const title = `Going on in ${retryAfterSeconds} seconds`;
    return refused({ title, message: PAUSED, carry, status: 429, retryAfterSeconds });
  }
  const ran = await runStep(owner, job);
  // Reserved before, or several steps at once would send more than they may; counted is what was sent.
  await Promise.all(step.map(([limit, whom]) => giveBack(limit, whom, STEP - ran.sent)));
  if (ran.ok) return replace(dnsPath(owner.domain.name, `/history/${job.id}`), 303);
  if (ran.status === 409) {
    return refused({ title: "Please wait", message: ran.message, carry: { wait: "10" }, status: 409 });
  }
  const title = "It stopped here";
  return refused({ title, message: `${ran.message} Nothing is lost: go on when you like.`, status: 503 });
}

/** The buttons that restore the zone have a form of their own. */
function isRestore({ payload }: { payload: Record<string, unknown> }): boolean {
  return payload.intent === "before" || payload.intent === "after";
}
