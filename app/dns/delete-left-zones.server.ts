import { forgetZone, listZonesToDelete } from "#app/domains/domains.table.server.ts";
import { nowMs } from "#app/platform/clock.ts";
import { log } from "#app/platform/log.server.ts";
import { dns, hasDnsProvider } from "./dns.api.server.ts";

/** How long the records of a domain stay after it has left. The page "Control" of a domain says so. */
const KEPT_MS = 30 * 86_400_000;
/** Zones of one run. The next run is ten minutes later. */
const PER_RUN = 10;

/**
 * Deletes at the DNS provider the zones of domains that left 30 days ago, with all their records. A name that is with us again
 * keeps its zone. What fails is tried again by the next run; a zone that is deleted already counts as deleted, so any number of
 * processes may do this at once. After the first failure the run ends, because the provider may be down. Source:
 * docs/product/domains.md, "Requests about a name".
 */
export async function deleteLeftZones(): Promise<void> {
  if (!hasDnsProvider) return;
  const zones = (await listZonesToDelete(new Date(nowMs() - KEPT_MS), PER_RUN)) ?? [];
  for (const zone of zones) {
    const deleted = await dns.deleteZone({ id: zone.zone_id, name: zone.name });
    if (!deleted.ok) {
      log.warn({ zone: zone.zone_id, reason: deleted.message }, "zone of a domain that left not deleted");
      return;
    }
    // If the database fails here, the next run finds the zone deleted.
    if (await forgetZone(zone)) log.info({ zone: zone.zone_id }, "zone of a domain that left deleted");
  }
}
