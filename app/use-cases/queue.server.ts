import { setTimeout as wait } from "node:timers/promises";
import type { MailFailure, SendResult } from "#app/gateways/smtp.server.ts";
import { log } from "#app/log.server.ts";
import { nextLookMs, retryInSeconds } from "#app/model/queue-schedule.ts";

const NOTE_AGAIN_MS = 1000;
/** A process that is told to stop waits so long for what it has in hand; longer than almost any takes. */
const STOP_MS = 20_000;

/**
 * What waits in the database to be handed on to a server of somebody else's, by any process, one after the other. `claim` gives what
 * is ours alone for a while, with the number of this attempt; notes are false when they could not be written. None of them throws.
 */
export type Queue<Job extends { attempts: number }, Outcome extends SendResult = SendResult> = {
  /** Names one of them in the log, where `about` says which it is. */
  name: string;
  logFields: (job: Job) => Record<string, string>;
  claim: () => Promise<Job | undefined>;
  process: (job: Job) => Promise<Outcome>;
  ack: (job: Job) => Promise<boolean>;
  nack: (job: Job, failure: MailFailure, againInSeconds: number | undefined) => Promise<boolean>;
};

/**
 * Hands on what is due until nothing is, or `stopped`. Any number of processes may do so at once. Never throws. Gives when those are
 * due again that were not taken, in ms of `performance.now()`. Source: docs/decisions, "Mail queue".
 */
export async function processDue<Job extends { attempts: number }>(
  queue: Queue<Job>,
  stopped: AbortSignal,
): Promise<number[]> {
  const due: number[] = [];
  while (!stopped.aborted) {
    const job = await queue.claim();
    if (!job) break;
    const { againIn, noted } = await processOne(queue, job, stopped);
    await noted;
    // From its note on, as the database counts.
    if (againIn !== undefined) due.push(performance.now() + againIn * 1000);
  }
  return due;
}

/**
 * Hands on what is ours. Gives how that went, in how many seconds it is tried again, undefined where it is not, and when that is
 * noted, which is tried until it is done or `stopped`: without that what was taken would go out again.
 */
export async function processOne<Job extends { attempts: number }, Outcome extends SendResult>(
  { name, logFields, process, ack, nack }: Queue<Job, Outcome>,
  job: Job,
  stopped: AbortSignal,
): Promise<{ sent: Outcome; againIn: number | undefined; noted: Promise<void> }> {
  const start = performance.now();
  const sent = await process(job);
  const line = { ...logFields(job), attempt: job.attempts, ms: Math.round(performance.now() - start) };
  if (sent.ok) {
    log.info(line, `${name} sent`);
    return { sent, againIn: undefined, noted: untilWritten(() => ack(job), stopped) };
  }
  const { failure, isFinal } = sent;
  const againIn = retryInSeconds(job.attempts, { isFinal });
  log[againIn === undefined ? "error" : "warn"]({ ...line, ...failure, againIn }, `${name} not sent`);
  return { sent, againIn, noted: untilWritten(() => nack(job, failure, againIn), stopped) };
}

async function untilWritten(note: () => Promise<boolean>, stopped: AbortSignal): Promise<void> {
  while (!(await note()) && !stopped.aborted) await wait(NOTE_AGAIN_MS);
}

/**
 * From now on this process hands on what is due, and looks at once when `onQueued` says so. Gives what ends that, and is done when
 * what was in hand is, or twenty seconds later.
 */
export function startQueue<Job extends { attempts: number }>(
  queue: Queue<Job>,
  onQueued: (look: () => void) => void = () => {},
): () => Promise<void> {
  const stopping = new AbortController();
  const running = run(queue, onQueued, stopping.signal);
  return async () => {
    stopping.abort();
    await Promise.race([running, wait(STOP_MS, undefined, { ref: false })]);
  };
}

async function run<Job extends { attempts: number }>(
  queue: Queue<Job>,
  onQueued: (look: () => void) => void,
  stopped: AbortSignal,
): Promise<void> {
  let asked = new AbortController();
  onQueued(() => asked.abort());
  stopped.addEventListener("abort", () => asked.abort());
  let due: number[] = [];
  while (!stopped.aborted) {
    asked = new AbortController();
    due = [...due.filter((moment) => moment > performance.now()), ...(await processDue(queue, stopped))];
    const look = nextLookMs(due, performance.now());
    if (!stopped.aborted) await wait(look, undefined, { ref: false, signal: asked.signal }).catch(() => {});
  }
}
