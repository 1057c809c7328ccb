import { publicDns } from "#app/domains/public-dns.api.server.ts";
import { consume, type RateLimitResult } from "#app/platform/abuse/limits.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { type PublicZone, publicZone, questionsAbout } from "./public-zone.ts";

/** Counts one check of public DNS by a customer. Source: docs/product/limits-and-outages.md, "Limits". */
export async function takeDnsCheck(userId: string): Promise<RateLimitResult> {
  const own = await consume("dnsChecksOfUser", userId);
  return own.ok ? consume("dnsChecksInAll", undefined) : own;
}

/** Looks up the public records of a domain whose DNS another provider runs, within three seconds. Never throws. */
export async function lookUpPublicZone(domain: string): Promise<PublicZone> {
  const sights = await Promise.all(questionsAbout(domain).map((question) => publicDns.lookUp(question)));
  return publicZone(domain, sights, nowDate());
}
