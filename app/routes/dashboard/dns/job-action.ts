import { type ActionFunctionArgs, replace } from "@remix-run/node";
import { z } from "zod/v4";
import {
  dropPlan,
  findJob,
  listChanges,
  listMadeSince,
  moveChanges,
  moveJob,
  planChanges,
} from "#app/gateways/dns-jobs.server.ts";
import { makeChange, runStep, STEP } from "#app/gateways/dns-run.server.ts";
import { overLimit, sendWithinLimit, TOO_OFTEN } from "#app/http/dns-limit.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { giveBack, takeAll } from "#app/http/limits.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { noteNotOwn } from "#app/http/security-events.server.ts";
import type { Answer } from "#app/model/answer.ts";
import type { Job } from "#app/model/dns/job.ts";
import type { MadeChange } from "#app/model/dns/undo.ts";
import { dnsPath, listOnce, NOT_WHOLE, requireZone, undoOf } from "./own-zone.ts";
import { planUndo } from "./plan-undo.ts";
import { takeWrite } from "./save-record.ts";

const INTENTS = ["apply", "continue", "stop", "retry", "discard", "undo", "before", "after"] as const;
const schema = z.object({ intent: z.enum(INTENTS, { error: "Press one of the buttons." }) });

const PAUSED = "The DNS provider takes only so many changes in a minute. Nothing is lost: it goes on where it stopped.";
const NOT_SURE = "It may not have been taken back yet";
const NOTHING = { title: "There is nothing to take back", text: "The zone is as it was before." };

type Owner = Awaited<ReturnType<typeof requireZone>>;
type Refused = Omit<Parameters<typeof refuse>[0], "message">;

/** What the buttons of a job's page do. Source: docs/product.md, "Changes of a zone". */
export async function jobAction(args: ActionFunctionArgs) {
  const { context, params, request } = args;
  const owner = await requireZone(args);
  const id = params.job ?? "";
  const found = await findJob(owner.supabase, owner, id);
  const submission = await readForm(request, schema);
  const refused = { context, form: isRestore(submission) ? "restore" : "job", submission };
  if (!found.ok && found.status === 404) noteNotOwn("job", owner.account.id);
  if (!found.ok) return refuse({ ...refused, message: found.message, status: found.status === 404 ? 404 : 503 });
  if (submission.status !== "success") return refuse(refused);
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
      return takeBack(args, owner, job, { intent: submission.value.intent, refused });
  }
}

/** Sends the next changes, and comes back to the page, which says how far it is. */
async function step(owner: Owner, job: Job, refused: Refused) {
  const step = [
    ["dnsBulkWritesOfUser", owner.account.id, STEP],
    ["dnsWritesInAll", undefined, STEP],
  ] as const;
  const allowed = await takeAll(step);
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    const carry = { wait: String(retryAfterSeconds) };
    const title = `Going on in ${retryAfterSeconds} seconds`;
    return refuse({ ...refused, title, message: PAUSED, carry, status: 429, retryAfterSeconds });
  }
  const ran = await runStep(owner, job);
  // Reserved before, or several steps at once would send more than they may; counted is what was sent.
  await Promise.all(step.map(([limit, whom]) => giveBack(limit, whom, STEP - ran.sent)));
  if (ran.ok) return replace(dnsPath(owner.domain.name, `/history/${job.id}`), 303);
  if (ran.status === 409) {
    return refuse({ ...refused, title: "Please wait", message: ran.message, carry: { wait: "10" }, status: 409 });
  }
  const title = "It stopped here";
  return refuse({ ...refused, title, message: `${ran.message} Nothing is lost: go on when you like.`, status: 503 });
}

type Back = { intent: "undo" | "before" | "after"; refused: Refused };

/** Takes one small change back at once; anything larger is shown first. */
async function takeBack(args: ActionFunctionArgs, owner: Owner, job: Job, { intent, refused }: Back) {
  const { name, zoneId } = owner.domain;
  const [made, list] = await Promise.all([madeSince(owner, job, intent), listOnce(args.context, zoneId)]);
  if (!made.ok) return refuse({ ...refused, message: made.message, status: 503 });
  if (!list.ok) return refuse({ ...refused, title: "Failed to fetch DNS records", message: list.message, status: 503 });
  if (!list.value.isComplete) return refuse({ ...refused, message: NOT_WHOLE, status: 503 });

  const what = intent === "undo" ? undoTitle(job) : `The zone as it was ${intent}: ${job.title}`;
  const kind = intent === "undo" ? "undo" : "restore";
  const plan = planUndo(list.value.records, made.value, { kind, title: what.slice(0, 200), zone: name });
  const { changes, asides } = plan;
  const home = dnsPath(name);
  if (changes.length + asides.length === 0) return redirectWithNotice(home, { about: "job", ...NOTHING });

  const allowed = await takeWrite(owner.account.id);
  if (!allowed.ok) {
    return refuse({ ...refused, message: TOO_OFTEN, status: 429, retryAfterSeconds: allowed.retryAfterSeconds });
  }
  const [change] = changes;
  if (intent === "undo" && made.value.length === 1 && change && changes.length + asides.length === 1) {
    const undone = await sendWithinLimit(() => makeChange(owner, plan, change, { isRetry: true }));
    if (!undone.ok && undone.reason === "over-limit") return refuse({ ...refused, ...overLimit(undone) });
    if (!undone.ok) {
      const title = undone.isUnknown ? NOT_SURE : "It could not be taken back";
      return refuse({ ...refused, title, message: undone.message, status: 503 });
    }
    const notice = { about: "job", title: "Done", text: plan.title };
    return redirectWithNotice(home, { ...notice, ...undoOf(name, undone.value.job) });
  }
  const planned = await planChanges(owner, plan);
  if (!planned.ok) return refuse({ ...refused, message: planned.message, status: planned.status === 413 ? 413 : 503 });
  return replace(dnsPath(name, `/history/${planned.value.job}`), 303);
}

/** The buttons that restore the zone have a form of their own. */
function isRestore({ payload }: { payload: Record<string, unknown> }): boolean {
  return payload.intent === "before" || payload.intent === "after";
}

/** Taking back what was taken back is doing it again. */
function undoTitle({ title }: Job): string {
  const [, was, rest] = /^(Undo|Redo): (.+)$/.exec(title) ?? [];
  return was === undefined ? `Undo: ${title}` : `${was === "Undo" ? "Redo" : "Undo"}: ${rest}`;
}

/** The changes to take back, the latest first: those of the job alone, or all since it, with or without its own. */
async function madeSince(owner: Owner, job: Job, intent: Back["intent"]): Promise<Answer<MadeChange[]>> {
  const own = await listChanges(owner.supabase, owner, job.id);
  if (!own.ok) return own;
  const made = own.value.filter(({ state }) => state === "done" || state === "sent" || state === "unconfirmed");
  if (intent === "undo") return { ok: true, value: made.reverse() };
  const first = made.at(0)?.id ?? 0;
  const last = made.at(-1)?.id ?? 0;
  return listMadeSince(owner.supabase, owner, intent === "before" ? first - 1 : last);
}
