import type { RecordDraft } from "#app/model/dns/record.ts";
import type { FormResult } from "#app/model/form-result.ts";
import { type Changed, changeRecord } from "./change-record.server.ts";
import { changedSince, type FormTokens, findRecord } from "./record-in-zone.server.ts";
import type { Told } from "./send-change.server.ts";
import type { OwnZone } from "./zone-list.server.ts";

const TOLD: Told = {
  failed: "Failed to save DNS record",
  unsure: (title) => ({
    title,
    message: "The list shows it if it has arrived. Pressing again does not make a second one.",
  }),
  hasFields: true,
};

type Saving = {
  form: string;
  draft: RecordDraft;
  /** The record that is changed; without one, one is added. */
  id: string | undefined;
  /** Whether the note was a field of the form: one without it leaves the note. */
  hasNote: boolean;
  marks: FormTokens;
  /** What a form has that was drawn anew: it is another one then. */
  once: string;
};

/**
 * Adds a record, or, given its id, changes it. Nothing is sent upstream before it was checked against the zone as it is now; a
 * record that somebody else has changed meanwhile is not overwritten. Source: docs/product.md, "DNS records".
 */
export function saveRecord(owner: OwnZone, { form, once, ...saving }: Saving): Promise<FormResult<Changed>> {
  const { draft, id, marks } = saving;
  const asked = { ...saving, zone: owner.domain.name };
  const body = { zoneId: owner.domain.zoneId, once, ...flat(draft) };
  return changeRecord(owner, {
    kind: id === undefined ? "add" : "edit",
    id,
    once: { form, owner: owner.account.id, body },
    lost: { job: marks.job, isRetry: marks.unsure === "1" },
    find: (records) => findRecord(asked, records),
    since: (records, recordId) => changedSince(asked, records, recordId),
    told: TOLD,
  });
}

function flat({ data, ...draft }: RecordDraft) {
  return { ...draft, data: JSON.stringify(data) };
}
