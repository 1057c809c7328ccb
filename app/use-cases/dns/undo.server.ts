import { listChanges, listMadeSince } from "#app/gateways/dns-jobs.server.ts";
import type { Change, Plan } from "#app/model/dns/change.ts";
import type { Job } from "#app/model/dns/job.ts";
import { planUndo } from "#app/model/dns/plan-undo.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import type { MadeChange } from "#app/model/dns/undo.ts";
import { statusOf } from "#app/model/form-result.ts";
import { type Result, success } from "#app/model/result.ts";
import { type Planned, planZone } from "./plan-zone.server.ts";
import { sendChange, sendErrors, type Told } from "./send-change.server.ts";
import type { OwnZone } from "./zone-list.server.ts";

const UNDO_TOLD: Told = {
  failed: "It could not be undone",
  unsure: (message) => ({ title: "It may not be undone yet", message }),
};

/** Taken back alone, or all since it, with or without itself. */
export type UndoScope = "undo" | "before" | "after";
/** "done": one small change was taken back, which can be taken back too. */
type TakenBack = Planned | { kind: "nothing" } | { kind: "done"; title: string; job: string };

/** Takes one small change back at once; anything larger is planned first. Source: docs/product.md, "Undo". */
export async function undoChange(owner: OwnZone, job: Job, intent: UndoScope): Promise<TakenBack> {
  const made = await madeSince(owner, job, intent);
  if (!made.ok) return { kind: "refused", why: { message: made.message, status: statusOf(made) } };
  const kind = intent === "undo" ? "undo" : "restore";
  const title = intent === "undo" ? undoTitle(job) : `The zone as it was ${intent}: ${job.title}`;
  const about = { kind, title: title.slice(0, 200), zone: owner.domain.name } as const;
  return planZone(owner, (records: DnsRecord[]) => {
    const plan = planUndo(records, made.value, about);
    const { changes, asides } = plan;
    if (changes.length + asides.length === 0) return { kind: "nothing" } as const;
    const [change] = changes;
    const isSmall = intent === "undo" && made.value.length === 1 && changes.length + asides.length === 1;
    return isSmall && change ? takeBackNow(owner, plan, change) : plan;
  });
}

async function takeBackNow(owner: OwnZone, plan: Plan, change: Change): Promise<TakenBack> {
  const undone = await sendChange(owner, plan, change, { isRetry: true });
  if (!undone.ok) return { kind: "refused", why: sendErrors(undone, UNDO_TOLD) };
  return { kind: "done", title: plan.title, job: undone.value.job };
}

/** Taking back what was taken back is doing it again. */
function undoTitle({ title }: Job): string {
  const [, was, rest] = /^(Undo|Redo): (.+)$/.exec(title) ?? [];
  return was === undefined ? `Undo: ${title}` : `${was === "Undo" ? "Redo" : "Undo"}: ${rest}`;
}

/** The changes to take back, the latest first: those of the job alone, or all since it, with or without its own. */
async function madeSince(owner: OwnZone, job: Job, intent: UndoScope): Promise<Result<MadeChange[]>> {
  const own = await listChanges(owner.supabase, owner, job.id);
  if (!own.ok) return own;
  const made = own.value.filter(({ state }) => state === "done" || state === "sent" || state === "unconfirmed");
  if (intent === "undo") return success(made.reverse());
  const first = made.at(0)?.id ?? 0;
  const last = made.at(-1)?.id ?? 0;
  return listMadeSince(owner.supabase, owner, intent === "before" ? first - 1 : last);
}
