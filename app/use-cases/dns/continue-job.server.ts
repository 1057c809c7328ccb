import type { Job } from "#app/model/dns/job.ts";
import type { FormResult } from "#app/model/form-result.ts";
import { consumeAll, giveBack } from "../limits.server.ts";
import { applyBatch, BATCH_SIZE } from "./dns-run.server.ts";
import type { OwnZone } from "./zone-list.server.ts";

const PAUSED =
  "The DNS provider takes only so many changes in a minute. Nothing is lost: it continues where it stopped.";

/** Sends the next changes of a job, if so many may be sent now. Source: docs/product.md, "Changes of a zone" and "Limits". */
export async function continueJob(owner: OwnZone, job: Job): Promise<FormResult<null>> {
  const step = [
    ["dnsBulkWritesOfUser", owner.account.id, BATCH_SIZE],
    ["dnsWritesInAll", undefined, BATCH_SIZE],
  ] as const;
  const allowed = await consumeAll(step);
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    const carry = { wait: String(retryAfterSeconds) };
    const title = `Continuing in ${retryAfterSeconds} seconds`;
    return { ok: false, errors: { title, message: PAUSED, carry, status: 429, retryAfterSeconds } };
  }
  const ran = await applyBatch(owner, job);
  // Reserved before, or several steps at once would send more than they may; counted is what was sent.
  await Promise.all(step.map(([limit, whom]) => giveBack(limit, whom, BATCH_SIZE - ran.sent)));
  if (ran.ok) return { ok: true, value: null };
  if (ran.status === 409) {
    return { ok: false, errors: { title: "Please wait", message: ran.message, carry: { wait: "10" }, status: 409 } };
  }
  const message = `${ran.message} Nothing is lost: continue when you like.`;
  return { ok: false, errors: { title: "It stopped here", message, status: 503 } };
}
