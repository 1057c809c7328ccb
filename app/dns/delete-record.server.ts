import { z } from "zod";
import { runOnce } from "#app/platform/database/idempotency.server.ts";
import type { FormResult } from "#app/platform/http/form-result.ts";
import { success } from "#app/platform/result.ts";
import { changeTitle, LONGEST_TITLE } from "./change-words.ts";
import { markApplied } from "./jobs.table.server.ts";
import { type ChangeResult, errorsOf, type FailureWords, failedWith, makeChange } from "./make-change.server.ts";
import { type OwnZone, readForChange } from "./read-zone.server.ts";
import { recordVersion } from "./record-version.server.ts";
import { isRecordType } from "./types.ts";

const WORDS: FailureWords = {
  failed: "Failed to delete DNS record",
  unknown: (title) => ({ title, message: "The list shows it if it is still there." }),
};
/**
 * How long, in ms, a repeated press gets the result of the first. Of two simultaneous presses, both find the record in the
 * list; a later press sees that the record is gone.
 */
const REPLAY_MS = 60_000;

const NOT_OURS = { message: "Records of this type can only be viewed here.", status: 404 };
const CHANGED = {
  title: "This record has changed in the meantime",
  message: "Nothing was deleted. Look at it again, then press the button if you still want to delete it.",
  status: 409,
};

/** `expectedVersion`: the record version that the form showed; `job`: the job of an earlier press whose response was lost. */
type DeleteForm = { id: string; expectedVersion: string | undefined; job: string | undefined };

const deletedSchema = z.object({ job: z.string().optional() });
type Deleted = z.infer<typeof deletedSchema>;

/**
 * Deletes a record of the customer's own zone, if it is still as the form showed it. A record that is gone already is a
 * success. Returns the job that can undo it. Source: docs/product/dns.md, "DNS records".
 */
export async function deleteRecord(
  owner: OwnZone,
  { id, expectedVersion, job }: DeleteForm,
): Promise<FormResult<Deleted>> {
  const { name: zone, zoneId } = owner.domain;
  const about = { form: "delete-record", owner: owner.account.id, body: { zoneId, id, expectedVersion } };
  const submission = { ...about, resultSchema: deletedSchema, replayMs: REPLAY_MS };

  const outcome: ChangeResult<Deleted> = await runOnce(submission, async () => {
    const records = await readForChange(owner, id);
    if (!records.ok) return failedWith({ title: WORDS.failed, ...records.errors });
    const before = records.value.find((record) => record.id === id);
    if (!before) return success({ job: await markApplied(owner, job) });
    if (!isRecordType(before.type)) return failedWith(NOT_OURS);
    const version = recordVersion(before);
    if (expectedVersion !== undefined && expectedVersion !== version)
      return failedWith({ ...CHANGED, carry: { expectedVersion: version } });

    const change = { before, after: null };
    const about = { kind: "delete", title: changeTitle(change, zone).slice(0, LONGEST_TITLE) } as const;
    const made = await makeChange(owner, about, change, { isRetry: false });
    return made.ok ? success({ job: made.value.job }) : made;
  });
  return outcome.ok ? outcome : { ok: false, errors: errorsOf(outcome, WORDS) };
}
