import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import { createServiceSender } from "./mail-service.api.server.ts";
import { processDue, type Queue, queueTurn } from "./process-queue.server.ts";
import { type ClaimedMail, claimMail, markMailFailed, markMailSent } from "./queue.table.server.ts";
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

/** Returns the turn of the loop that sends mails, undefined if the settings name no server and no service. */
export function mailTurn() {
  const send = configuredSender();
  return send && queueTurn(mailQueue(send));
}
