import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { redirectWithFlash } from "#app/http/flash.server.ts";
import { nowDate } from "#app/model/clock.ts";
import { writeZoneFile } from "#app/model/dns/zone-file/write-zone-file.ts";
import { listOnce, NOT_WHOLE } from "#app/use-cases/dns/zone-list.server.ts";
import { dnsPath, requireZone } from "./own-zone.ts";

/**
 * The records of a customer's zone as a file to keep, or to take to other servers. A list that could not be read whole is
 * no zone file. Source: docs/product.md, "Zone files".
 */
export async function loader(args: LoaderFunctionArgs) {
  const { domain } = await requireZone(args).catch(inPlainText);
  const list = await listOnce(args.context, domain.zoneId);
  if (!list.ok) return refused(domain.name, list.message);
  if (!list.value.isComplete) return refused(domain.name, NOT_WHOLE);
  return new Response(writeZoneFile(list.value.records, domain.name, { now: nowDate() }), {
    headers: {
      // RFC 4027.
      "Content-Type": "text/dns; charset=utf-8",
      "Content-Disposition": `attachment; filename="${domain.name}.zone"`,
      "Cache-Control": "private, no-store",
    },
  });
}

function refused(domain: string, text: string) {
  const title = "The zone file could not be made";
  return redirectWithFlash(dnsPath(domain, "/import"), { about: "export", title, text, isUnsure: true });
}

const refusalSchema = z.object({
  data: z.object({
    message: z.string().catch("This did not work. Please try again in a minute."),
    reference: z.string().optional(),
  }),
  init: z.object({ status: z.number() }),
});

/** There is no page here that could say why, and without one the browser would show what is meant for scripts. */
function inPlainText(thrown: unknown): never {
  const refusal = refusalSchema.safeParse(thrown).data;
  if (!refusal) throw thrown;
  const { message, reference } = refusal.data;
  throw new Response(reference === undefined ? message : `${message}\nReference: ${reference}\n`, {
    status: refusal.init.status,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
}
