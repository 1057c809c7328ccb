import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/node";
import { z } from "zod";
import type { DnsAnswer, DnsRefusal } from "#app/gateways/dns/refusal.server.ts";
import { settleArrived } from "#app/gateways/dns-jobs.server.ts";
import type { Why } from "#app/http/form.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { answer, refusal } from "#app/model/answer.ts";
import type { Change } from "#app/model/dns/change.ts";
import type { JobKind } from "#app/model/dns/job.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import { type Submission, sendOnce } from "#app/work/send-once.server.ts";
import type { Refuse, Reply } from "./change-zone.ts";
import { dnsPath, isUnlisted, listOnce, type OwnZone, undoOf } from "./own-zone.ts";
import { sendChange, type Told, whyNotSent } from "./send-change.ts";
import { zoneNow } from "./zone-now.ts";

/** What a form finds in the zone: it is so already; it cannot be done; or the change that is still to be made. */
export type FoundInZone =
  | { kind: "there"; record: DnsRecord | undefined; text?: string }
  | { kind: "refused"; why: Why }
  | { kind: "open"; change: Change; title: string; text?: string };

type RecordChange = {
  form: string;
  refused: Refuse;
  kind: JobKind;
  /** The record that is changed or deleted; without one, one is added. */
  id: string | undefined;
  /** By what the same form is known when it comes again. */
  once: Omit<Submission<Made>, "value">;
  /** What the press before has left, if its answer was lost: the job that it was. */
  lost: { job: string | undefined; isRetry: boolean };
  find: (records: DnsRecord[]) => FoundInZone;
  /** Why what the same form has done before, to the record with this id, is not so any more; undefined when it is. */
  since?: (records: DnsRecord[], recordId: string | null) => Why | undefined;
  told: Told;
  /** What the notice of a success says. */
  title: string;
};

const madeSchema = z.object({
  /** The one press of all that sent this form which has done it. */
  press: z.string(),
  recordId: z.string().nullable(),
  job: z.string().optional(),
  text: z.string(),
});
type Made = z.infer<typeof madeSchema>;
type Outcome = { ok: true; value: Made } | (DnsRefusal & { why?: Why });

/**
 * How a form changes one record of a zone, after whose the zone is and the form itself. A form that was carried out before is
 * answered as then, if it still is so, and counts nothing. Else: the customer's allowance; what stands in the zone; the
 * change, if one is to be made; its outcome; and the list with a notice. Source: docs/product.md, "Changing" and "Limits".
 */
export async function changeRecord(context: AppLoadContext, owner: OwnZone, asked: RecordChange): Promise<Reply> {
  const { form, refused, once, told, title } = asked;
  const press = randomUUID();
  const outcome: Outcome = await sendOnce({ ...once, value: madeSchema }, () => carryOut(context, owner, asked, press));
  if (!outcome.ok) return refused(outcome.why ?? whyNotSent(outcome, told));
  const { recordId, job, text } = outcome.value;
  const isReplay = outcome.value.press !== press;
  const noMore = isReplay ? await whyNoMore(context, owner, asked, recordId) : undefined;
  if (noMore) return refused(noMore);
  const { name } = owner.domain;
  return redirectWithNotice(dnsPath(name), { about: form, title, ...(text && { text }), ...undoOf(name, job) });
}

async function carryOut(
  context: AppLoadContext,
  owner: OwnZone,
  { id, kind, lost, find, told }: RecordChange,
  press: string,
): Promise<DnsAnswer<Made> & { why?: Why }> {
  const now = await zoneNow(context, owner, (list) => id === undefined || !isUnlisted(list, id));
  if (!now.ok) return because({ title: told.failed, ...now.why });
  const found = find(now.records);
  if (found.kind === "refused") return because(found.why);
  const { text = "" } = found;
  if (found.kind === "there") {
    // A press before this one has done it, though its answer was lost, or somebody else who wanted the same.
    const job = await settleArrived(owner, lost.job, found.record?.id);
    return answer({ press, recordId: found.record?.id ?? null, job, text });
  }
  const sent = await sendChange(context, owner, { kind, title: found.title }, found.change, lost);
  if (!sent.ok) return sent;
  const { record, job } = sent.value;
  return answer({ press, recordId: record?.id ?? null, job, text });
}

/** A refusal of ours, with how it is told. */
function because(why: Why) {
  return { ...refusal(why.status ?? 409, why.message ?? ""), why };
}

/** What a form has done before may have been changed since. When the list cannot be read, it is taken to be so. */
async function whyNoMore(context: AppLoadContext, owner: OwnZone, { since }: RecordChange, recordId: string | null) {
  if (!since) return undefined;
  const list = await listOnce(context, owner.domain.zoneId);
  return list.ok ? since(list.value.records, recordId) : undefined;
}
