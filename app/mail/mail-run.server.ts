import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import { createServiceSender } from "./mail-service.api.server.ts";
import { processDue, type Queue, startQueue } from "./process-queue.server.ts";
import { type ClaimedMail, claimMail, markMailFailed, markMailSent, onQueued } from "./queue.table.server.ts";
import { createSmtpSender } from "./smtp.api.server.ts";

/** The sandbox's mail server sometimes stays silent, and one mail would delay those of all testers. */
const SANDBOX_TIMEOUTS = { socketTimeout: "sandboxMailSocket" } as const;

type Send = ReturnType<typeof createSmtpSender>;

/** Returns the mail server of the settings, else their mail service, or undefined. */
function configuredSender(): Send | undefined {
  const { name, email } = brandFrom(env.brand);
  const timeouts = env.isSandbox ? SANDBOX_TIMEOUTS : {};
  if (env.smtp) return createSmtpSender({ server: env.smtp, from: { name, address: email }, timeouts });
  return env.mail ? createServiceSender(env.mail) : undefined;
}

function mailQueue(send: Send): Queue<ClaimedMail> {
  return {
    name: "mail",
    logFields: ({ id, kind }) => ({ mail: id, about: kind }),
    claim: claimMail,
    process: ({ mail, messageId }) => send(mail, messageId),
    ack: markMailSent,
    nack: markMailFailed,
  };
}

/** Sends the due mails, see processDue. */
export function sendDueMails(send: Send, stopped: AbortSignal): Promise<number[]> {
  return processDue(mailQueue(send), stopped);
}

let stop: () => Promise<void> = async () => {};

/** Starts sending mails in this process, if the settings name a server or a service. */
export function startMailQueue(send = configuredSender()): void {
  if (send) stop = startQueue(mailQueue(send), onQueued);
}

/** Stops after the mail in progress, or after twenty seconds. */
export function stopMailQueue(): Promise<void> {
  return stop();
}
