import { setTimeout as wait } from "node:timers/promises";
import { env } from "#app/env.server.ts";
import { createContactSender, MESSAGE_NOT_SENT } from "#app/gateways/contact.server.ts";
import type { AgencyMessage } from "#app/gateways/mail-queue.server.ts";
import { deliveryFailure } from "#app/gateways/mail-service.server.ts";
import {
  CLAIM_SECONDS,
  type ClaimedMessage,
  claimMessage,
  insertAndClaimMessage,
  insertMessageWithMail,
  markMessageDelivered,
  markMessageFailed,
} from "#app/gateways/messages.server.ts";
import type { SendFailure } from "#app/gateways/smtp.server.ts";
import { withTimeout } from "#app/gateways/with-timeout.server.ts";
import { brandFrom } from "#app/model/brand.ts";
import type { ContactMessage } from "#app/model/contact.ts";
import { messageMail } from "#app/model/mail/message-mail.ts";
import { type Failure, failure, type Result, success } from "#app/model/result.ts";
import { processDue, processOne, type Queue, startQueue } from "../queue.server.ts";

/** Whoever sends a message waits so long for our note that it arrived, ms. The note goes on without them. */
const NOTE_MS = 2000;
/** The queue may have it in hand, whose attempt is over by then, ms. */
const BUSY_MS = 6500;
const LOOK_AGAIN_MS = 250;
/** What the table takes. */
const LONGEST = { name: 200, message: 10_000 };

type Told = { ok: true } | (SendFailure & { refused: Failure });

const url = env.addresses.CONTACT_URL;
const service = url === undefined ? undefined : messagesTo(url);

function messagesTo(url: string): Queue<ClaimedMessage, Told> {
  const send = createContactSender({ url });
  return {
    name: "message",
    logFields: ({ key }) => ({ message: key }),
    claim: claimMessage,
    async process({ message, key }) {
      const sent = await send(message, key);
      return sent.ok ? { ok: true } : { ...deliveryFailure(url, sent), refused: sent };
    },
    ack: markMessageDelivered,
    nack: markMessageFailed,
  };
}

/**
 * A message to the agency, to be kept and mailed in the transaction of the row that it tells of; undefined where a contact service
 * brings messages: it takes part in no transaction, and is asked afterwards by sendContactMessage.
 */
export function agencyMessage(message: ContactMessage, key: string): AgencyMessage | undefined {
  if (service) return undefined;
  const fitting = shortened(message);
  return { message: { key, ...fitting }, mail: mailOf(fitting, key) };
}

/**
 * Keeps a message to the agency, and has it told: by its contact service, or by a mail where it has none. A service that does not
 * take it is told again by the queue, and the refusal's reason is "kept", unless it says that it never will. It is asked
 * even if the database fails, since a message that arrives is all that its sender wants.
 */
export async function sendContactMessage(message: ContactMessage, key: string): Promise<Result<null>> {
  const fitting = shortened(message);
  if (!service) return insertMessageWithMail(fitting, key, mailOf(fitting, key));
  const kept = await keepOrWait(fitting, key);
  if (kept === "told") return success(null);
  if (kept === "busy") return asKept(failure(0, MESSAGE_NOT_SENT));
  const claimed = { key, message: fitting, attempts: 1 };
  if (kept === undefined) {
    const told = await service.process(claimed);
    return told.ok ? success(null) : told.refused;
  }
  const { sent, againIn, noted } = await processOne(service, claimed, AbortSignal.timeout(CLAIM_SECONDS * 1000));
  await withTimeout(noted, AbortSignal.timeout(NOTE_MS));
  if (sent.ok) return success(null);
  return againIn === undefined ? sent.refused : asKept(sent.refused);
}

async function keepOrWait(message: ContactMessage, key: string) {
  const patience = AbortSignal.timeout(BUSY_MS);
  let kept = await insertAndClaimMessage(message, key);
  while (kept === "busy" && !patience.aborted) {
    await wait(LOOK_AGAIN_MS);
    kept = await insertAndClaimMessage(message, key);
  }
  return kept;
}

/** Has the agency told of something, see sendContactMessage. Gives why it will not be, or undefined. */
export async function tellAgency(message: ContactMessage, key: string): Promise<Failure | undefined> {
  const sent = await sendContactMessage(message, key);
  return sent.ok || sent.reason === "kept" ? undefined : sent;
}

function asKept(refused: Failure): Failure {
  return { ...refused, reason: "kept" };
}

function shortened(message: ContactMessage): ContactMessage {
  return {
    ...message,
    name: message.name.slice(0, LONGEST.name),
    message: message.message.slice(0, LONGEST.message),
  };
}

function mailOf(message: ContactMessage, key: string) {
  return messageMail(message, { to: brandFrom(env.brand).email, key });
}

/** Tells the contact service of the messages that are due, see processDue; nothing where there is none. */
export async function tellDueMessages(stopped: AbortSignal): Promise<number[]> {
  return service ? processDue(service, stopped) : [];
}

let stop: () => Promise<void> = async () => {};

/** From now on this process tells again what the contact service did not take. */
export function startMessageRun(): void {
  if (service) stop = startQueue(service);
}

/** Until here, see stopMailRun. */
export function stopMessageRun(): Promise<void> {
  return stop();
}
