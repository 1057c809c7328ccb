import { type FormResult, statusOf } from "#app/platform/http/form-result.ts";
import { replacementLabel } from "./cname-replacement.ts";
import { planChanges } from "./jobs.table.server.ts";
import { type OwnZone, readForPlan } from "./read-zone.server.ts";
import { cnameObstacles } from "./record-conflicts.ts";
import { type PostedRecord, planSave } from "./save-record.server.ts";
import { withStops } from "./what-stops.ts";

/**
 * Plans to delete the records that exclude the one of a form because one of them is a CNAME, and to save that one: all of it is
 * one job, which its page shows before anything is sent, and which can be undone. Returns the job's id. Fails as `saveRecord`
 * does, and then nothing is planned. Source: docs/product/dns.md, "DNS records".
 */
export async function planReplacement(owner: OwnZone, posted: PostedRecord): Promise<FormResult<{ job: string }>> {
  const { name: zone } = owner.domain;
  const read = await readForPlan(owner);
  if (!read.ok) return { ok: false, errors: { title: "Nothing was changed", ...read.errors } };
  const records = read.value;
  const others = records.filter(({ id }) => id !== posted.id);
  const label = replacementLabel(posted.draft, others, zone);
  const obstacles = label === undefined ? [] : cnameObstacles(posted.draft, others, zone);
  const remaining = records.filter((record) => !obstacles.includes(record));
  const save = planSave(posted, remaining, zone);
  if (save.kind === "failed") {
    const carry = { ...save.errors.carry, ...(label !== undefined && { replace: label }) };
    return { ok: false, errors: { ...save.errors, carry } };
  }
  const deletions = obstacles.map((before) => ({ before, after: null }));
  const changes = save.kind === "change" ? [...deletions, save.change] : deletions;
  if (changes.length === 0) return { ok: false, errors: { title: "Nothing has to be changed", status: 409 } };
  const title = save.kind === "change" ? save.title : (label ?? "");
  const note = { kind: "noted", text: title, reason: save.text } as const;
  const plan = { kind: "selection", title, changes, asides: save.text === "" ? [] : [note] } as const;
  const stored = await planChanges(owner, withStops(plan, records));
  if (stored.ok) return stored;
  return { ok: false, errors: { title: "Nothing was changed", message: stored.message, status: statusOf(stored) } };
}
