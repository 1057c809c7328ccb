import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { canonicalName } from "#app/domains/ascii-name.ts";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import type { FormErrors, FormResult } from "#app/platform/http/form-result.ts";
import { success } from "#app/platform/result.ts";
import { cdnDefault } from "./cdn-default.ts";
import type { Change } from "./change.ts";
import { changeTitle, LONGEST_TITLE } from "./change-words.ts";
import { checkRecord, type Warning } from "./check-record.ts";
import { replacementLabel } from "./cname-replacement.ts";
import { type UncoveredName, uncoveredName } from "./coverage-warnings.ts";
import { diffZone } from "./diff-zone.ts";
import { markApplied } from "./jobs.table.server.ts";
import { type ChangeResult, errorsOf, type FailureWords, failedWith, makeChange } from "./make-change.server.ts";
import { contentField } from "./read-record.ts";
import { type OwnZone, readForChange, readRecords } from "./read-zone.server.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { matchesDraft, sameRecord } from "./record-identity.ts";
import { AUTOMATIC } from "./record-values.ts";
import { recordVersion } from "./record-version.server.ts";
import { recordWords } from "./record-words.ts";
import { isRecordType } from "./types.ts";

const WORDS: FailureWords = {
  failed: "Failed to save DNS record",
  unknown: (title) => ({
    title,
    message: "The list shows it if it has arrived. Pressing again does not make a second one.",
  }),
  hasFields: true,
};

const GONE = { message: "This record does not exist any more. Somebody may have deleted it.", status: 409 };

const SENT_BEFORE = {
  title: "This form was sent before",
  message:
    "Its record was saved then, and has been changed or deleted since. Press the button again to save it once more.",
  status: 409,
};

/**
 * The hidden fields of a record form. `expectedVersion`: the record version that the form was made from; `unsure`: "1" if the
 * response to its last press was lost; `job`: the job of that press; `sure`: a hash of the values and of the warnings about
 * them that the customer has read.
 */
export type FormTokens = { expectedVersion?: string; unsure?: string; job?: string; sure?: string };

/** The posted form of a record. */
export type PostedRecord = {
  form: string;
  draft: RecordDraft;
  /** Whether the customer left the CDN to us: `draft.proxied` is then ignored. */
  isCdnAutomatic: boolean;
  /** The record to change; undefined to add one. */
  id: string | undefined;
  /** Whether the form has a field for the note; if not, the note of the record stays. */
  hasNote: boolean;
  tokens: FormTokens;
  /** A random id of the rendered form: the same values in a form that was loaded again are another submission. */
  once: string;
};

const savedSchema = z.object({
  /** Tells the request that saved the record from its repeats. */
  press: z.string(),
  recordId: z.string().nullable(),
  job: z.string().optional(),
  text: z.string(),
  /** The name that a wildcard no longer covers, with an address to add for it. */
  uncovered: z.object({ name: z.string(), type: z.string(), content: z.string() }).optional(),
});
type Saved = z.infer<typeof savedSchema>;

/**
 * Adds a record or, given its id, changes it. Checks it against the zone first, and never overwrites a change that somebody
 * else has made since the form was loaded. Returns the record, the job that can undo it, and warnings. A repeat of a form
 * returns the first result, if it is still true, and counts against no limit. Source: docs/product/dns.md, "DNS records";
 * docs/product/limits-and-outages.md, "Limits".
 */
export async function saveRecord(owner: OwnZone, posted: PostedRecord): Promise<FormResult<Omit<Saved, "press">>> {
  const { form, draft, isCdnAutomatic, id, tokens, once } = posted;
  const { name: zone, zoneId } = owner.domain;
  const press = randomUUID();
  const cdn = isCdnAutomatic ? { proxied: AUTOMATIC } : {};
  const body = { zoneId, once, ...draft, ...cdn, data: JSON.stringify(draft.data) };
  const submission = { form, owner: owner.account.id, body, resultSchema: savedSchema };

  const outcome: ChangeResult<Saved> = await runOnce(submission, async () => {
    const records = await readForChange(owner, id);
    if (!records.ok) return failedWith({ title: WORDS.failed, ...records.errors });
    const plan = planSave(posted, records.value, zone);
    if (plan.kind === "failed") return failedWith(plan.errors);
    if (plan.kind === "saved") {
      // An earlier press whose response was lost has saved it, or somebody else has made the same change.
      const job = await markApplied(owner, tokens.job, plan.record?.id);
      return success({ press, recordId: plan.record?.id ?? null, job, text: plan.text });
    }
    const about = { kind: id === undefined ? "add" : "edit", title: plan.title } as const;
    const made = await makeChange(owner, about, plan.change, { isRetry: tokens.unsure === "1" });
    if (!made.ok) return made;
    const { record, job } = made.value;
    return success({ press, recordId: record?.id ?? null, job, text: plan.text, uncovered: plan.uncovered });
  });
  if (!outcome.ok) return { ok: false, errors: errorsOf(outcome, WORDS) };
  if (outcome.value.press === press) return outcome;

  // For a repeated form, the record may have changed since. If the list cannot be read, the record is assumed to be unchanged.
  const list = await readRecords(owner.context, zoneId);
  const changed = list.ok ? changedSince(posted, outcome.value.recordId, list.value.records, zone) : undefined;
  return changed ? { ok: false, errors: changed } : outcome;
}

