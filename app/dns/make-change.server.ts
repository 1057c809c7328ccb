import { consumeAll, refund } from "#app/platform/abuse/limits.server.ts";
import type { FormErrors } from "#app/platform/http/form-result.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, success, tooMany } from "#app/platform/result.ts";
import type { Change } from "./change.ts";
import { dns } from "./dns.api.server.ts";
import { type DnsFailure, type DnsResult, wasSent } from "./failure.server.ts";
import type { JobKind } from "./job.ts";
import { NOT_KEPT, recordOutcome, recordSentChange } from "./jobs.table.server.ts";
import { forgetCheck } from "./name-checks.server.ts";
import { forgetRecords, type OwnZone, tooManyChanges } from "./read-zone.server.ts";
import type { DnsRecord } from "./record.ts";

/** The record after the change, null after a removal, and the id of the job that can undo it. */
type Made = { record: DnsRecord | null; job: string };

/**
 * Makes one change that was checked before: counts it against the limit of all customers, writes it into the history, sends it,
 * and writes its outcome into the history. Fails with "over-limit" or, when the history cannot be written, with status 0;
 * nothing is sent then. Otherwise fails as the provider does. `isRetry` as for `dns.createRecord`. Source: docs/product/dns.md,
 * "DNS records"; docs/product/limits-and-outages.md, "Limits".
 */
export async function makeChange(
  owner: OwnZone,
  { kind, title }: { kind: JobKind; title: string },
  change: Change,
  how: { isRetry: boolean },
): Promise<DnsResult<Made>> {
  const allowed = await consumeAll([["dnsWritesInAll", undefined]]);
  if (!allowed.ok) return tooMany(tooManyChanges(allowed.retryAfterSeconds), allowed.retryAfterSeconds);
  forgetRecords(owner.context);

  const noted = await recordSentChange(owner, { kind, title }, change);
  if (typeof noted?.change !== "number") {
    await refund("dnsWritesInAll", undefined);
    return { ...failure(0, NOT_KEPT), reason: "down" };
  }
  const sent = await sendChange(owner.domain.zoneId, change, how);
  if (!wasSent(sent)) await refund("dnsWritesInAll", undefined);
  await settleSent(noted.change, sent);

  if (sent.ok) return success({ record: sent.value, job: noted.job });
  return sent.isUnknown ? { ...sent, job: noted.job } : sent;
}

/** Sends one change to the DNS provider. Returns the record after it, null after a removal. */
export async function sendChange(
  zoneId: string,
  { before, after }: Change,
  how: { isRetry: boolean },
): Promise<DnsResult<DnsRecord | null>> {
  forgetCheck(zoneId);
  if (before === null) return dns.createRecord(zoneId, after, how);
  return after === null ? dns.deleteRecord(zoneId, before.id) : dns.updateRecord(zoneId, before.id, after);
}

/** Writes the outcome of a change that was sent into the history. */
export async function settleSent(id: number, sent: DnsResult<DnsRecord | null>): Promise<void> {
  const outcome = sent.ok
    ? ({ state: "done", ...(sent.value && { record_id: sent.value.id }) } as const)
    : ({ state: sent.isUnknown ? "unconfirmed" : "failed", reason: sent.message } as const);
  if (!(await recordOutcome([id], outcome))) log.error({ change: id }, "change not settled");
}

/** A change of one record that failed: as the DNS provider failed, or with the errors that the form shows. */
type FailedChange = DnsFailure & { errors?: FormErrors };
export type ChangeResult<T> = { ok: true; value: T } | FailedChange;

/** A change that cannot be made; the form shows these errors. */
export function failedWith(errors: FormErrors): FailedChange {
  return { ...failure(errors.status ?? 409, errors.message ?? ""), errors };
}

/** `failed`: the title of a change that failed. `unknown`: the title and message of a change whose outcome is unknown. */
export type FailureWords = {
  failed: string;
  unknown: (message: string) => { title: string; message: string };
  /** The form has the fields of a record, so a failure of one field is shown at that field. */
  hasFields?: boolean;
};

/**
 * Returns how a form shows that a change failed: 4xx where the customer can do something about it; 503 where the provider
 * failed, refused our key or its response was lost. Source: docs/product/forms.md, "Forms".
 */
export function errorsOf(failed: FailedChange, words: FailureWords): FormErrors {
  const { errors, field, message, isUnknown, reason, job, retryAfterSeconds } = failed;
  if (errors) return errors;
  if (isUnknown) return { ...words.unknown(message), carry: { unsure: "1", ...(job && { job }) }, status: 503 };
  if (reason === "over-limit") return { title: words.failed, message, status: 429, retryAfterSeconds };
  if (words.hasFields && field) return { fieldErrors: { [field]: [message] }, status: 409 };
  const isOutage = reason === "down" || reason === "access-denied" || reason === "busy";
  const shown = message === words.failed ? "Please try again." : message;
  return { title: words.failed, message: shown, status: isOutage ? 503 : 409 };
}
