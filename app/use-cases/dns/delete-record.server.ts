import type { DnsRecord } from "#app/model/dns/record.ts";
import { recordVersion } from "#app/model/dns/record-hash.server.ts";
import { recordWords } from "#app/model/dns/record-words.ts";
import { isRecordType } from "#app/model/dns/types.ts";
import type { FormResult } from "#app/model/form-result.ts";
import { type Changed, changeRecord, type FoundInZone } from "./change-record.server.ts";
import type { Told } from "./send-change.server.ts";
import type { OwnZone } from "./zone-list.server.ts";

const TOLD: Told = {
  failed: "Failed to delete DNS record",
  unsure: (title) => ({ title, message: "The list shows it if it is still there." }),
};
/** Two presses find the record before either has deleted it. Later ones see in the list what there is to do. */
const TWO_PRESSES_MS = 60_000;

const NOT_OURS = { message: "Records of this type can only be viewed here.", status: 404 };
const CHANGED = {
  title: "This record has changed in the meantime",
  message: "Nothing was deleted. Look at it again, then press the button if you still want to delete it.",
  status: 409,
};

/** The record to delete, which version of it was asked about, and the job of a press before whose answer was lost. */
type Deleting = { id: string; seen: string | undefined; job: string | undefined };

/**
 * Deletes a record of the customer's own zone, if it still is the one that they were asked about. One that is gone already
 * is what they wanted. Source: docs/product.md, "DNS records".
 */
export function deleteRecord(owner: OwnZone, { id, seen, job }: Deleting): Promise<FormResult<Changed>> {
  const { name, zoneId } = owner.domain;
  return changeRecord(owner, {
    kind: "delete",
    id,
    once: { form: "delete-record", owner: owner.account.id, body: { zoneId, id, seen }, replayMs: TWO_PRESSES_MS },
    lost: { job, isRetry: false },
    find: (records) => findToDelete(records, { id, seen, zone: name }),
    told: TOLD,
  });
}

type Sought = { id: string; seen: string | undefined; zone: string };

function findToDelete(records: DnsRecord[], { id, seen, zone }: Sought): FoundInZone {
  const before = records.find((one) => one.id === id);
  if (!before) return { kind: "there", record: undefined };
  if (!isRecordType(before.type)) return { kind: "refused", why: NOT_OURS };
  if (seen !== undefined && seen !== recordVersion(before)) {
    return { kind: "refused", why: { ...CHANGED, carry: { seen: recordVersion(before) } } };
  }
  return { kind: "open", change: { before, after: null }, title: `Delete ${recordWords(before, zone)}` };
}
