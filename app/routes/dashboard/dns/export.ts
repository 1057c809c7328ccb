import type { LoaderFunctionArgs } from "@remix-run/node";
import { INCOMPLETE_LIST, readRecords } from "#app/dns/read-zone.server.ts";
import { writeZoneFile } from "#app/dns/zone-file/write-zone-file.ts";
import { nowDate } from "#app/platform/clock.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { throwAsText } from "#app/platform/http/outage.server.ts";
import { dnsPath, requireZone } from "./own-zone.ts";

/**
 * Downloads a customer's zone as a zone file. Redirects with a flash message if the list of records is incomplete.
 * Source: docs/product/zone-files.md, "Zone files".
 */
export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireZone(args).catch(throwAsText);
  const list = await readRecords(args.context, domain.zoneId);
  if (!list.ok) return reject(domain.name, list.message);
  if (!list.value.isComplete) return reject(domain.name, INCOMPLETE_LIST);
  return new Response(writeZoneFile(list.value.records, domain.name, { now: nowDate() }), {
    headers: {
      // RFC 4027.
      "Content-Type": "text/dns; charset=utf-8",
      "Content-Disposition": `attachment; filename="${domain.name}.zone"`,
      "Cache-Control": "private, no-store",
    },
  });
}

function reject(domain: string, text: string) {
  const title = "We could not make the zone file";
  return redirectWithFlash(dnsPath(domain, "/import"), { about: "export", title, text, isUnsure: true });
}
