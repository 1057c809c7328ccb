import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { success } from "#app/platform/result.ts";
import {
  createDnsProvider,
  type DnsOptions,
  type DnsProvider,
  successSchema,
  WRITE_DEADLINES,
} from "./caller.api.server.ts";
import { type DnsResult, explain } from "./failure.server.ts";
import { listRecords } from "./list.api.server.ts";
import type { RecordDraft } from "./record.ts";
import { createRecord, deleteRecord, updateRecord } from "./records.api.server.ts";

/** Above its limit the provider blocks the account for five minutes. The sandbox's provider has no limit. */
const CALLS_PER_5_MINUTES = env.isSandbox ? 100_000 : env.ceilings.dnsCalls;

/** Whether a DNS provider is configured. Without a provider, no domain has a zone and no DNS page calls a provider. */
export const hasDnsProvider = env.dns !== null;

/**
 * Creates a client for Cloudflare's API (v4) with its own call budget. No function throws; a failure has its reason
 * and form field where they are known. Writes are sent once. If a reply was lost, the records are listed once more to
 * find the outcome, within ten seconds in all. Source: docs/product/dns.md, "DNS records"; docs/product/limits-and-outages.md,
 * "When a provider fails".
 */
export function createDns(options: DnsOptions) {
  const provider = createDnsProvider(options);
  return {
    listRecords: (zoneId: string) => listRecords(provider, zoneId),
    createRecord: (zoneId: string, draft: RecordDraft, how: { isRetry?: boolean } = {}) =>
      createRecord(provider, zoneId, draft, how),
    updateRecord: (zoneId: string, id: string, draft: RecordDraft) => updateRecord(provider, zoneId, id, draft),
    deleteRecord: (zoneId: string, id: string) => deleteRecord(provider, zoneId, id),
    createZone: (name: string) => createZone(provider, name),
    deleteZone: (zone: { id: string; name: string }) => deleteZone(provider, zone),
  };
}

const NOBODY = { url: "", authorization: "", account: "" };

/** The site's DNS provider with the shared call budget. Without a provider the budget is zero. */
export const dns = createDns({ ...(env.dns ?? NOBODY), callsPer5Minutes: hasDnsProvider ? CALLS_PER_5_MINUTES : 0 });

const ZONE_FAILED = "Failed to set up DNS";
const ZONE_NOT_DELETED = "Failed to delete the DNS of a domain";

const zoneReply = successSchema(z.object({ id: z.string().min(1), name_servers: z.array(z.string()).catch([]) }));

/** A new zone. `nameServers`: the name servers that the domain must be delegated to. */
type Zone = { id: string; nameServers: string[] };

/**
 * Creates a zone for a domain. An existing zone fails with "zone-exists" and is never adopted: it may hold records of somebody
 * else. The failure has `isUnknown` if the reply was lost.
 */
async function createZone(provider: DnsProvider, name: string): Promise<DnsResult<Zone>> {
  const sent = await provider.call({
    op: "zone",
    method: "POST",
    path: ["zones"],
    body: { name, account: { id: provider.account }, type: "full" },
    schema: zoneReply,
    fallbackMessage: ZONE_FAILED,
    deadlines: WRITE_DEADLINES,
  });
  if (!sent.ok) return explain(sent, ZONE_FAILED);
  const { id, name_servers: nameServers } = sent.value.result;
  return success({ id, nameServers });
}

const zoneList = successSchema(z.array(z.object({ id: z.string() })));

/**
 * Deletes a zone with all its records. Succeeds if it is deleted already: the provider answers for an unknown zone as for one of
 * somebody else, so the zones of this name are listed.
 */
async function deleteZone({ call, account }: DnsProvider, { id, name }: { id: string; name: string }) {
  const sent = await call({
    op: "zone-delete",
    method: "DELETE",
    path: ["zones", id],
    schema: successSchema(z.object({ id: z.string() })),
    fallbackMessage: ZONE_NOT_DELETED,
    deadlines: WRITE_DEADLINES,
  });
  if (sent.ok) return success(null);
  const query = { "account.id": account, name, per_page: "5" };
  const listed = await call({
    op: "zones",
    method: "GET",
    path: ["zones"],
    query,
    schema: zoneList,
    fallbackMessage: ZONE_NOT_DELETED,
  });
  const isGone = listed.ok && listed.value.result.every((zone) => zone.id !== id);
  return isGone ? success(null) : explain(sent, ZONE_NOT_DELETED);
}
