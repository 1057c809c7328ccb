import type { Submission } from "@conform-to/dom";
import { type ActionFunctionArgs, type AppLoadContext, data } from "@remix-run/node";
import { readForm, refuse } from "#app/http/form.server.ts";
import { RECORD_LIMITS, recordSchema } from "#app/model/dns/read-record.ts";
import { valuesSent, withType } from "#app/model/dns/record-values.ts";
import type { FormReply } from "#app/model/form-reply.ts";
import type { FormErrors } from "#app/model/form-result.ts";
import type { FormTokens } from "#app/use-cases/dns/record-in-zone.server.ts";
import { saveRecord } from "#app/use-cases/dns/save-record.server.ts";
import { NO_ZONE, ownZone, requireProvider } from "./own-zone.ts";
import { redirectToChangedList } from "./tell-change.ts";

/** What the form of a record does: it adds the record, or, given a record's id, changes that one. */
export async function saveAction(args: ActionFunctionArgs, { form, id }: { form: string; id?: string }) {
  const { context, request } = args;
  const owner = await requireProvider(args);
  const submission = await readForm(request, recordSchema(owner.domain.name), RECORD_LIMITS);
  const { payload } = submission;
  const marks = marksOf(payload);
  if (payload.intent === "type") return showType(context, form, submission);
  const refused = (why: FormErrors = {}) =>
    refuse({ context, form, submission, ...why, carry: { ...marks, ...why.carry } });
  const own = ownZone(owner);
  if (!own) return refused(NO_ZONE);
  if (submission.status !== "success") return refused();

  const saved = await saveRecord(own, {
    form,
    draft: submission.value,
    id,
    hasNote: "comment" in payload,
    marks,
    once: String(payload.once ?? ""),
  });
  if (!saved.ok) return refused(saved.errors);
  const title = `DNS record ${id === undefined ? "added" : "updated"} successfully`;
  return redirectToChangedList(own.domain.name, { about: form, title, ...saved.value });
}

/** What says which version of a record a form was drawn from and what became of its last press: it outlives a refusal. */
function marksOf({ seen, unsure, job }: Record<string, unknown>): FormTokens {
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
