import { z } from "zod";
import { agencyMessage, notifyAgency } from "#app/contact/notify-agency.server.ts";
import { seal, unseal } from "#app/platform/abuse/site-seal.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { markUnsubscribed } from "./subscribers.table.server.ts";

const NOT_SAVED = "We could not save that. Please try again, or write to us.";

/**
 * Records that a subscriber leaves. If a worker owns the list, also notifies the agency once, as the contact form does,
 * because the worker has no endpoint for leaving. The record or the notification is enough; fails if neither can be written.
 * If the database owns the list, the agency has nothing to do. Returns "off" if the address is off the list, "asked" if the
 * agency was asked. Source: docs/product/contact-and-newsletter.md, "Newsletter".
 */
export async function unsubscribe(email: string): Promise<Result<"off" | "asked">> {
  const message = {
    name: "Newsletter",
    email,
    subject: "Newsletter: take this address off the list",
    message: `${email} has pressed "Unsubscribe". Please take the address off the list of the newsletter's worker.`,
    domain: undefined,
  };
  const key = `unsubscribe-${crypto.randomUUID()}`;
  const mail = env.newsletter ? agencyMessage(message, key, { kind: "subscriber" }) : undefined;
  const noted = await markUnsubscribed(email, mail);
  if (!env.newsletter) return noted.ok ? success("off") : failure(503, NOT_SAVED);
  if (noted.ok && !noted.value) return success("asked");
  // The message was stored in the transaction of the row.
  if (mail) return noted.ok ? success("asked") : failure(503, NOT_SAVED);
  const failed = await notifyAgency(message, key, { kind: "subscriber" });
  if (failed) log.error({ status: failed.status }, "unsubscribe notification failed");
  return noted.ok || !failed ? success("asked") : failure(503, NOT_SAVED);
}

/** How long an unsubscribe link works, in ms: ten years, because people find old newsletters in their mailbox. */
const LIFE_MS = 10 * 365 * 24 * 3600_000;

const linkSchema = z.object({ leaves: z.string() });

/** Returns the sealed token of an unsubscribe link, which contains the address. */
export function sealUnsubscribeLink(email: string): string {
  return seal({ leaves: email }, LIFE_MS);
}

/** Returns the address of an unsubscribe link, or undefined if the token is invalid. */
export function openUnsubscribeLink(token: unknown): string | undefined {
  return linkSchema.safeParse(unseal(token)).data?.leaves;
}
