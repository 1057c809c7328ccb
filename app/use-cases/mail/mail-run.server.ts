import { env } from "#app/env.server.ts";
import {
  type ClaimedMail,
  claimMail,
  markMailFailed,
  markMailSent,
  onQueued,
} from "#app/gateways/mail-queue.server.ts";
import { createServiceSender } from "#app/gateways/mail-service.server.ts";
import { createSmtpSender } from "#app/gateways/smtp.server.ts";
import { brandFrom } from "#app/model/brand.ts";
import { processDue, type Queue, startQueue } from "../queue.server.ts";

/** The sandbox's server is told to say nothing now and then, and one mail would hold up those of all testers. */
const SANDBOX_TIMEOUTS = { socketTimeout: 5000 };

type Send = ReturnType<typeof createSmtpSender>;

/** What sends mails: the mail server of the settings, else their mail service; undefined where they name neither. */
function ownSender(): Send | undefined {
  const { name, email } = brandFrom(env.brand);
  const timeouts = env.isSandbox ? SANDBOX_TIMEOUTS : {};
  if (env.smtp) return createSmtpSender({ server: env.smtp, from: { name, address: email }, timeouts });
  return env.mail ? createServiceSender(env.mail) : undefined;
}

function mailsBy(send: Send): Queue<ClaimedMail> {
  return {
    name: "mail",
    logFields: ({ id, kind }) => ({ mail: id, about: kind }),
    claim: claimMail,
    process: ({ letter, messageId }) => send(letter, messageId),
    ack: markMailSent,
    nack: markMailFailed,
  };
}

/** Sends the mails that are due, see processDue. */
export function sendDueMails(send: Send, stopped: AbortSignal): Promise<number[]> {
  return processDue(mailsBy(send), stopped);
}

let stop: () => Promise<void> = async () => {};

/** From now on this process sends mails, where the settings name a server or a service. */
export function startMailRun(send = ownSender()): void {
  if (send) stop = startQueue(mailsBy(send), onQueued);
}

/** Until here. Gives back when the mail that was being sent is done, or twenty seconds later. */
export function stopMailRun(): Promise<void> {
  return stop();
}
