import { z } from "zod";
import { success } from "#app/model/result.ts";
import { type DnsProvider, writeDeadlines } from "./caller.server.ts";
import { successSchema } from "./envelope.server.ts";
import { type DnsResult, explain } from "./failure.server.ts";

const ZONE_FAILED = "Failed to set up DNS";

const zoneReply = successSchema(z.object({ id: z.string().min(1), name_servers: z.array(z.string()).catch([]) }));

/** A zone that was just made. `nameServers`: the names that the domain's registration must name from now on. */
type Zone = { id: string; nameServers: string[] };

/**
 * Makes a zone for a domain. One that exists already is refused as "zone-exists" and never adopted: somebody else's
 * records may be in it. `isUnknown` when the answer was lost.
 */
export async function createZone(provider: DnsProvider, name: string): Promise<DnsResult<Zone>> {
  const sent = await provider.call({
    op: "zone",
    method: "POST",
    path: ["zones"],
    body: { name, account: { id: provider.account }, type: "full" },
    schema: zoneReply,
    fallbackMessage: ZONE_FAILED,
    deadlines: writeDeadlines(provider),
  });
  if (!sent.ok) return explain(sent, ZONE_FAILED);
  const { id, name_servers: nameServers } = sent.value.result;
  return success({ id, nameServers });
}
