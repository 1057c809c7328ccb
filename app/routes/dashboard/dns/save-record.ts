import type { Submission } from "@conform-to/dom";
import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { DnsRefusal } from "#app/gateways/dns/refusal.server.ts";
import { dns } from "#app/gateways/dns.server.ts";
import { sendOnce } from "#app/gateways/submissions.server.ts";
import { readForm, refuse } from "#app/http/form.server.ts";
import { type Limited, take } from "#app/http/limits.server.ts";
import { redirectWithNotice } from "#app/http/notice.server.ts";
import { checkAgainst } from "#app/model/dns/check-record.ts";
import type { DnsRecord, RecordDraft } from "#app/model/dns/record.ts";
import { valuesSent, withType } from "#app/model/dns/record-form.ts";
import { recordHash } from "#app/model/dns/record-hash.server.ts";
import { sameRecord } from "#app/model/dns/record-identity.ts";
import { recordSchema } from "#app/model/dns/record-schema.ts";
import { recordWords } from "#app/model/dns/record-words.ts";
import type { FormReply } from "#app/model/form-reply.ts";
import { dnsPath, forgetList, listOnce, requireDomain } from "./own-zone.ts";

const SAVE_FAILED = "Failed to save DNS record";
const GONE = "This record does not exist any more. Somebody may have deleted it.";
const TOO_OFTEN = "That were many changes in one minute. Please wait a moment, then press the button again.";

type Found = { original?: DnsRecord | undefined; others: DnsRecord[] };

/**
 * Adds the record of the form, or, given a record's id, changes that one. Nothing is sent upstream before it was checked
 * against the zone as it is now; a record that somebody else has changed meanwhile is not overwritten.
 * Source: docs/product.md, "DNS records".
 */
export async function saveRecord(args: ActionFunctionArgs, { form, id }: { form: string; id?: string }) {
  const { context, request } = args;
  const { account, domain } = await requireDomain(args);
  const submission = await readForm(request, recordSchema(domain.name));
  const refused = { context, form, submission };
  if (submission.payload.intent === "type") return showType(form, submission);
  const { zoneId } = domain;
  if (zoneId === null) return refuse({ ...refused, message: "Zone ID not available", status: 409 });
  if (submission.status !== "success") return refuse(refused);

  const allowed = await takeWrite(account.id);
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    return refuse({ ...refused, message: TOO_OFTEN, status: 429, retryAfterSeconds });
  }
  const list = await listOnce(context, zoneId);
  if (!list.ok) return refuse({ ...refused, title: SAVE_FAILED, message: list.message, status: 502 });

  const draft = submission.value;
  const { original, others } = divide(list.value.records, id);
  if (id !== undefined && !original) return refuse({ ...refused, message: GONE, status: 409 });
  if (original && submission.payload.seen !== recordHash(original)) {
    const carry = { seen: recordHash(original) };
    return refuse({ ...refused, carry, ...changedMeanwhile(original, domain.name), status: 409 });
  }
  const wasUnsure = submission.payload.unsure === "1";
  if (wasUnsure && others.some((other) => sameRecord(other, draft))) return saved(domain.name, form, []);
  const { refusals, warnings } = checkAgainst(draft, others, domain.name);
  if (refusals.length > 0) return refuse({ ...refused, fieldErrors: byField(refusals), status: 409 });

  const write = await sendOnce(
    { form, owner: account.id, body: { zoneId, once: String(submission.payload.once ?? ""), ...flat(draft) } },
    () =>
      original
        ? dns.updateRecord(zoneId, original.id, { ...draft, comment: original.comment })
        : dns.createRecord(zoneId, draft, { isRetry: wasUnsure }),
  );
  forgetList(context);
  if (!write.ok) return refuse({ ...refused, ...explain(write) });
  return saved(
    domain.name,
    form,
    warnings.map(({ message }) => message),
    original !== undefined,
  );
}

/** Counts one change of a customer's DNS. */
export async function takeWrite(userId: string): Promise<Limited> {
  const own = await take("dnsWritesOfUser", userId);
  return own.ok ? take("dnsWritesInAll", undefined) : own;
}

/** Without scripts another type is a step of its own: the form comes back with the fields of the type, nothing lost. */
function showType(form: string, { payload }: Submission<unknown, string[], unknown>) {
  const type = typeof payload.type === "string" ? payload.type : "";
  const was = typeof payload.shownType === "string" ? payload.shownType : type;
  const values = withType({ ...valuesSent(payload), type: was }, type);
  return data<FormReply>({ form, result: { initialValue: { ...values } } });
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

function saved(domain: string, about: string, warnings: string[], isUpdate = false) {
  const title = `DNS record ${isUpdate ? "updated" : "added"} successfully`;
  const text = warnings.length > 0 ? { text: warnings.join(" ") } : {};
  return redirectWithNotice(dnsPath(domain), { about, title, ...text });
}

/** How a refusal of the provider stands in the form: at its field where it has one. */
function explain({ field, message, isUnknown, reason }: DnsRefusal) {
  if (isUnknown) {
    const text = "The list shows it if it has arrived. Pressing again does not make a second one.";
    return { title: message, message: text, carry: { unsure: "1" }, status: 502 };
  }
  const ours = reason === "down" || reason === "not-let-in" || reason === "busy";
  if (field) return { fieldErrors: { [field]: [message] }, status: 409 };
  return {
    title: SAVE_FAILED,
    message: message === SAVE_FAILED ? "Please try again." : message,
    status: ours ? 502 : 409,
  };
}

function byField(refusals: readonly { field: string; message: string }[]): Record<string, string[]> {
  return Object.fromEntries(refusals.map(({ field, message }) => [field, [message]]));
}

function flat({ data, ...draft }: RecordDraft) {
  return { ...draft, data: JSON.stringify(data) };
}
