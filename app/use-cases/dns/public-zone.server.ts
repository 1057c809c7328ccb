import { hasDnsProvider } from "#app/gateways/dns.server.ts";
import { publicDns } from "#app/gateways/public-dns.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { type PublicZone, publicZone, questionsAbout } from "#app/model/dns/public-zone.ts";
import { type RateLimitResult, take } from "../limits.server.ts";

export { hasDnsProvider };

/** Counts one look of a customer at what the world sees. Source: docs/product.md, "Limits". */
export async function takeDnsCheck(userId: string): Promise<RateLimitResult> {
  const own = await take("dnsChecksOfUser", userId);
  return own.ok ? take("dnsChecksInAll", undefined) : own;
}

/** What the world sees of a domain whose DNS is not run by us, within three seconds. Never throws. */
export async function lookElsewhere(domain: string): Promise<PublicZone> {
  const sights = await Promise.all(questionsAbout(domain).map((question) => publicDns.lookUp(question)));
  return publicZone(domain, sights, nowDate());
}
