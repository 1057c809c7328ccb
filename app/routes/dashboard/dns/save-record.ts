import { randomUUID } from "node:crypto";
import type { Submission } from "@conform-to/dom";
import { type ActionFunctionArgs, type AppLoadContext, data } from "@remix-run/node";
import { z } from "zod/v4";
import type { DnsAnswer, DnsRefusal } from "#app/gateways/dns/refusal.server.ts";
import { settleArrived } from "#app/gateways/dns-jobs.server.ts";
import { makeChange } from "#app/gateways/dns-run.server.ts";
import { sendOnce } from "#app/gateways/submissions.server.ts";
import { overLimit, sendWithinLimit, TOO_OFTEN } from "#app/http/dns-limit.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { type Limited, take } from "#app/http/limits.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { answer, refusal } from "#app/model/answer.ts";
import { isAsWanted } from "#app/model/dns/as-wanted.ts";
import { checkAgainst } from "#app/model/dns/check-record.ts";
import { difference } from "#app/model/dns/difference.ts";
import { type DnsRecord, isRecordType, type RecordDraft } from "#app/model/dns/record.ts";
import { recordHash } from "#app/model/dns/record-hash.server.ts";
import { sameRecord } from "#app/model/dns/record-identity.ts";
import { RECORD_LIMITS, recordSchema } from "#app/model/dns/record-schema.ts";
import { valuesSent, withType } from "#app/model/dns/record-values.ts";
import { recordWords } from "#app/model/dns/record-words.ts";
import type { FormReply } from "#app/model/form-reply.ts";
import { dnsPath, forgetList, isUnlisted, listOnce, NOT_WHOLE, requireDomain, undoOf } from "./own-zone.ts";

const SAVE_FAILED = "Failed to save DNS record";
const GONE = "This record does not exist any more. Somebody may have deleted it.";

const SENT_BEFORE = {
  title: "This form was sent before",
  message: "Its record was saved then, and has been changed or deleted since. Press the button again to save it anew.",
};

type Found = { original?: DnsRecord | undefined; others: DnsRecord[] };

/**
 * Adds the record of the form, or, given a record's id, changes that one. Nothing is sent upstream before it was checked
 * against the zone as it is now; a record that somebody else has changed meanwhile is not overwritten.
 * Source: docs/product.md, "DNS records".
 */
export async function saveRecord(args: ActionFunctionArgs, { form, id }: { form: string; id?: string }) {
  const { context, request } = args;
  const { account, domain } = await requireDomain(args);
  const submission = await readForm(request, recordSchema(domain.name), RECORD_LIMITS);
  const carry = marksOf(submission);
  const refused = { context, form, submission, carry };
  if (submission.payload.intent === "type") return showType(context, form, submission);
  const { zoneId } = domain;
  if (zoneId === null) return refuse({ ...refused, message: "Zone ID not available", status: 409 });
  if (submission.status !== "success") return refuse(refused);

  const allowed = await takeWrite(account.id);
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    return refuse({ ...refused, message: TOO_OFTEN, status: 429, retryAfterSeconds });
  }
  const list = await listOnce(context, zoneId);
  if (!list.ok) return refuse({ ...refused, title: SAVE_FAILED, message: list.message, status: 503 });

  if (id !== undefined && isUnlisted(list.value, id)) {
    return refuse({ ...refused, title: SAVE_FAILED, message: NOT_WHOLE, status: 503 });
  }

  const draft = submission.value;
  const { original, others } = divide(list.value.records, id);
  if (id !== undefined && !original) return refuse({ ...refused, message: GONE, status: 409 });
  if (original && !isRecordType(original.type)) throw data(null, { status: 404 });
  const wanted = original ? { ...draft, comment: commentFor(submission.payload, draft, original) } : draft;
  const wasUnsure = carry.unsure === "1";
  const isThere = original ? isAsWanted(original, wanted) : others.some((other) => sameRecord(other, draft));
  const { refusals, warnings } = checkAgainst(draft, others, domain.name);
  const done = (job?: string) =>
    saved(domain.name, { about: form, how: original ? "updated" : "added", warnings, job });
  /** A press before this one has done it, though its answer was lost, or somebody else who wanted the same. */
  const doneBefore = async (record?: DnsRecord) =>
    done(await settleArrived({ account, domain }, carry.job, record?.id));
  if (original && carry.seen !== recordHash(original)) {
    if (isThere) return doneBefore(original);
    const newer = { ...carry, seen: recordHash(original) };
    return refuse({ ...refused, carry: newer, ...changedMeanwhile(original, domain.name), status: 409 });
  }
  if (wasUnsure && isThere) return doneBefore(original ?? others.find((other) => sameRecord(other, draft)));

  let isReplay = true;
  const once = String(submission.payload.once ?? "");
  const write = await sendOnce(
    { form, owner: account.id, body: { zoneId, once, ...flat(draft) }, value: madeSchema },
    async (): Promise<DnsAnswer<Made>> => {
      isReplay = false;
      // Not before: a second press finds the record of the first one, and is no mistake.
      if (refusals.length > 0) return refusal(409, SAVE_FAILED);
      const [change] = difference(list.value.records, [...others, { ...wanted, id: original?.id }]);
      if (!change) return answer({ record: original ?? null, job: undefined });
      const title = `${original ? "Change" : "Add"} ${recordWords(wanted, domain.name)}`;
      const about = { kind: original ? "edit" : "add", title } as const;
      return sendWithinLimit(() => makeChange({ account, domain }, about, change, { isRetry: wasUnsure }));
    },
  );
  forgetList(context);
  if (!write.ok) {
    if (refusals.length > 0 && !isReplay) return refuse({ ...refused, fieldErrors: byField(refusals), status: 409 });
    return refuse({ ...refused, ...explain(write, carry) });
  }
  const { record, job } = write.value;
  if (isReplay && !(await isStillThere(context, zoneId, record?.id, wanted))) {
    return refuse({ ...refused, ...SENT_BEFORE, carry: { ...carry, once: randomUUID() }, status: 409 });
  }
  return done(job);
}