/** What is left to do for a form: nothing, because the record is saved already; nothing, because it cannot be; or a change. */
type SavePlan =
  | { kind: "saved"; record: DnsRecord | undefined; text: string }
  | { kind: "failed"; errors: FormErrors }
  | { kind: "change"; change: Change; title: string; text: string; uncovered: UncoveredName | undefined };

/** Compares the form with the zone. Source: docs/product/dns.md, "DNS records", "Accepted with a warning" and "Changing". */
export function planSave(posted: PostedRecord, records: DnsRecord[], zone: string): SavePlan {
  const { id, tokens } = posted;
  const original = records.find((record) => record.id === id);
  const others = records.filter((record) => record.id !== id);
  const { draft, cdnNote } = withCdn(posted, others, zone);
  if (id !== undefined && !original) return { kind: "failed", errors: GONE };
  if (original && !isRecordType(original.type)) return { kind: "failed", errors: { ...GONE, status: 404 } };

  const wanted = original ? withNote({ ...posted, draft }, original) : draft;
  const { conflicts, warnings } = checkRecord(draft, others, zone, original);
  const text = [...warnings.map(({ message }) => message), ...cdnNote].join(" ");
  const existing = original ?? others.find((other) => sameRecord(other, draft));
  const isSaved = existing !== undefined && (!original || matchesDraft(original, wanted));
  const isOutdated = original !== undefined && tokens.expectedVersion !== recordVersion(original);
  if (isSaved && (isOutdated || tokens.unsure === "1")) return { kind: "saved", record: existing, text };
  if (isOutdated) return { kind: "failed", errors: changedMeanwhile(original, zone) };
  if (conflicts.length > 0) {
    const fieldErrors = Object.fromEntries(conflicts.map(({ field, message }) => [field, [message]]));
    const replace = replacementLabel(draft, others, zone);
    return { kind: "failed", errors: { fieldErrors, status: 409, ...(replace && { carry: { replace } }) } };
  }
  const [change] = diffZone(records, [...others, { ...wanted, id: original?.id }]);
  if (!change) return { kind: "saved", record: original, text };
  // The warnings about a text that is stored already have been read.
  const isKnown = original?.content === wanted.content && canonicalName(original.name) === canonicalName(wanted.name);
  const mistakes = isKnown ? [] : warnings.filter(({ needsConfirmation }) => needsConfirmation);
  const sure = mistakes.length === 0 ? undefined : fingerprint({ draft, mistakes });
  if (tokens.sure !== sure && sure !== undefined) return { kind: "failed", errors: askAgain(draft, mistakes, sure) };
  const uncovered = uncoveredName(draft, others, original);
  return { kind: "change", change, title: changeTitle(change, zone).slice(0, LONGEST_TITLE), text, uncovered };
}

/** Returns the record with the CDN setting that we choose if the customer left it to us, and a note if the CDN is off. */
function withCdn({ draft, isCdnAutomatic }: PostedRecord, others: readonly DnsRecord[], zone: string) {
  if (!isCdnAutomatic) return { draft, cdnNote: [] };
  const { proxied, reason } = cdnDefault(draft, others, zone);
  return { draft: { ...draft, proxied }, cdnNote: reason === "" ? [] : [`The CDN is off. ${reason}`] };
}

/**
 * Returns why the record that this form has saved before (`recordId`) is no longer as the form wants it; undefined if it still
 * is. The errors carry a new `once`, so that the next press saves it again.
 */
function changedSince(
  posted: PostedRecord,
  recordId: string | null,
  records: DnsRecord[],
  zone: string,
): FormErrors | undefined {
  const { id, tokens } = posted;
  const record = records.find((one) => one.id === recordId);
  const { draft } = withCdn(
    posted,
    records.filter((one) => one !== record),
    zone,
  );
  if (id === undefined && record && matchesDraft(record, draft)) return undefined;
  if (id === undefined) return { ...SENT_BEFORE, carry: { once: randomUUID() } };
  if (!record) return GONE;
  if (matchesDraft(record, withNote({ ...posted, draft }, record))) return undefined;
  const errors: FormErrors =
    tokens.expectedVersion === recordVersion(record) ? SENT_BEFORE : changedMeanwhile(record, zone);
  return { ...errors, carry: { ...errors.carry, once: randomUUID() } };
}

/** The errors of a record that receivers would reject: nothing is saved until the same values are sent with `sure`. */
function askAgain({ type }: RecordDraft, mistakes: readonly Warning[], sure: string): FormErrors {
  return {
    title: "Nothing is saved yet. Please read this first.",
    fieldErrors: { [contentField(type)]: [mistakes.map(({ message }) => message).join(" ")] },
    carry: { sure },
    status: 422,
  };
}

function fingerprint(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 16);
}

/** The draft with its note: an emptied field deletes the note, a form without the field leaves it. */
function withNote({ draft, hasNote }: PostedRecord, { comment }: DnsRecord) {
  return { ...draft, comment: hasNote ? (draft.comment ?? "") : comment };
}

function changedMeanwhile(record: DnsRecord, zone: string): FormErrors {
  return {
    title: "This record has changed in the meantime",
    message: `It is now: ${recordWords(record, zone)}. Nothing was overwritten. Press the button again to replace it with what is below.`,
    carry: { expectedVersion: recordVersion(record) },
    status: 409,
  };
}
