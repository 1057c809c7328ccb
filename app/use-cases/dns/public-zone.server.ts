import { publicDns } from "#app/gateways/public-dns.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { type PublicZone, publicZone, questionsAbout } from "#app/model/dns/public-zone.ts";
import { consume, type RateLimitResult } from "../limits.server.ts";

/** Counts one check of public DNS by a customer. Source: docs/product.md, "Limits". */
export async function takeDnsCheck(userId: string): Promise<RateLimitResult> {
  const own = await consume("dnsChecksOfUser", userId);
  return own.ok ? consume("dnsChecksInAll", undefined) : own;
}

/** Looks up the public records of a domain whose DNS another provider runs, within three seconds. Never throws. */
export async function lookUpPublicZone(domain: string): Promise<PublicZone> {
  const sights = await Promise.all(questionsAbout(domain).map((question) => publicDns.lookUp(question)));
  return publicZone(domain, sights, nowDate());
}
