import { type DnsFailure, type DnsResult, wasSent } from "#app/gateways/dns/failure.server.ts";
import { dns } from "#app/gateways/dns.server.ts";
import {
  claimChanges,
  listOpenChanges,
  moveJob,
  NO_ZONE,
  NOT_KEPT,
  recordOutcome,
  recordSentChange,
  type ZoneOwner,
} from "#app/gateways/dns-jobs.server.ts";
import { log } from "#app/log.server.ts";
import type { Change } from "#app/model/dns/change.ts";
import { type Job, type JobChange, type JobKind, outcomeFinder } from "#app/model/dns/job.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import { recordWords } from "#app/model/dns/record-words.ts";
import { msFromNow } from "#app/model/monotonic-clock.ts";
import { failure, type Result, success } from "#app/model/result.ts";
import { forgetMail } from "./mail-trouble.server.ts";

/** What one request sends at most. */
export const BATCH_SIZE = 20;
/** What is not begun by then, in ms, waits for the next request: a page has to come within ten seconds or so. */
const STEP_MS = 8000;
/** No write takes as long, in ms: whoever sent it is gone. */
const LOST_MS = 30_000;

const STILL_RUNNING = "The last step is still under way. Please wait half a minute, then continue.";
const NOT_WHOLE =
  "The list of records could not be read whole, so we do not know what to change. Please continue later.";

type Owner = ZoneOwner & { domain: { name: string } };

/**
 * Makes one change, which was checked before, and writes it into the history first. Gives the record as it is then (none
 * after a removal) and the id of the job, to take it back by. Refused as the provider refuses; with status 0, and nothing
 * sent, when the history does not answer. `isRetry` as for `dns.createRecord`.
 */
export async function makeChange(
  owner: Owner,
  { kind, title }: { kind: JobKind; title: string },
  change: Change,
  how: { isRetry?: boolean } = {},
): Promise<DnsResult<{ record: DnsRecord | null; job: string }>> {
  const { zoneId } = owner.domain;
  const noted = await recordSentChange(owner, { kind, title }, change);
  if (zoneId === null || typeof noted?.change !== "number") return { ...failure(0, NOT_KEPT), reason: "down" };
  const sent = await send(zoneId, change, how);
  await settle(noted.change, sent);
  if (!sent.ok) return sent.isUnknown ? { ...sent, job: noted.job } : sent;
  return success({ record: sent.value, job: noted.job });
}

/**
 * Sends the next changes of a running job, twenty at most. Each is written down as sent before, and as done after, so that
 * a crash leaves nothing that cannot be found out by looking at the zone; and only one process can send it. A record that
 * is not as it was when the plan was made is left alone. Refused with words to show when it has to go on later: the
 * provider or the database does not answer, or another request is at it. Gives how many are left to send. `sent`: how many
 * the provider was asked for, however it went on. Source: docs/product.md, "Changes of a zone".
 */
export async function applyBatch(
  owner: Owner,
  job: Pick<Job, "id">,
): Promise<Result<{ left: number }> & { sent: number }> {
  const tally = { sent: 0 };
  const ran = await resume(owner, job, tally);
  return { ...ran, ...tally };
}

type Tally = { sent: number };

