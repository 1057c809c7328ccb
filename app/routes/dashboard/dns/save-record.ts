import type { Submission } from "@conform-to/dom";
import { type ActionFunctionArgs, type AppLoadContext, data } from "@remix-run/node";
import { readForm, refuse, type Why } from "#app/http/form.server.ts";
import type { RecordDraft } from "#app/model/dns/record.ts";
import { RECORD_LIMITS, recordSchema } from "#app/model/dns/record-schema.ts";
import { valuesSent, withType } from "#app/model/dns/record-values.ts";
import type { FormReply } from "#app/model/form-reply.ts";
import { changeRecord } from "./change-record.ts";
import { NO_ZONE, ownZone, requireDomain } from "./own-zone.ts";
import { changedSince, findRecord, type Marks } from "./record-in-zone.ts";
import type { Told } from "./send-change.ts";

const SAVE_TOLD: Told = {
  failed: "Failed to save DNS record",
  unsure: (title) => ({
    title,
    message: "The list shows it if it has arrived. Pressing again does not make a second one.",
  }),
  hasFields: true,
};

/**
 * Adds the record of the form, or, given a record's id, changes that one. Nothing is sent upstream before it was checked
 * against the zone as it is now; a record that somebody else has changed meanwhile is not overwritten.
 * Source: docs/product.md, "DNS records".
 */
export async function saveRecord(args: ActionFunctionArgs, { form, id }: { form: string; id?: string }) {
  const { context, request } = args;
  const owner = await requireDomain(args);
  const zone = owner.domain.name;
  const submission = await readForm(request, recordSchema(zone), RECORD_LIMITS);
  const { payload } = submission;
  const marks = marksOf(payload);
  if (payload.intent === "type") return showType(context, form, submission);
  const refused = (why: Why = {}) => refuse({ context, form, submission, ...why, carry: { ...marks, ...why.carry } });
  const own = ownZone(owner);
  if (!own) return refused(NO_ZONE);
  if (submission.status !== "success") return refused();

  const draft = submission.value;
  const asked = { draft, id, hasNote: "comment" in payload, marks, zone };
  const body = { zoneId: own.domain.zoneId, once: String(payload.once ?? ""), ...flat(draft) };
  return changeRecord(context, own, {
    form,
    refused,
    kind: id === undefined ? "add" : "edit",
    id,
    once: { form, owner: own.account.id, body },
    lost: { job: marks.job, isRetry: marks.unsure === "1" },
    find: (records) => findRecord(asked, records),
    since: (records, recordId) => changedSince(asked, records, recordId),
    told: SAVE_TOLD,
    title: `DNS record ${id === undefined ? "added" : "updated"} successfully`,
  });
}

/** What says which version of a record a form was drawn from and what became of its last press: it outlives a refusal. */
function marksOf({ seen, unsure, job }: Record<string, unknown>): Marks {
  return {
    ...(typeof seen === "string" && { seen }),
    ...(unsure === "1" && { unsure }),
    ...(typeof job === "string" && { job }),
  };
}

/** Without scripts another type is a step of its own: the form comes back with the fields of the type, nothing lost. */
function showType(
  context: AppLoadContext | undefined,
  form: string,
  { payload }: Submission<unknown, string[], unknown>,
) {
  if (context) context.givenBack = form;
  const type = typeof payload.type === "string" ? payload.type : "";
  const was = typeof payload.shownType === "string" ? payload.shownType : type;
  const values = withType({ ...valuesSent(payload), type: was }, type);
  return data<FormReply>({ form, result: { initialValue: { ...values } }, carry: { ...marksOf(payload) } });
}

function flat({ data, ...draft }: RecordDraft) {
  return { ...draft, data: JSON.stringify(data) };
}