/** What a saved form has done: the record as it is now, and the job to take it back by, if there was anything to do. */
const madeSchema = z.object({ record: z.object({ id: z.string() }).nullable(), job: z.string().optional() });
type Made = z.infer<typeof madeSchema>;

/** A note that was emptied goes; a form that has no such field leaves it. */
function commentFor(payload: Record<string, unknown>, draft: RecordDraft, { comment }: DnsRecord): string | undefined {
  return "comment" in payload ? (draft.comment ?? "") : comment;
}

/** What says which version of a record a form was drawn from and what became of its last press: it outlives a refusal. */
function marksOf({ payload }: Submission<unknown, string[], unknown>): Record<string, string> {
  const { seen, unsure, job } = payload;
  return {
    ...(typeof seen === "string" && { seen }),
    ...(unsure === "1" && { unsure }),
    ...(typeof job === "string" && { job }),
  };
}

/** Whether a record that an earlier press has saved is still so; true when the list cannot be read. */
async function isStillThere(context: AppLoadContext, zoneId: string, id: string | undefined, wanted: RecordDraft) {
  const list = await listOnce(context, zoneId);
  return !list.ok || list.value.records.some((record) => record.id === id && isAsWanted(record, wanted));
}

/** Counts one form of a customer's DNS: each reads the zone, whether or not something is sent then. */
export function takeWrite(userId: string): Promise<Limited> {
  return take("dnsWritesOfUser", userId);
}

/** Without scripts another type is a step of its own: the form comes back with the fields of the type, nothing lost. */
function showType(
  context: AppLoadContext | undefined,
  form: string,
  submission: Submission<unknown, string[], unknown>,
) {
  if (context) context.givenBack = form;
  const { payload } = submission;
  const type = typeof payload.type === "string" ? payload.type : "";
  const was = typeof payload.shownType === "string" ? payload.shownType : type;
  const values = withType({ ...valuesSent(payload), type: was }, type);
  return data<FormReply>({ form, result: { initialValue: { ...values } }, carry: marksOf(submission) });
}

function divide(records: readonly DnsRecord[], id: string | undefined): Found {
  return { original: records.find((record) => record.id === id), others: records.filter((record) => record.id !== id) };
}

function changedMeanwhile(record: DnsRecord, zone: string) {
  return {
    title: "This record was changed meanwhile",
    message: `It is now: ${recordWords(record, zone)}. Nothing was overwritten. Press the button again to replace it with what stands below.`,
  };
}

type Saved = {
  about: string;
  how: "added" | "updated";
  warnings: readonly { message: string }[];
  job: string | undefined;
};

function saved(domain: string, { about, how, warnings, job }: Saved) {
  const text = warnings.map(({ message }) => message).join(" ");
  const title = `DNS record ${how} successfully`;
  return redirectWithNotice(dnsPath(domain), { about, title, ...(text && { text }), ...undoOf(domain, job) });
}

/** How a refusal of the provider stands in the form: at its field where it has one. */
function explain({ field, message, isUnknown, reason, job, retryAfterSeconds }: DnsRefusal, carry: FormReply["carry"]) {
  if (isUnknown) {
    const text = "The list shows it if it has arrived. Pressing again does not make a second one.";
    return { title: message, message: text, carry: { ...carry, unsure: "1", ...(job && { job }) }, status: 503 };
  }
  if (reason === "over-limit") return overLimit({ message, retryAfterSeconds });
  const ours = reason === "down" || reason === "not-let-in" || reason === "busy";
  if (field) return { fieldErrors: { [field]: [message] }, status: 409 };
  return {
    title: SAVE_FAILED,
    message: message === SAVE_FAILED ? "Please try again." : message,
    status: ours ? 503 : 409,
  };
}

function byField(refusals: readonly { field: string; message: string }[]): Record<string, string[]> {
  return Object.fromEntries(refusals.map(({ field, message }) => [field, [message]]));
}

function flat({ data, ...draft }: RecordDraft) {
  return { ...draft, data: JSON.stringify(data) };
}
