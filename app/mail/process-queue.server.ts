import { setTimeout as wait } from "node:timers/promises";
import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { createServiceSender } from "./mail-service.api.server.ts";
import { type ClaimedMail, claimMail, type MailLane, markMailFailed, markMailSent } from "./queue.table.server.ts";
import { createSmtpSender, type MailFailure, type SendResult } from "./smtp.api.server.ts";

const RECORD_AGAIN_MS = 1000;

/**
 * A database queue of jobs for an external server, processed by any process, one at a time. `claim` reserves a due job for
 * this process for a while and returns it; its `attempts` includes the attempt that follows. `ack` records that the job
 * succeeded, `nack` that it failed; both return false if that could not be written. None of these functions throws.
 */
export type Queue<Job extends { attempts: number }, Outcome extends SendResult = SendResult> = {
  /** Names the job in the log; `logFields` identifies it. */
  name: string;
  logFields: (job: Job) => Record<string, string>;
  claim: () => Promise<Job | undefined>;
  process: (job: Job) => Promise<Outcome>;
  ack: (job: Job) => Promise<boolean>;
  nack: (job: Job, failure: MailFailure, againInSeconds: number | undefined) => Promise<boolean>;
};

/**
 * Processes due jobs until none is left, or until `stopped`. Any number of processes may do so at once. Never throws. Returns
 * when failed jobs are due again, in ms of `performance.now()`. Source: docs/decisions, "Mail queue".
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
    // The wait begins now, after the nack, because the database counts from there too.
    if (againIn !== undefined) due.push(performance.now() + againIn * 1000);
  }
  return due;
}

/**
 * Processes a claimed job. Returns `sent`, the outcome; `againIn`, the seconds until the next attempt, undefined if there is
 * none; and `noted`, which resolves when the outcome is recorded, or at `stopped`. Recording is repeated until it succeeds:
 * otherwise a processed job would be processed again.
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
    return { sent, againIn: undefined, noted: recordOutcome(() => ack(job), stopped) };
  }
  const { failure, isFinal } = sent;
  const againIn = retryInSeconds(job.attempts, { isFinal });
  log[againIn === undefined ? "error" : "warn"]({ ...line, ...failure, againIn }, `${name} not sent`);
  return { sent, againIn, noted: recordOutcome(() => nack(job, failure, againIn), stopped) };
}

async function recordOutcome(record: () => Promise<boolean>, stopped: AbortSignal): Promise<void> {
  while (!(await record()) && !stopped.aborted) await wait(RECORD_AGAIN_MS);
}

/**
 * Returns the turn of a queue's loop. It processes what is due, and returns the ms until the first of its failed jobs is due
 * again.
 */
export function queueTurn<Job extends { attempts: number }>(queue: Queue<Job>) {
  let due: number[] = [];
  return async (stopped: AbortSignal): Promise<number> => {
    due = [...due.filter((moment) => moment > performance.now()), ...(await processDue(queue, stopped))];
    return nextRetryMs(due, performance.now());
  };
}

/** Minutes until the next attempt after the first, second, … failure. After the sixth failure there is no further attempt. */
const WAITS_MINUTES = [1, 5, 30, 120, 720];

/**
 * Returns the seconds until the next attempt. Undefined if the job has failed for good: after six attempts, or if the server
 * will never accept it (RFC 5321, 4.2.1). `attempts` includes the failed one, and any that a crash interrupted.
 */
export function retryInSeconds(attempts: number, { isFinal }: { isFinal: boolean }): number | undefined {
  const minutes = isFinal ? undefined : WAITS_MINUTES[attempts - 1];
  return minutes === undefined ? undefined : minutes * 60;
}

/** Added to due times, in ms: a look at the queue a moment too early would find nothing. */
const LATE_MS = 100;

/**
 * Returns the ms until the first retry is due, or `Infinity` if no retry is due. `due` and `now` are in ms of the same clock.
 */
export function nextRetryMs(due: readonly number[], now: number): number {
  return Math.min(...due.map((moment) => moment + LATE_MS - now).filter((ms) => ms > 0));
}

/** The sandbox's mail server sometimes stays silent, and one mail would delay those of all testers. */
const SANDBOX_TIMEOUTS = { socketTimeout: "sandboxMailSocket" } as const;

type Send = ReturnType<typeof createSmtpSender>;

/** Returns the mail server of the settings, else their mail service, or undefined. */
function configuredSender(atOnce: number): Send | undefined {
  const { name, email } = brandFrom(env.brand);
  const timeouts = env.isSandbox ? SANDBOX_TIMEOUTS : {};
  if (env.smtp) return createSmtpSender({ server: env.smtp, from: { name, address: email }, timeouts, atOnce });
  return env.mail ? createServiceSender(env.mail) : undefined;
}

const COPY = "This is a copy. A customer asked us to send copies of bills, receipts and reminders to you.";

/** Adds to a copy for a billing contact why it comes, and the link that ends the copies. */
function withCopyNote(mail: ClaimedMail["mail"], token: string | null): ClaimedMail["mail"] {
  if (token === null) return mail;
  const href = `${env.origin}/copies/stop?token=${token}`;
  const note = `<p style="padding:0 16px 24px;font-size:14px">${COPY}<br><a href="${href}">Stop copies</a></p>`;
  const { text, html } = mail;
  return { ...mail, text: `${text}\n\n${COPY}\nStop copies: ${href}`, html: html.replace("</body>", `${note}</body>`) };
}

function mailQueue(send: Send, lane?: MailLane): Queue<ClaimedMail> {
  return {
    name: "mail",
    logFields: ({ id, kind }) => ({ mail: id, about: kind }),
    claim: () => claimMail(lane),
    process: ({ mail, messageId, copyToken }) => send(withCopyNote(mail, copyToken), messageId),
    ack: markMailSent,
    nack: markMailFailed,
  };
}

/** Sends the due mails of both lanes, see processDue. */
export function sendDueMails(send: Send, stopped: AbortSignal): Promise<number[]> {
  return processDue(mailQueue(send), stopped);
}

/**
 * How many mails of issues a process sends at a time: one for each hundred in a minute, because a mail takes up to half a
 * second at a distant server. Many servers take ten connections of an address.
 */
const issuesAtOnce = (rate: number) => Math.min(10, Math.max(5, Math.ceil(rate / 100)));

/** Returns the turn of the loop that sends a lane's mails, undefined if the settings name no server and no service. */
export function mailTurn(lane: MailLane) {
  const atOnce = lane === "issues" ? issuesAtOnce(env.newsletterRate) : 1;
  const send = configuredSender(atOnce);
  if (!send) return undefined;
  const turns = Array.from({ length: atOnce }, () => queueTurn(mailQueue(send, lane)));
  return async (stopped: AbortSignal): Promise<number> =>
    Math.min(...(await Promise.all(turns.map((turn) => turn(stopped)))));
}
