import type { Submission } from "@conform-to/dom";
import { type ActionFunctionArgs, type AppLoadContext, data, redirect } from "@remix-run/node";
import { RECORD_LIMITS, recordSchema } from "#app/dns/record-schema.ts";
import { AUTOMATIC, valuesSent, withType } from "#app/dns/record-values.ts";
import { planReplacement } from "#app/dns/replace-records.server.ts";
import { type FormTokens, saveRecord } from "#app/dns/save-record.server.ts";
import { readForm, rejectForm } from "#app/platform/http/form.server.ts";
import type { FormReply } from "#app/platform/http/form-reply.ts";
import type { FormErrors } from "#app/platform/http/form-result.ts";
import { dnsPath, jobPath, NO_ZONE, ownZone, redirectToChangedList, requireProvider } from "./own-zone.ts";

/**
 * The action of a record form: adds a record or, if `id` is given, changes that record. Its second button plans to replace the
 * records that are in the way.
 */
export async function saveAction(args: ActionFunctionArgs, { form, id }: { form: string; id?: string }) {
  const { context, request } = args;
  const owner = await requireProvider(args);
  const submission = await readForm(request, recordSchema(owner.domain.name), RECORD_LIMITS);
  const { payload } = submission;
  const tokens = tokensOf(payload);
  if (payload.intent === "type") return showType(context, form, submission);
  const reject = (errors: FormErrors = {}) =>
    rejectForm({ context, form, submission, ...errors, carry: { ...tokens, ...errors.carry } });
  const own = ownZone(owner);
  if (!own) return reject(NO_ZONE);
  if (submission.status !== "success") return reject();

  const hasNote = "comment" in payload;
  const once = String(payload.once ?? "");
  const isCdnAutomatic = payload.proxied === AUTOMATIC;
  const sure: Record<string, string> = typeof payload.sure === "string" ? { sure: payload.sure } : {};
  const posted = { form, draft: submission.value, isCdnAutomatic, id, hasNote, tokens: { ...tokens, ...sure }, once };
  if (payload.intent === "replace") {
    const planned = await planReplacement(own, posted);
    if (!planned.ok) return reject({ ...planned.errors, carry: { ...sure, ...planned.errors.carry } });
    return redirect(jobPath(own.domain.name, planned.value.job), 303);
  }
  const saved = await saveRecord(own, posted);
  // The rejected form keeps `sure`, so that a repeated press need not confirm the same warnings again.
  if (!saved.ok) return reject({ ...saved.errors, carry: { ...sure, ...saved.errors.carry } });
  const title = `DNS record ${id === undefined ? "added" : "updated"} successfully`;
  const { recordId, job, text, uncovered } = saved.value;
  const { name } = own.domain;
  const next = uncovered && {
    to: dnsPath(
      name,
      `/add?${new URLSearchParams({ new: uncovered.type, name: uncovered.name, content: uncovered.content })}`,
    ),
    label: `Add ${uncovered.name}`,
  };
  return redirectToChangedList(name, { about: form, title, text, job, next, record: recordId ?? undefined });
}

/** The form tokens that were posted. They stay in the form when it is rendered again. */
function tokensOf({ expectedVersion, unsure, job }: Record<string, unknown>): FormTokens {
  return {
    ...(typeof expectedVersion === "string" && { expectedVersion }),
    ...(unsure === "1" && { unsure }),
    ...(typeof job === "string" && { job }),
  };
}

/** Without JavaScript, choosing another type posts the form, which is rendered again with the fields of that type. */
function showType(
  context: AppLoadContext | undefined,
  form: string,
  { payload }: Submission<unknown, string[], unknown>,
) {
  if (context) context.givenBack = form;
  const type = typeof payload.type === "string" ? payload.type : "";
  const previous = typeof payload.shownType === "string" ? payload.shownType : type;
  const values = withType({ ...valuesSent(payload), type: previous }, type);
  return data<FormReply>({ form, result: { initialValue: { ...values } }, carry: { ...tokensOf(payload) } });
}
