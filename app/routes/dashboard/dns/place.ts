import { readNameBelow } from "#app/dns/name-below.ts";
import type { DnsRecord } from "#app/dns/record.ts";
import { recordsAt } from "#app/dns/zone-records.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { dnsPath } from "./own-zone.ts";

/** What a page shows of a URL without a name. */
export const NO_PLACE = { provider: null as string | null, typed: "", at: "", error: "", live: "" };

/**
 * Reads the provider (`with`) and the name (`at`) of a URL. `found` is the name; undefined if it cannot be used. `place` is
 * what the page shows: what was typed, why it cannot be used, and a link to the check of a name below that has records.
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

/** The same for mail, which a CNAME leaves no room for. RFC 1034, section 3.6.2; at the apex the provider flattens it. */
export function readMailPlace(
  request: Request,
  records: readonly DnsRecord[],
  zone: string,
): ReturnType<typeof readPlace> {
  const read = readPlace(request, records, zone);
  const { found } = read;
  const alias = found === zone ? undefined : recordsAt(found ?? "", records).find(({ type }) => type === "CNAME");
  if (!alias) return read;
  const error = `${read.place.at} is a CNAME to ${alias.content}, and a CNAME allows no mail at its name. Type another name, such as news.`;
  return { place: { ...read.place, error }, found: undefined };
}
