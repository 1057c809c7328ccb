import type { FormErrors } from "#app/model/form-result.ts";
import { type Failure, tooMany } from "#app/model/result.ts";
import { giveBack, take } from "../limits.server.ts";

const TOO_OFTEN = "That was a lot of changes in one minute. Please wait a moment, then press the button again.";

/**
 * Counts one form of a customer's DNS, before anything is asked for it upstream: it counts whether or not something is sent
 * then. Gives why it is refused above the limit. Source: docs/product.md, "Limits".
 */
export async function dnsFormLimit(userId: string): Promise<FormErrors | undefined> {
  const allowed = await take("dnsWritesOfUser", userId);
  if (allowed.ok) return undefined;
  return { message: TOO_OFTEN, status: 429, retryAfterSeconds: allowed.retryAfterSeconds };
}

/**
 * Counts one change that is sent to the DNS provider in the next moment, so that many at once count as well: so many may be
 * sent in a minute by all customers together, and one above it is refused as "over-limit". Source: docs/product.md, "Limits".
 */
export async function dnsWriteLimit(): Promise<Failure | undefined> {
  const allowed = await take("dnsWritesInAll", undefined);
  if (allowed.ok) return undefined;
  await giveBackDnsWrite();
  return tooMany(TOO_OFTEN, allowed.retryAfterSeconds);
}

/** The change was not sent after all. */
export function giveBackDnsWrite(): Promise<void> {
  return giveBack("dnsWritesInAll", undefined);
}
