import { LRUCache } from "lru-cache";
import { z } from "zod";
import { onChange, publishChange } from "#app/gateways/redis/changes.server.ts";
import { mailHealth } from "#app/model/dns/mail/health.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import { monotonicMs } from "#app/model/monotonic-clock.ts";
import type { OwnedDomain } from "#app/model/owned-domain.ts";

const DAY_MS = 24 * 3600_000;
const MAX_ZONES = 10_000;

const announcedSchema = z.tuple([z.string(), z.string().nullable()]);

/** By the id of a zone: what is wrong with its mail. The dashboard asks no provider, so it knows what the last look has shown. */
const troubles = new LRUCache<string, string>({ max: MAX_ZONES, ttl: DAY_MS, perf: monotonicMs });

onChange("mail", (about) => {
  const told = announcedSchema.safeParse(about === undefined ? undefined : JSON.parse(about)).data;
  // What was missed may have been mended.
  if (told) note(...told);
  else troubles.clear();
});

/** Notes for a day what all records of a zone say of its mail, where that cannot work. Without an MX record nobody wants any. */
export function noteMail(
  { name, zoneId }: Pick<OwnedDomain, "name"> & { zoneId: string },
  records: readonly DnsRecord[],
): void {
  const findings = mailHealth(records, name);
  const [worst] = findings;
  const isWanted = !findings.some(({ code }) => code === "mx-missing");
  noteForAll(zoneId, isWanted && worst?.severity === "bad" ? worst.title : null);
}

/** After a change nobody knows before somebody has looked. */
export function forgetMail(zoneId: string): void {
  noteForAll(zoneId, null);
}

/** Here, and in the other processes. */
function noteForAll(zoneId: string, title: string | null): void {
  note(zoneId, title);
  publishChange("mail", JSON.stringify([zoneId, title]));
}

function note(zoneId: string, title: string | null): void {
  if (title === null) troubles.delete(zoneId);
  else troubles.set(zoneId, title);
}

/** What was wrong with the mail of a zone when it was last looked at, within a day; undefined where that was nothing, or nobody has looked. */
export function mailTroubleOf(zoneId: string): string | undefined {
  return troubles.get(zoneId);
}
