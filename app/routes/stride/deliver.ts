import type { Delivery, Proof } from "#app/gateways/mail-worker.server.ts";
import { confirmInterest, type KeptInterest, noteInterestSent } from "#app/gateways/school-interest.server.ts";
import { thankSchool } from "#app/gateways/stride-mail.server.ts";
import { log } from "#app/log.server.ts";
import type { Answer } from "#app/model/answer.ts";

export const NOT_REGISTERED = "Failed to submit. Please try again.";
export const THANKS = "Thank you for your interest! We'll be in touch soon.";

/**
 * Has the worker write to a school whose interest is kept, and notes that it has. With a token the worker decides whether
 * somebody is a person; who is proven is confirmed before it is asked, and stays so whatever it answers. `isConfirmed`: the
 * owner of the address has pressed the button behind our mail. Refused with the catalogue's words.
 */
export async function deliver(kept: KeptInterest, proof: Proof, isConfirmed = false): Promise<Answer<Delivery>> {
  if (proof === "proven") {
    const confirmed = await confirmInterest(kept.id);
    if (!confirmed.ok) return confirmed;
  }
  const sent = await thankSchool(kept, { proof, isConfirmed, key: `school-${kept.id}` });
  // The school has its mail: that the row does not say so is for the log, not for the school.
  if (sent.ok && sent.value === "sent") await noteInterestSent(kept.id);
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
