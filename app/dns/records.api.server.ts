import { z } from "zod";
import { type Failure, failure, success } from "#app/platform/result.ts";
import { type DnsProvider, successSchema, WRITE_DEADLINES } from "./caller.api.server.ts";
import { type DnsResult, explain, GONE, IDENTICAL_CODES, unconfirmed } from "./failure.server.ts";
import { type RecordList, readList } from "./list.api.server.ts";
import type { DnsRecord, RecordDraft } from "./record.ts";
import { matchesDraft, sameRecord } from "./record-identity.ts";
import { bodyOf, recordSchema } from "./wire-record.server.ts";

const SAVE_FAILED = "Failed to save DNS record";
const DELETE_FAILED = "Failed to delete DNS record";
const NOT_DELETED_YET = "We could not confirm it; it may still disappear";

const recordReply = successSchema(recordSchema);
const deletedReply = z.object({ success: z.literal(true) });

/**
 * Adds a record and returns it as the provider stores it. `isRetry`: an earlier attempt's reply was lost, so an
 * identical record counts as its success.
 */
export async function createRecord(
  provider: DnsProvider,
  zoneId: string,
  draft: RecordDraft,
  { isRetry = false } = {},
): Promise<DnsResult<DnsRecord>> {
  const sent = await save(provider, "create", zoneId, [], draft);
  if (sent.ok) return sent;
  const wasThere = isRetry && IDENTICAL_CODES.includes(sent.code);
  if (!wasThere && !mayBeDone(sent)) return explain(sent, SAVE_FAILED, draft);
  const list = await readAgain(provider, zoneId);
  const found = list?.records.find((record) => sameRecord(record, draft));
  if (found) return success(found);
  return sent.isUnknown || !list?.isComplete ? unconfirmed(sent.status) : explain(sent, SAVE_FAILED, draft);
}

/**
 * Replaces a record; fields that the draft leaves out, such as a comment, are removed. Fails with "gone" if the
 * record does not exist.
 */
export async function updateRecord(
  provider: DnsProvider,
  zoneId: string,
  id: string,
  draft: RecordDraft,
): Promise<DnsResult<DnsRecord>> {
  const sent = await save(provider, "update", zoneId, [id], draft);
  if (sent.ok) return sent;
  if (!mayBeDone(sent)) return explain(sent, SAVE_FAILED, draft);
  const list = await readAgain(provider, zoneId);
  const record = list?.records.find((one) => one.id === id);
  if (record && matchesDraft(record, draft)) return success(record);
  if (list?.isComplete && !record) return explain({ ...failure(404, SAVE_FAILED), code: GONE }, SAVE_FAILED);
  return sent.isUnknown || !record ? unconfirmed(sent.status) : explain(sent, SAVE_FAILED, draft);
}

/** Deletes a record. Succeeds if it is deleted already. */
export async function deleteRecord(provider: DnsProvider, zoneId: string, id: string): Promise<DnsResult<null>> {
  const sent = await provider.call({
    op: "delete",
    method: "DELETE",
    path: ["zones", zoneId, "dns_records", id],
    schema: deletedReply,
    fallbackMessage: DELETE_FAILED,
    deadlines: WRITE_DEADLINES,
  });
  if (sent.ok || sent.code === GONE) return success(null);
  if (!mayBeDone(sent) && sent.status !== 404) return explain(sent, DELETE_FAILED);
  const list = await readAgain(provider, zoneId);
  const isThere = list?.records.some((record) => record.id === id);
  if (list?.isComplete && !isThere) return success(null);
  return sent.isUnknown || !isThere ? unconfirmed(sent.status, NOT_DELETED_YET) : explain(sent, DELETE_FAILED);
}

async function save(provider: DnsProvider, op: "create" | "update", zoneId: string, id: string[], draft: RecordDraft) {
  const body = bodyOf(draft);
  if (!body.ok) return body;
  const sent = await provider.call({
    op,
    method: op === "create" ? "POST" : "PUT",
    path: ["zones", zoneId, "dns_records", ...id],
    body: body.value,
    schema: recordReply,
    fallbackMessage: SAVE_FAILED,
    deadlines: WRITE_DEADLINES,
  });
  return sent.ok ? success(sent.value.result) : sent;
}

async function readAgain({ call }: DnsProvider, zoneId: string): Promise<RecordList | undefined> {
  const list = await readList(call, zoneId, "dnsListAgain");
  return list.ok ? list.value : undefined;
}

/** A provider that fails with 5xx may have carried out the write. */
function mayBeDone({ isUnknown = false, status }: Failure): boolean {
  return isUnknown || status >= 500;
}
