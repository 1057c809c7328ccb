import { z } from "zod";
import { sendConfirmationMail } from "#app/gateways/mail.server.ts";
import { type Delivery, deliverySchema, type Proof } from "#app/gateways/mail-worker.server.ts";
import {
  confirmInterest,
  findInterest,
  insertInterest,
  markInterestSent,
  type StoredInterest,
} from "#app/gateways/school-interest.server.ts";
import { thankSchool } from "#app/gateways/stride-mail.server.ts";
import { log } from "#app/log.server.ts";
import { type Result, success } from "#app/model/result.ts";
import type { SchoolInterest } from "#app/model/school/interest.ts";
import type { BotCheckPass } from "../bot-protection/bot-check.server.ts";

export const NOT_REGISTERED = "Failed to submit. Please try again.";

/** "asked": the owner of the address has a mail with a link to confirm. */
export const registeredSchema = deliverySchema.or(z.literal("asked"));
export type Registered = z.infer<typeof registeredSchema>;

/**
 * Returns "sent" if a row with this idempotency key has its mail already, and a failure if the database can't tell: then
 * nothing may be sent. Returns undefined if there is still a mail to send.
 */
export async function findRegistered(key: string): Promise<Result<Registered> | undefined> {
  const known = await findInterest({ key });
  if (!known.ok) return known.status === 404 ? undefined : known;
  return known.value.status === "sent" ? success("sent") : undefined;
}

/**
 * Keeps a school's interest, then has the school written to. A retry after a failed mail finds the row, and only the mail is
 * sent. Source: docs/product.md, "Schools".
 */
export async function register(
  interest: SchoolInterest,
  { key, passed }: { key: string; passed: BotCheckPass },
): Promise<Result<Registered>> {
  const kept = await insertInterest(interest, {
    key,
    token: passed.door === "A" ? passed.token : null,
    isAsked: passed.door === "B",
  });
  if (!kept.ok) return kept;
  if (passed.door === "A" && !passed.isVerified) return deliver(kept.value, { token: passed.token });
  if (passed.door === "A" || kept.value.status === "confirmed") return deliver(kept.value, "proven");
  const asked = await sendConfirmationMail("school", kept.value, key);
  return asked.ok ? success("asked") : { ...asked, message: NOT_REGISTERED };
}

/**
 * Has the worker write to a school whose interest is kept, and notes that it has. With a token the worker decides whether
 * somebody is a person; who is proven is confirmed before it is asked, and stays so whatever it answers. `isConfirmed`: the
 * owner of the address has pressed the button behind our mail. Refused with the catalogue's words.
 */
export async function deliver(kept: StoredInterest, proof: Proof, isConfirmed = false): Promise<Result<Delivery>> {
  if (proof === "proven") {
    const confirmed = await confirmInterest(kept.id);
    if (!confirmed.ok) return confirmed;
  }
  const sent = await thankSchool(kept, { proof, isConfirmed, key: `school-${kept.id}` });
  // The school has its mail: that the row does not say so is for the log, not for the school.
  if (sent.ok && sent.value === "sent") await markInterestSent(kept.id);
  if (sent.ok) return sent;
  log.error({ interest: kept.id, reason: withoutWhatWasTyped(sent.message) }, "school not written to");
  return { ...sent, message: NOT_REGISTERED };
}

/** A worker's words may repeat whom it did not reach, and by what token. */
function withoutWhatWasTyped(words: string): string {
  return words
    .replace(/\S+/g, (word) => (/.@./.test(word) ? "(address)" : word))
    .replace(/[\w.-]{25,}/g, "(token)")
    .replace(/\+?\d(?:[\s()-]{0,2}\d){5,}/g, "(number)");
}