async function resume(owner: Owner, job: Pick<Job, "id">, tally: Tally): Promise<Result<{ left: number }>> {
  const { zoneId } = owner.domain;
  if (zoneId === null) return failure(409, NO_ZONE);
  const open = await listOpenChanges(job.id);
  if (!open) return failure(0, NOT_KEPT);
  const sent = open.filter(({ state }) => state === "sent");
  if (sent.some((change) => !isLost(change))) return failure(409, STILL_RUNNING);
  const next = open.filter(({ state }) => state === "waiting").slice(0, BATCH_SIZE);

  // An addition needs no look at the zone: the provider refuses a record that is there already.
  const needsList = sent.length > 0 || next.some(({ before }) => before !== null);
  const list = needsList ? await dns.listRecords(zoneId) : undefined;
  if (list && !list.ok) return failure(503, list.message);
  if (list && !list.value.isComplete) return failure(503, NOT_WHOLE);
  const fateOf = outcomeFinder(list?.value.records ?? []);
  await reconcileUnknown(sent, fateOf);

  const ours = await claimChanges(next);
  if (!ours) return failure(0, NOT_KEPT);
  if (ours.length === 0 && next.length > 0) return failure(409, STILL_RUNNING);
  const stopped = await sendAll(owner, zoneId, ours, { fateOf, tally });
  if (stopped) return failure(503, stopped);

  const left = await listOpenChanges(job.id);
  if (!left) return failure(0, NOT_KEPT);
  if (left.length === 0) await moveJob(owner, job.id, "running", "finished");
  return success({ left: left.length });
}

type FateOf = ReturnType<typeof outcomeFinder>;
type Sending = { fateOf: FateOf; tally: Tally };

/** Sends changes one after another. Gives the words of what stopped it: then the rest waits again. */
async function sendAll({ domain }: Owner, zoneId: string, ours: JobChange[], { fateOf, tally }: Sending) {
  const end = performance.now() + STEP_MS;
  for (const [index, change] of ours.entries()) {
    const later = () =>
      recordOutcome(
        ours.slice(index).map(({ id }) => id),
        { state: "waiting" },
      );
    if (performance.now() > end) {
      await later();
      return undefined;
    }
    const { fate, now } = change.before === null ? { fate: "open", now: undefined } : fateOf(change);
    if (fate === "disturbed") {
      await recordOutcome([change.id], { state: "failed", reason: disturbedWords(now, domain.name) });
      continue;
    }
    const isThere = fate === "made";
    const sent = isThere ? success(now ?? null) : await send(zoneId, change, { isRetry: true });
    if (!isThere && wasSent(sent)) tally.sent += 1;
    if (!sent.ok && isTrouble(sent)) {
      await later();
      return sent.message;
    }
    await settle(change.id, sent);
  }
}

function disturbedWords(now: DnsRecord | undefined, zone: string): string {
  return now
    ? `Changed elsewhere in the meantime: it is now ${recordWords(now, zone)}. It was left as it is.`
    : "Deleted elsewhere in the meantime.";
}

/** The provider did not get it, and would not get the next one either. */
function isTrouble({ isUnknown, reason }: DnsFailure): boolean {
  return !isUnknown && (reason === "down" || reason === "busy" || reason === "not-let-in");
}

async function send(
  zoneId: string,
  { before, after }: Change,
  how: { isRetry?: boolean },
): Promise<DnsResult<DnsRecord | null>> {
  forgetMail(zoneId);
  if (before === null) return dns.createRecord(zoneId, after, how);
  return after === null ? dns.deleteRecord(zoneId, before.id) : dns.updateRecord(zoneId, before.id, after);
}

async function settle(id: number, sent: DnsResult<DnsRecord | null>): Promise<void> {
  const ending = sent.ok
    ? ({ state: "done", ...(sent.value && { record_id: sent.value.id }) } as const)
    : ({ state: sent.isUnknown ? "unconfirmed" : "failed", reason: sent.message } as const);
  if (!(await recordOutcome([id], ending))) log.error({ change: id }, "change not settled");
}

/** What a process that is no more has sent: the zone shows whether it arrived. */
async function reconcileUnknown(sent: JobChange[], fateOf: FateOf): Promise<void> {
  for (const change of sent) {
    const { fate, now } = fateOf(change);
    const id = now && change.after ? { record_id: now.id } : {};
    await recordOutcome([change.id], fate === "made" ? { state: "done", ...id } : { state: "waiting" });
  }
}

/** Whoever has sent it has had its time. */
function isLost({ sentAt }: JobChange): boolean {
  const at = Date.parse(sentAt ?? "");
  return msFromNow(at) > LOST_MS;
}
