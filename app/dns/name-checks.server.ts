import { z } from "zod";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { publicDns } from "#app/domains/public-dns.api.server.ts";
import type { ResolverReply } from "#app/domains/resolver-reply.ts";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { nowDate, nowMs } from "#app/platform/clock.ts";
import { onChange, publishChange } from "#app/platform/redis/changes.server.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { createCache } from "#app/platform/upstream/caches.server.ts";
import { dns } from "./dns.api.server.ts";
import { liveView } from "./live-view.ts";
import { forgetMailTrouble, noteMailTrouble } from "./mail-trouble.server.ts";
import { type NameCheck, nameCheck } from "./name-check.ts";
import { noteNameServers } from "./name-servers.server.ts";
import { websiteSets } from "./name-state.ts";
import { completeRecords } from "./read-zone.server.ts";
import type { DnsRecord } from "./record.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_ZONES = 10_000;
/** Checks of this process that run at the same time. */
const AT_ONCE = 6;
/**
 * A check that is older is repeated at the next view, which shows it meanwhile. One that found a problem is repeated sooner.
 */
const FRESH_MS = { ok: 60 * MINUTE_MS, trouble: MINUTE_MS };

type Zone = Pick<OwnedDomain, "name"> & { zoneId: string };

const sightSchema = z.object({ kind: z.enum(["ok", "warn", "bad", "neutral"]), word: z.string() });
const checkSchema = z.object({ website: sightSchema, mail: sightSchema, padlockBy: z.string().optional() });
const announcedSchema = z.tuple([z.string(), checkSchema.nullable()]);

/** By zone id, what was found when the domain was last checked, and when that was. */
const checks = createCache<string, NameCheck & { at: number }>({ max: MAX_ZONES, ttl: DAY_MS, perf: monotonicMs });
/** Zones whose check failed within the last minute. */
const failures = createCache<string, true>({ max: MAX_ZONES, ttl: MINUTE_MS, perf: monotonicMs });
/** Zones that wait for their check, in turn, and those that are being checked. */
const waiting = new Map<string, Zone>();
const running = new Map<string, Zone>();

onChange("checks", (about) => {
  const announced = announcedSchema.safeParse(about === undefined ? undefined : JSON.parse(about)).data;
  // Without a message some were missed, and any check may be out of date.
  if (announced) store(...announced);
  else checks.clear();
});

/** Returns what the last check of a zone's domain found; undefined if there was none within a day. */
export function checkOf(zoneId: string): NameCheck | undefined {
  return checks.get(zoneId);
}

/** Whether the first check of a zone's domain is under way. */
export function isBeingChecked(zoneId: string): boolean {
  return !checks.has(zoneId) && (waiting.has(zoneId) || running.has(zoneId));
}

/**
 * Checks the website, the mail and the name servers of domains whose last check is not fresh. No request waits for it:
 * `checkOf` has the results. Source: docs/product/dashboard.md, "Dashboard".
 */
export function startChecks(domains: readonly Pick<OwnedDomain, "name" | "zoneId">[]): void {
  for (const { name, zoneId } of domains) {
    if (zoneId === null || running.has(zoneId) || failures.has(zoneId) || isFresh(zoneId)) continue;
    waiting.set(zoneId, { name, zoneId });
  }
  startNext();
}

/** Returns what the last check of a domain found, or checks it first. */
export async function checkNow({ name, zoneId }: Pick<OwnedDomain, "name" | "zoneId">): Promise<NameCheck | undefined> {
  if (zoneId === null) return undefined;
  if (!checks.has(zoneId)) {
    const zone = { name, zoneId };
    running.set(zoneId, zone);
    await check(zone).finally(() => running.delete(zoneId));
  }
  return checks.get(zoneId);
}

function isFresh(zoneId: string): boolean {
  const last = checks.get(zoneId);
  if (!last) return false;
  const isTrouble = [last.website, last.mail].some(({ kind }) => kind === "bad" || kind === "warn");
  return nowMs() - last.at < FRESH_MS[isTrouble ? "trouble" : "ok"];
}

function startNext(): void {
  for (const [zoneId, zone] of waiting) {
    if (running.size >= AT_ONCE) return;
    waiting.delete(zoneId);
    running.set(zoneId, zone);
    void check(zone).finally(() => {
      if (running.get(zoneId) === zone) running.delete(zoneId);
      startNext();
    });
  }
}

/** Never throws. */
async function check(zone: Zone): Promise<void> {
  const { name, zoneId } = zone;
  const isAllowed = (await consume("nameChecksInAll", undefined)).ok;
  const [list, servers] = isAllowed
    ? await Promise.all([dns.listRecords(zoneId), publicDns.lookUp({ name, type: "NS" })])
    : [];
  const records = completeRecords(list);
  if (!records || !servers) return void failures.set(zoneId, true);
  noteMailTrouble(zone, records);
  const view = await lookUpLive(zone, records, servers);
  // A change of the zone meanwhile has removed it from the list: what was read is out of date.
  if (running.get(zoneId) === zone) noteCheck(zone, records, view);
}

/** Looks the website up in public DNS. Takes the replies to the NS question. */
export async function lookUpLive(zone: Zone, records: readonly DnsRecord[], servers: readonly ResolverReply[]) {
  const { name } = zone;
  const sets = await Promise.all(
    websiteSets(records, name).map(async (set) => ({ set, replies: await publicDns.lookUp(set.question) })),
  );
  noteNameServers(zone, servers);
  return liveView({ domain: name, ours: publicDns.nameServers, servers, sets }, nowDate());
}

/** Remembers for a day what a domain's records and public DNS say. */
export function noteCheck(
  { name, zoneId }: Zone,
  records: readonly DnsRecord[],
  view: Awaited<ReturnType<typeof lookUpLive>>,
): void {
  // Where no resolver could be asked, nothing is known.
  if (view.isUnreachable) return void failures.set(zoneId, true);
  const found = nameCheck(records, name, view);
  store(zoneId, found);
  publishChange("checks", JSON.stringify([zoneId, found]));
}

/** Forgets what was found, because a record of the zone is about to change. */
export function forgetCheck(zoneId: string): void {
  forgetMailTrouble(zoneId);
  store(zoneId, null);
  publishChange("checks", JSON.stringify([zoneId, null]));
}

function store(zoneId: string, found: NameCheck | null): void {
  if (found) checks.set(zoneId, { ...found, at: nowMs() });
  else {
    checks.delete(zoneId);
    running.delete(zoneId);
  }
}
