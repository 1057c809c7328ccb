import { setTimeout as wait } from "node:timers/promises";
import { messageMail } from "#app/mail/mail.ts";
import { deliveryFailure } from "#app/mail/mail-service.api.server.ts";
import { processDue, processOne, type Queue, queueTurn } from "#app/mail/process-queue.server.ts";
import type { AgencyMessage } from "#app/mail/queue.table.server.ts";
import type { SendFailure } from "#app/mail/smtp.api.server.ts";
import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import { plainSpaces } from "#app/platform/money.ts";
import { type Failure, failure, type Result, success } from "#app/platform/result.ts";
import { shownNumber } from "#app/platform/text/phone.server.ts";
import { deadline as deadlineSignal } from "#app/platform/upstream/deadlines.server.ts";
import { withTimeout } from "#app/platform/upstream/with-timeout.server.ts";
import type { ContactMessage } from "./contact.server.ts";
import { createContactSender, MESSAGE_NOT_SENT } from "./contact-service.api.server.ts";
import {
  type ClaimedMessage,
  claimMessage,
  insertAndClaimMessage,
  insertMessageWithMail,
  markMessageDelivered,
  markMessageFailed,
  messageRow,
  type NewMessage,
} from "./messages.table.server.ts";
import type { MessageOrigin } from "./thread.ts";

const LOOK_AGAIN_MS = 250;
/** Column limits. */
const LONGEST = { name: 200, message: 10_000 };

type Delivery = { ok: true } | (SendFailure & { failed: Failure });

const url = env.addresses.CONTACT_URL;
const service = url === undefined ? undefined : messagesTo(url);

function messagesTo(url: string): Queue<ClaimedMessage, Delivery> {
  const send = createContactSender({ url });
  return {
    name: "message",
    logFields: ({ key }) => ({ message: key }),
    claim: claimMessage,
    async process({ message, key }) {
      const sent = await send(message, key);
      return sent.ok ? { ok: true } : { ...deliveryFailure(url, sent), failed: sent };
    },
    ack: markMessageDelivered,
    nack: markMessageFailed,
  };
}

/**
 * Returns a message to the agency and its mail, to be stored in the transaction of the row that it reports. Undefined if the
 * settings name a contact service, because that takes part in no transaction: call sendContactMessage afterwards.
 */
export function agencyMessage(message: ContactMessage, key: string, origin: MessageOrigin): AgencyMessage | undefined {
  if (service) return undefined;
  const cut = shortened(message);
  return { message: messageRow({ message: cut, key, origin }), mail: mailOf(cut, key) };
}

/**
 * Stores a message to the agency and sends it by the contact service or, if the settings name none, by mail. If the service
 * rejects the message for now, the queue tries again and the failure has the reason "queued". The service is called even if
 * the database fails, because the sender wants the message to arrive.
 */
export async function sendContactMessage(
  message: ContactMessage,
  key: string,
  origin: MessageOrigin = { kind: "visitor" },
): Promise<Result<null>> {
  const cut = shortened(message);
  const stored = { message: cut, key, origin };
  if (!service) return insertMessageWithMail(stored, mailOf(cut, key));
  const kept = await keepOrWait(stored);
  if (kept === "sent") return success(null);
  if (kept === "busy") return asQueued(failure(0, MESSAGE_NOT_SENT));
  const claimed = { key, message: cut, attempts: 1 };
  if (kept === undefined) {
    const delivered = await service.process(claimed);
    return delivered.ok ? success(null) : delivered.failed;
  }
  const { sent, againIn, noted } = await processOne(service, claimed, deadlineSignal("messageSend"));
  await withTimeout(noted, deadlineSignal("messageRecord"));
  if (sent.ok) return success(null);
  return againIn === undefined ? sent.failed : asQueued(sent.failed);
}

async function keepOrWait(message: NewMessage) {
  const deadline = deadlineSignal("messageBusy");
  let kept = await insertAndClaimMessage(message);
  while (kept === "busy" && !deadline.aborted) {
    await wait(LOOK_AGAIN_MS);
    kept = await insertAndClaimMessage(message);
  }
  return kept;
}

/** Sends a message to the agency, see sendContactMessage. Returns the failure, or undefined if it was sent or is queued. */
export async function notifyAgency(
  message: ContactMessage,
  key: string,
  origin: MessageOrigin,
): Promise<Failure | undefined> {
  const sent = await sendContactMessage(message, key, origin);
  return sent.ok || sent.reason === "queued" ? undefined : sent;
}

function asQueued(failed: Failure): Failure {
  return { ...failed, reason: "queued" };
}

/** Returns a message within the column limits, with plain spaces: no-break spaces are for HTML (`formatKsh`). */
function shortened(message: ContactMessage): ContactMessage {
  return {
    ...message,
    name: message.name.slice(0, LONGEST.name),
    subject: plainSpaces(message.subject),
    message: plainSpaces(message.message).slice(0, LONGEST.message),
  };
}

function mailOf(message: ContactMessage, key: string) {
  const phone = message.phone && shownNumber(message.phone);
  return messageMail({ ...message, phone }, { to: brandFrom(env.brand).email, key });
}

/** Sends the due messages to the contact service, see processDue. Does nothing if the settings name no contact service. */
export async function sendDueMessages(stopped: AbortSignal): Promise<number[]> {
  return service ? processDue(service, stopped) : [];
}

/**
 * Returns the turn of the loop that retries messages that the contact service rejected; undefined if the settings name no
 * contact service.
 */
export function messageTurn() {
  return service && queueTurn(service);
}
