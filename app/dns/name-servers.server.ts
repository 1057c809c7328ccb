import { z } from "zod";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { publicDns } from "#app/domains/public-dns.api.server.ts";
import type { ResolverReply } from "#app/domains/resolver-reply.ts";
import { consume, type RateLimitResult } from "#app/platform/abuse/limits.server.ts";
import { nowDate } from "#app/platform/clock.ts";
import { onChange, publishChange } from "#app/platform/redis/changes.server.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { createCache } from "#app/platform/upstream/caches.server.ts";
import { deadline } from "#app/platform/upstream/deadlines.server.ts";
import { withTimeout } from "#app/platform/upstream/with-timeout.server.ts";
import { delegationOf } from "./delegation.ts";
import { type PublicZone, publicZone, questionsAbout } from "./public-zone.ts";

const DAY_MS = 24 * 3600_000;
const MAX_ZONES = 10_000;

const announcedSchema = z.tuple([z.string(), z.boolean()]);

type Zone = Pick<OwnedDomain, "name"> & { zoneId: string };

/** By zone id, whether all name servers of the domain were another company's when they were last looked up. */
const elsewhere = createCache<string, boolean>({ max: MAX_ZONES, ttl: DAY_MS, perf: monotonicMs });

onChange("name-servers", (about) => {
  const announced = announcedSchema.safeParse(about === undefined ? undefined : JSON.parse(about)).data;
  if (announced) elsewhere.set(...announced);
  else elsewhere.clear();
});

/** Returns whether the records of a zone are known to have no effect, because other name servers answer for its domain. */
export function isElsewhere(zoneId: string): boolean {
  return elsewhere.get(zoneId) === true;
}

/** Remembers for a day where a domain's name servers are, from the replies to its NS question. */
export function noteNameServers({ name, zoneId }: Zone, replies: readonly ResolverReply[]): void {
  const { kind } = delegationOf(name, replies, publicDns.nameServers);
  if (kind === "unknown") return;
  elsewhere.set(zoneId, kind === "others");
  publishChange("name-servers", JSON.stringify([zoneId, kind === "others"]));
}

/** Returns the same as `isElsewhere`, but first looks up a domain that is not known to use our name servers. */
export async function checkElsewhere({ name, zoneId }: OwnedDomain): Promise<boolean> {
  if (zoneId === null || elsewhere.get(zoneId) === false) return false;
  await withTimeout(learn({ name, zoneId }), deadline("nameServers"));
  return isElsewhere(zoneId);
}

/** Never throws. */
async function learn(zone: Zone): Promise<void> {
  const allowed = await consume("dnsChecksInAll", undefined);
  if (allowed.ok) noteNameServers(zone, await publicDns.lookUp({ name: zone.name, type: "NS" }));
}

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
