import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { DnsFailure, DnsResult } from "#app/gateways/dns/failure.server.ts";
import { markApplied } from "#app/gateways/dns-jobs.server.ts";
import type { Change } from "#app/model/dns/change.ts";
import type { JobKind } from "#app/model/dns/job.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import type { FormErrors, FormResult } from "#app/model/form-result.ts";
import { failure, success } from "#app/model/result.ts";
import { runOnce, type Submission } from "../idempotency.server.ts";
import { sendChange, sendErrors, type Told } from "./send-change.server.ts";
import { isUnlisted, listOnce, type OwnZone } from "./zone-list.server.ts";
import { zoneNow } from "./zone-now.server.ts";

/** What a form finds in the zone: it is so already; it cannot be done; or the change that is still to be made. */
export type FoundInZone =
  | { kind: "there"; record: DnsRecord | undefined; text?: string }
  | { kind: "refused"; why: FormErrors }
  | { kind: "open"; change: Change; title: string; text?: string };

type RecordChange = {
  kind: JobKind;
  /** The record that is changed or deleted; without one, one is added. */
  id: string | undefined;
  /** By what the same form is known when it comes again. */
  once: Omit<Submission<Made>, "value">;
  /** What the press before has left, if its answer was lost: the job that it was. */
  lost: { job: string | undefined; isRetry: boolean };
  find: (records: DnsRecord[]) => FoundInZone;
  /** Why what the same form has done before, to the record with this id, is not so any more; undefined when it is. */
  since?: (records: DnsRecord[], recordId: string | null) => FormErrors | undefined;
  told: Told;
};

const madeSchema = z.object({
  /** The one press of all that sent this form which has done it. */
  press: z.string(),
  recordId: z.string().nullable(),
  job: z.string().optional(),
  text: z.string(),
});
type Made = z.infer<typeof madeSchema>;
type Outcome = { ok: true; value: Made } | (DnsFailure & { why?: FormErrors });

/** What was changed: the job to take it back by, if there is one, and a word about it, if any. */
export type Changed = Pick<Made, "job" | "text">;

/**
 * How a form changes one record of a zone, after whose the zone is and the form itself. A form that was carried out before is
 * answered as then, if it still is so, and counts nothing. Else: the customer's allowance; what stands in the zone; the
 * change, if one is to be made; its outcome. Source: docs/product.md, "Changing" and "Limits".
 */
export async function changeRecord(owner: OwnZone, asked: RecordChange): Promise<FormResult<Changed>> {
  const { once, told } = asked;
  const press = randomUUID();
  const outcome: Outcome = await runOnce({ ...once, value: madeSchema }, () => carryOut(owner, asked, press));
  if (!outcome.ok) return { ok: false, errors: outcome.why ?? sendErrors(outcome, told) };
  const isReplay = outcome.value.press !== press;
  const noMore = isReplay ? await whyNoMore(owner, asked, outcome.value.recordId) : undefined;
  return noMore ? { ok: false, errors: noMore } : outcome;
}

async function carryOut(
  owner: OwnZone,
  { id, kind, lost, find, told }: RecordChange,
  press: string,
): Promise<DnsResult<Made> & { why?: FormErrors }> {
  const now = await zoneNow(owner, (list) => id === undefined || !isUnlisted(list, id));
  if (!now.ok) return because({ title: told.failed, ...now.errors });
  const found = find(now.value);
  if (found.kind === "refused") return because(found.why);
  const { text = "" } = found;
  if (found.kind === "there") {
    // A press before this one has done it, though its answer was lost, or somebody else who wanted the same.
    const job = await markApplied(owner, lost.job, found.record?.id);
    return success({ press, recordId: found.record?.id ?? null, job, text });
  }
  const sent = await sendChange(owner, { kind, title: found.title }, found.change, lost);
  if (!sent.ok) return sent;
  const { record, job } = sent.value;
  return success({ press, recordId: record?.id ?? null, job, text });
}

/** A refusal of ours, with how it is told. */
function because(why: FormErrors) {
  return { ...failure(why.status ?? 409, why.message ?? ""), why };
}

/** What a form has done before may have been changed since. When the list cannot be read, it is taken to be so. */
async function whyNoMore({ visit, domain }: OwnZone, { since }: RecordChange, recordId: string | null) {
  if (!since) return undefined;
  const list = await listOnce(visit, domain.zoneId);
  return list.ok ? since(list.value.records, recordId) : undefined;
}
