import { readNameBelow } from "#app/dns/name-below.ts";
import type { DnsRecord } from "#app/dns/record.ts";
import { recordsAt } from "#app/dns/zone-records.ts";
import { toDisplayName } from "#app/domains/display-name.ts";
import { dnsPath } from "./own-zone.ts";

/**
 * What a page shows for a URL without a name. `provider`: the chosen provider. `typed`: the name as it was typed. `at`: the
 * name below the domain, "" for the domain. `error`: why the name cannot be used. `live`: the URL that checks the name in
 * public DNS.
 */
export const NO_PLACE = { provider: null as string | null, typed: "", at: "", error: "", live: "" };

/**
 * Reads the provider (`with`) and the name (`at`) of a URL. `found`: the absolute name; undefined if it cannot be used.
 * `place`: what the page shows (see `NO_PLACE`).
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

/**
 * Does the same as `readPlace`, but rejects a name with a CNAME, which allows no mail there (RFC 1034, section 3.6.2). At the
 * apex a CNAME is no problem: the provider returns addresses instead.
 */
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
