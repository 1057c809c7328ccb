import { randomUUID } from "node:crypto";
import { checkRecord } from "#app/model/dns/check-record.ts";
import { diffZone } from "#app/model/dns/diff-zone.ts";
import type { DnsRecord, RecordDraft } from "#app/model/dns/record.ts";
import { recordVersion } from "#app/model/dns/record-hash.server.ts";
import { matchesDraft, sameRecord } from "#app/model/dns/record-identity.ts";
import { recordWords } from "#app/model/dns/record-words.ts";
import { isRecordType } from "#app/model/dns/types.ts";
import type { FormErrors } from "#app/model/form-result.ts";
import type { FoundInZone } from "./change-record.server.ts";

const GONE = { message: "This record does not exist any more. Somebody may have deleted it.", status: 409 };

const SENT_BEFORE = {
  title: "This form was sent before",
  message:
    "Its record was saved then, and has been changed or deleted since. Press the button again to save it once more.",
  status: 409,
};

/** Which version of a record a form was drawn from (`seen`), whether its last press was unanswered, and that one's job. */
export type FormTokens = { seen?: string; unsure?: string; job?: string };

/** The record that a form wants, the id of the one that is to become it, and whether its note was a field of the form. */
type AskedRecord = { draft: RecordDraft; id: string | undefined; hasNote: boolean; marks: FormTokens; zone: string };

/** What a form of a record finds in the zone. Source: docs/product.md, "Refused", "Let through with a word" and "Changing". */
export function findRecord(asked: AskedRecord, records: DnsRecord[]): FoundInZone {
  const { draft, id, marks, zone } = asked;
  const original = records.find((record) => record.id === id);
  const others = records.filter((record) => record.id !== id);
  if (id !== undefined && !original) return refusedFor(GONE);
  if (original && !isRecordType(original.type)) return refusedFor({ ...GONE, status: 404 });

  const wanted = original ? become(asked, original) : draft;
  const { conflicts, warnings } = checkRecord(draft, others, zone);
  const text = warnings.map(({ message }) => message).join(" ");
  const there = original ?? others.find((other) => sameRecord(other, draft));
  const isThere = there !== undefined && (!original || matchesDraft(original, wanted));
  const isOutdated = original !== undefined && marks.seen !== recordVersion(original);
  if (isThere && (isOutdated || marks.unsure === "1")) return { kind: "there", record: there, text };
  if (isOutdated) return refusedFor(changedMeanwhile(original, zone));
  if (conflicts.length > 0) return refusedFor({ fieldErrors: byField(conflicts), status: 409 });

  const [change] = diffZone(records, [...others, { ...wanted, id: original?.id }]);
  if (!change) return { kind: "there", record: original, text };
  return { kind: "open", change, title: `${original ? "Change" : "Add"} ${recordWords(wanted, zone)}`, text };
}

/**
 * Why what a form has saved before, the record with this id, is not so any more; undefined when it is. Its next press is
 * another form's, which saves it anew.
 */
export function changedSince(
  asked: AskedRecord,
  records: DnsRecord[],
  recordId: string | null,
): FormErrors | undefined {
  const { draft, id, marks, zone } = asked;
  const record = records.find((one) => one.id === recordId);
  if (id === undefined && record && matchesDraft(record, draft)) return undefined;
  if (id === undefined) return { ...SENT_BEFORE, carry: { once: randomUUID() } };
  if (!record) return GONE;
  if (matchesDraft(record, become(asked, record))) return undefined;
  const why: FormErrors = marks.seen === recordVersion(record) ? SENT_BEFORE : changedMeanwhile(record, zone);
  return { ...why, carry: { ...why.carry, once: randomUUID() } };
}

/** A note that was emptied goes; a form that has no such field leaves it. */
function become({ draft, hasNote }: AskedRecord, { comment }: DnsRecord) {
  return { ...draft, comment: hasNote ? (draft.comment ?? "") : comment };
}

function refusedFor(why: FormErrors): FoundInZone {
  return { kind: "refused", why };
}

function changedMeanwhile(record: DnsRecord, zone: string): FormErrors {
  return {
    title: "This record has changed in the meantime",
    message: `It is now: ${recordWords(record, zone)}. Nothing was overwritten. Press the button again to replace it with what is below.`,
    carry: { seen: recordVersion(record) },
    status: 409,
  };
}

function byField(refusals: readonly { field: string; message: string }[]): Record<string, string[]> {
  return Object.fromEntries(refusals.map(({ field, message }) => [field, [message]]));
}
