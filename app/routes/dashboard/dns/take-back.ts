import type { AppLoadContext } from "@remix-run/node";
import { listChanges, listMadeSince } from "#app/gateways/dns-jobs.server.ts";
import { statusOf } from "#app/http/form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { type Answer, answer } from "#app/model/answer.ts";
import type { Change, Plan } from "#app/model/dns/change.ts";
import type { Job } from "#app/model/dns/job.ts";
import type { MadeChange } from "#app/model/dns/undo.ts";
import { type Refuse, type Reply, showPlan } from "./change-zone.ts";
import { dnsPath, type OwnZone, undoOf } from "./own-zone.ts";
import { planUndo } from "./plan-undo.ts";
import { sendChange, type Told, whyNotSent } from "./send-change.ts";

const NOTHING_TO_UNDO = { title: "There is nothing to take back", text: "The zone is as it was before." };

const UNDO_TOLD: Told = {
  failed: "It could not be taken back",
  unsure: (message) => ({ title: "It may not have been taken back yet", message }),
};

type Back = { job: Job; intent: "undo" | "before" | "after"; refused: Refuse };

/** Takes one small change back at once; anything larger is shown first. Source: docs/product.md, "Taking back". */
export async function takeBack(context: AppLoadContext, owner: OwnZone, back: Back): Promise<Reply> {
  const { job, intent } = back;
  const refused: Refuse = (why) => back.refused({ title: "Nothing was changed", ...why });
  const made = await madeSince(owner, job, intent);
  if (!made.ok) return refused({ message: made.message, status: statusOf(made) });
  const { name } = owner.domain;
  const kind = intent === "undo" ? "undo" : "restore";
  const title = intent === "undo" ? undoTitle(job) : `The zone as it was ${intent}: ${job.title}`;
  const about = { kind, title: title.slice(0, 200), zone: name } as const;
  const plan = (records: Parameters<typeof planUndo>[0]) => {
    const undoing = planUndo(records, made.value, about);
    const { changes, asides } = undoing;
    if (changes.length + asides.length === 0)
      return redirectWithNotice(dnsPath(name), { about: "job", ...NOTHING_TO_UNDO });
    const [change] = changes;
    const isSmall = intent === "undo" && made.value.length === 1 && changes.length + asides.length === 1;
    return isSmall && change ? takeBackNow(context, owner, { plan: undoing, change, refused }) : undoing;
  };
  return showPlan(context, owner, { refused, plan });
}

type Small = { plan: Plan; change: Change; refused: Refuse };

async function takeBackNow(context: AppLoadContext, owner: OwnZone, { plan, change, refused }: Small): Promise<Reply> {
  const undone = await sendChange(context, owner, plan, change, { isRetry: true });
  if (!undone.ok) return refused(whyNotSent(undone, UNDO_TOLD));
  const { name } = owner.domain;
  const notice = { about: "job", title: "Done", text: plan.title };
  return redirectWithNotice(dnsPath(name), { ...notice, ...undoOf(name, undone.value.job) });
}

/** Taking back what was taken back is doing it again. */
function undoTitle({ title }: Job): string {
  const [, was, rest] = /^(Undo|Redo): (.+)$/.exec(title) ?? [];
  return was === undefined ? `Undo: ${title}` : `${was === "Undo" ? "Redo" : "Undo"}: ${rest}`;
}

/** The changes to take back, the latest first: those of the job alone, or all since it, with or without its own. */
async function madeSince(owner: OwnZone, job: Job, intent: Back["intent"]): Promise<Answer<MadeChange[]>> {
  const own = await listChanges(owner.supabase, owner, job.id);
  if (!own.ok) return own;
  const made = own.value.filter(({ state }) => state === "done" || state === "sent" || state === "unconfirmed");
  if (intent === "undo") return answer(made.reverse());
  const first = made.at(0)?.id ?? 0;
  const last = made.at(-1)?.id ?? 0;
  return listMadeSince(owner.supabase, owner, intent === "before" ? first - 1 : last);
}
