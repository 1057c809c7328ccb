import { toDisplayName } from "#app/model/dns/display-name.ts";
import { readNameBelow } from "#app/model/dns/name-below.ts";
import type { DnsRecord } from "#app/model/dns/record.ts";
import { recordsAt } from "#app/model/dns/zone-records.ts";
import { dnsPath } from "./own-zone.ts";

/** What a page shows of a URL without a name. */
export const NO_PLACE = { provider: null as string | null, typed: "", at: "", error: "", live: "" };

/**
 * Reads the provider (`with`) and the name (`at`) of a URL. `found` is the name; undefined if it cannot be used. `place` is what the page
 * shows: what was typed, why it cannot be used, and a link to the check of a name below that has records.
 */
export function readPlace(request: Request, records: readonly DnsRecord[], zone: string) {
  const { searchParams } = new URL(request.url);
  const typed = searchParams.get("at") ?? "";
  const read = readNameBelow(typed, records, zone);
  const place = { ...NO_PLACE, provider: searchParams.get("with"), typed };
  if (!read.ok) return { place: { ...place, at: typed, error: read.message }, found: undefined };
  const at = read.value === zone ? "" : toDisplayName(read.value);
  const isThere = at !== "" && recordsAt(read.value, records).length > 0;
  const live = isThere ? dnsPath(zone, `/live?${new URLSearchParams({ name: read.value })}`) : "";
  return { place: { ...place, at, live }, found: read.value };
}
