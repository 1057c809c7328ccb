import { consumeAll, refund } from "#app/platform/abuse/limits.server.ts";
import type { FormResult } from "#app/platform/http/form-result.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { distanceFromNowMs } from "#app/platform/text/monotonic-clock.ts";
import { deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { dns } from "./dns.api.server.ts";
import { type DnsFailure, wasSent } from "./failure.server.ts";
import { type Job, type JobChange, outcomeFinder } from "./job.ts";
import {
  claimChanges,
  listOpenChanges,
  moveJob,
  NO_ZONE,
  NOT_KEPT,
  recordOutcome,
  type ZoneOwner,
} from "./jobs.table.server.ts";
import { sendChange, settleSent } from "./make-change.server.ts";
import type { OwnZone } from "./read-zone.server.ts";
import type { DnsRecord } from "./record.ts";
import { recordWords } from "./record-words.ts";

/** How many changes one request sends at most. */
const BATCH_SIZE = 20;
/** The age in ms above which a claim counts as lost: no write takes this long. */
const CLAIM_MS = 30_000;

const PAUSED = "Only so many changes fit into a minute. Nothing is lost. It goes on where it stopped.";
const STILL_RUNNING = "The last step is still under way. Please wait half a minute, then continue.";
const INCOMPLETE = "We could not read all your records, so nothing was changed. Please continue later.";

type Owner = ZoneOwner & { domain: { name: string } };

/**
 * Sends the next changes of a job, if the limits allow a batch. Source: docs/product/dns.md, "Changes of a zone";
 * docs/product/limits-and-outages.md, "Limits".
 */
export async function continueJob(owner: OwnZone, job: Pick<Job, "id">): Promise<FormResult<null>> {
  const batch = [
    ["dnsBulkWritesOfUser", owner.account.id, BATCH_SIZE],
    ["dnsWritesInAll", undefined, BATCH_SIZE],
  ] as const;
  const allowed = await consumeAll(batch);
  if (!allowed.ok) {
    const { retryAfterSeconds } = allowed;
    const carry = { wait: String(retryAfterSeconds) };
    const title = `Continuing in ${retryAfterSeconds} seconds`;
    return { ok: false, errors: { title, message: PAUSED, carry, status: 429, retryAfterSeconds } };
  }
  const applied = await applyBatch(owner, job);
  // The whole batch was counted before, so parallel requests cannot exceed the limit. What was not sent is given back.
  await Promise.all(batch.map(([limit, userId]) => refund(limit, userId, BATCH_SIZE - applied.sent)));
  if (applied.ok) return { ok: true, value: null };
  if (applied.status === 409) {
    const { message } = applied;
    return { ok: false, errors: { title: "Please wait", message, carry: { wait: "10" }, status: 409 } };
  }
  const message = `${applied.message} Nothing is lost: continue when you like.`;
  return { ok: false, errors: { title: "It stopped here", message, status: 503 } };
}

/**
 * Sends the next changes of a running job, at most 20. Each change is claimed before it is sent and settled afterwards: only
 * one process sends it, and after a crash the zone shows its outcome. A record that changed since the plan was made is left
 * alone. Returns how many changes are `left`; fails, with a message for the customer, when the provider or the database fails
 * or another request is applying the job. `sent`: how many changes reached the provider, accepted or refused. Source:
 * docs/product/dns.md, "Changes of a zone".
 */
export async function applyBatch(
  owner: Owner,
  job: Pick<Job, "id">,
): Promise<Result<{ left: number }> & { sent: number }> {
  const { zoneId } = owner.domain;
  if (zoneId === null) return { ...failure(409, NO_ZONE), sent: 0 };
  const open = await listOpenChanges(job.id);
  if (!open) return { ...failure(0, NOT_KEPT), sent: 0 };
  const claimed = open.filter(({ state }) => state === "sent");
  if (claimed.some((change) => !isLost(change))) return { ...failure(409, STILL_RUNNING), sent: 0 };
  const next = open.filter(({ state }) => state === "waiting").slice(0, BATCH_SIZE);

  // An addition does not need the list: the provider refuses a record that exists already.
  const needsList = claimed.length > 0 || next.some(({ before }) => before !== null);
  const list = needsList ? await dns.listRecords(zoneId) : undefined;
  if (list && !list.ok) return { ...failure(503, list.message), sent: 0 };
  if (list && !list.value.isComplete) return { ...failure(503, INCOMPLETE), sent: 0 };
  const outcomeOf = outcomeFinder(list?.value.records ?? []);
  await reconcileUnknown(claimed, outcomeOf);

  const ours = await claimChanges(next);
  if (!ours) return { ...failure(0, NOT_KEPT), sent: 0 };
  if (ours.length === 0 && next.length > 0) return { ...failure(409, STILL_RUNNING), sent: 0 };
  const { sent, stoppedBy } = await sendAll(owner.domain.name, zoneId, ours, outcomeOf);
  if (stoppedBy !== undefined) return { ...failure(503, stoppedBy), sent };

  const left = await listOpenChanges(job.id);
  if (!left) return { ...failure(0, NOT_KEPT), sent };
  if (left.length === 0) await moveJob(owner, job.id, "running", "finished");
  return { ...success({ left: left.length }), sent };
}

type OutcomeOf = ReturnType<typeof outcomeFinder>;

/** Settles changes that a process claimed before it died: the zone shows whether they arrived. */
async function reconcileUnknown(claimed: JobChange[], outcomeOf: OutcomeOf): Promise<void> {
  for (const change of claimed) {
    const { outcome, now } = outcomeOf(change);
    const id = now && change.after ? { record_id: now.id } : {};
    await recordOutcome([change.id], outcome === "made" ? { state: "done", ...id } : { state: "waiting" });
  }
}

/**
 * Sends claimed changes one after another. `stoppedBy`: the message of the outage that stopped the batch; the changes that were
 * not sent then wait again.
 */
async function sendAll(domain: string, zoneId: string, ours: JobChange[], outcomeOf: OutcomeOf) {
  const end = performance.now() + deadlineMs("dnsBatch");
  let sentCount = 0;
  for (const [index, change] of ours.entries()) {
    const rest = ours.slice(index).map(({ id }) => id);
    if (performance.now() > end) {
      await recordOutcome(rest, { state: "waiting" });
      break;
    }
    const { outcome, now } = change.before === null ? { outcome: "open", now: undefined } : outcomeOf(change);
    if (outcome === "changed") {
      await recordOutcome([change.id], { state: "failed", reason: disturbedWords(now, domain) });
      continue;
    }
    if (outcome === "made") {
      await settleSent(change.id, success(now ?? null));
      continue;
    }
    const sent = await sendChange(zoneId, change, { isRetry: true });
    if (wasSent(sent)) sentCount += 1;
    if (!sent.ok && isOutage(sent)) {
      await recordOutcome(rest, { state: "waiting" });
      return { sent: sentCount, stoppedBy: sent.message };
    }
    await settleSent(change.id, sent);
  }
  return { sent: sentCount };
}

function disturbedWords(now: DnsRecord | undefined, domain: string): string {
  return now
    ? `It was changed before we got to it. It is now ${recordWords(now, domain)}, and we left it so.`
    : "It was deleted before we got to it.";
}

/** Whether the provider did not get the change and would not get the next one either. */
function isOutage({ isUnknown, reason }: DnsFailure): boolean {
  return !isUnknown && (reason === "down" || reason === "busy" || reason === "access-denied");
}

/** Whether a claim is so old that its process no longer runs. */
function isLost({ sentAt }: JobChange): boolean {
  const at = Date.parse(sentAt ?? "");
  return distanceFromNowMs(at) > CLAIM_MS;
}
