import { z } from "zod";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { onChange, publishChange } from "#app/platform/redis/changes.server.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { createCache } from "#app/platform/upstream/caches.server.ts";
import { mailHealth } from "./mail/health.ts";
import type { DnsRecord } from "./record.ts";

const DAY_MS = 24 * 3600_000;
const MAX_ZONES = 10_000;

const announcedSchema = z.tuple([z.string(), z.string().nullable()]);

/**
 * By zone id, the worst finding about the mail of the zone when its records were last read. The dashboard reads it here,
 * because it does not call the provider.
 */
const troubles = createCache<string, string>({ max: MAX_ZONES, ttl: DAY_MS, perf: monotonicMs });

onChange("mail", (about) => {
  const announced = announcedSchema.safeParse(about === undefined ? undefined : JSON.parse(about)).data;
  // If `announced` is undefined, announcements were missed, and any trouble may have been fixed.
  if (announced) store(...announced);
  else troubles.clear();
});

/** Remembers for a day, from all records of a zone, that its mail cannot work. A zone without an MX record wants no mail. */
export function noteMailTrouble(
  { name, zoneId }: Pick<OwnedDomain, "name"> & { zoneId: string },
  records: readonly DnsRecord[],
): void {
  const findings = mailHealth(records, name);
  const [worst] = findings;
  const isWanted = !findings.some(({ code }) => code === "mx-missing");
  storeAndAnnounce(zoneId, isWanted && worst?.severity === "bad" ? worst.title : null);
}

/** Forgets what was known of a zone's mail, because one of its records is about to change. */
export function forgetMailTrouble(zoneId: string): void {
  storeAndAnnounce(zoneId, null);
}

/** Stores the finding here and in the other processes. */
function storeAndAnnounce(zoneId: string, title: string | null): void {
  store(zoneId, title);
  publishChange("mail", JSON.stringify([zoneId, title]));
}

function store(zoneId: string, title: string | null): void {
  if (title === null) troubles.delete(zoneId);
  else troubles.set(zoneId, title);
}

/**
 * Returns what was wrong with the mail of a zone within the last day; undefined if nothing was, or if the zone was not read.
 */
export function mailTroubleOf(zoneId: string): string | undefined {
  return troubles.get(zoneId);
}
