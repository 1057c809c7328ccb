import { setTimeout as wait } from "node:timers/promises";
import { env } from "#app/env.server.ts";
import {
  type ClaimedMail,
  claimMail,
  noteMailFailed,
  noteMailSent,
  onQueued,
} from "#app/gateways/mail-queue.server.ts";
import { createServiceSender } from "#app/gateways/mail-service.server.ts";
import { createSmtpSender } from "#app/gateways/smtp.server.ts";
import { log } from "#app/log.server.ts";
import { brandFrom } from "#app/model/brand.ts";
import { nextLookMs, retryInSeconds } from "#app/model/mail/schedule.ts";

const NOTE_AGAIN_MS = 1000;
/** A process that is told to stop waits so long for the mail that it sends; longer than almost any takes. */
const STOP_MS = 20_000;

type Send = ReturnType<typeof createSmtpSender>;

/** What sends mails: the mail server of the settings, else their mail service; undefined where they name neither. */
function ownSender(): Send | undefined {
  const { name, email } = brandFrom(env.brand);
  if (env.smtp) return createSmtpSender({ server: env.smtp, from: { name, address: email } });
  return env.mail ? createServiceSender(env.mail) : undefined;
}

/**
 * Sends the mails that are due, one after the other, until none is or `stopped`. Any number of processes may do so at once: a
 * mail is one's alone. Never throws. Gives when those are due again that did not go out, in ms of `performance.now()`. Source:
 * docs/decisions, "Mail is a queue".
 */
export async function sendDueMails(send: Send, stopped: AbortSignal): Promise<number[]> {
  const due: number[] = [];
  while (!stopped.aborted) {
    const mail = await claimMail();
    if (!mail) break;
    const againIn = await sendMail(mail, send, stopped);
    // From its note on, as the database counts.
    if (againIn !== undefined) due.push(performance.now() + againIn * 1000);
  }
  return due;
}

/** Gives in how many seconds the mail is tried again; undefined where it is not. */
async function sendMail(mail: ClaimedMail, send: Send, stopped: AbortSignal): Promise<number | undefined> {
  const { id, kind, attempts } = mail;
  const start = performance.now();
  const sent = await send(mail.letter, mail.messageId);
  const about = { mail: id, about: kind, attempt: attempts, ms: Math.round(performance.now() - start) };
  if (sent.ok) {
    log.info(about, "mail sent");
    await noteFirmly(() => noteMailSent(mail), stopped);
    return undefined;
  }
  const { failure, isFinal } = sent;
  const againIn = retryInSeconds(attempts, { isFinal });
  log[againIn === undefined ? "error" : "warn"]({ ...about, ...failure, againIn }, "mail not sent");
  await noteFirmly(() => noteMailFailed(mail, failure, againIn), stopped);
  return againIn;
}

/** Until it is written. Without that a mail that went out would go out again. */
async function noteFirmly(note: () => Promise<boolean>, stopped: AbortSignal): Promise<void> {
  while (!(await note()) && !stopped.aborted) await wait(NOTE_AGAIN_MS);
}

let stop: () => Promise<void> = async () => {};

/** From now on this process sends mails, where the settings name a server or a service. */
export function startMailRun(send = ownSender()): void {
  if (!send) return;
  const stopping = new AbortController();
  const running = run(send, stopping.signal);
  stop = async () => {
    stopping.abort();
    await Promise.race([running, wait(STOP_MS, undefined, { ref: false })]);
  };
}

/** Until here. Gives back when the mail that was being sent is done, or twenty seconds later. */
export function stopMailRun(): Promise<void> {
  return stop();
}

async function run(send: Send, stopped: AbortSignal): Promise<void> {
  let asked = new AbortController();
  onQueued(() => asked.abort());
  stopped.addEventListener("abort", () => asked.abort());
  let due: number[] = [];
  while (!stopped.aborted) {
    asked = new AbortController();
    due = [...due.filter((moment) => moment > performance.now()), ...(await sendDueMails(send, stopped))];
    const look = nextLookMs(due, performance.now());
    if (!stopped.aborted) await wait(look, undefined, { ref: false, signal: asked.signal }).catch(() => {});
  }
}
