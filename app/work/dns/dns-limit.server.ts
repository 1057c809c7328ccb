import { type DnsAnswer, wasSent } from "#app/gateways/dns/refusal.server.ts";
import { tooMany } from "#app/model/answer.ts";
import type { Why } from "#app/model/form-refusal.ts";
import { giveBack, take } from "../limits.server.ts";

const TOO_OFTEN = "Those were many changes in one minute. Please wait a moment, then press the button again.";

/**
 * Counts one form of a customer's DNS, before anything is asked for it upstream: it counts whether or not something is sent
 * then. Gives why it is refused above the limit. Source: docs/product.md, "Limits".
 */
export async function refusalForDnsForm(userId: string): Promise<Why | undefined> {
  const allowed = await take("dnsWritesOfUser", userId);
  if (allowed.ok) return undefined;
  return { message: TOO_OFTEN, status: 429, retryAfterSeconds: allowed.retryAfterSeconds };
}

/**
 * Sends one change to the DNS provider, if all customers together may send one more in this minute; else it is refused as
 * "over-limit". It is counted before, so that many at once count as well, and given back when it was not sent after all.
 * Source: docs/product.md, "Limits".
 */
export async function sendWithinLimit<T>(send: () => Promise<DnsAnswer<T>>): Promise<DnsAnswer<T>> {
  const allowed = await take("dnsWritesInAll", undefined);
  if (!allowed.ok) {
    await giveBack("dnsWritesInAll", undefined);
    return tooMany(TOO_OFTEN, allowed.retryAfterSeconds);
  }
  const answer = await send();
  if (!wasSent(answer)) await giveBack("dnsWritesInAll", undefined);
  return answer;
}
