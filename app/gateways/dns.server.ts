import { env } from "#app/env.server.ts";
import type { RecordDraft } from "#app/model/dns/record.ts";
import { createProvider, type DnsOptions } from "./dns/caller.server.ts";
import { listRecords } from "./dns/list.server.ts";
import { createRecord, deleteRecord, updateRecord } from "./dns/records.server.ts";
import { createZone } from "./dns/zone.server.ts";

/** Cloudflare allows 1,200 and then blocks everything for five minutes; the rest is left to whoever else uses the account. */
const CALLS_PER_5_MINUTES = env.isSandbox ? 100_000 : 1000;

/** Whether there is a DNS provider. Where there is none no domain has a zone, so that nothing of it is shown or asked. */
export const hasDnsProvider = env.dns !== null;

/**
 * A DNS provider with Cloudflare's API (v4), with its own budget of calls. No function throws; a refusal has, where it is
 * known, the reason and the field of the form that it is about. Writes are sent once; when the answer was lost the list is
 * read once more to see what became of them, within ten seconds in all. What each does stands with the function it calls.
 * Source: docs/product.md, "DNS provider" and "When a provider fails".
 */
export function createDns(options: DnsOptions) {
  const provider = createProvider(options);
  return {
    listRecords: (zoneId: string) => listRecords(provider, zoneId),
    createRecord: (zoneId: string, draft: RecordDraft, how: { isRetry?: boolean } = {}) =>
      createRecord(provider, zoneId, draft, how),
    updateRecord: (zoneId: string, id: string, draft: RecordDraft) => updateRecord(provider, zoneId, id, draft),
    deleteRecord: (zoneId: string, id: string) => deleteRecord(provider, zoneId, id),
    createZone: (name: string) => createZone(provider, name),
  };
}

const NOBODY = { url: "", authorization: "", account: "" };

/** The agency's DNS provider, with the one budget that everything on this site shares; one that takes no call where it has none. */
export const dns = createDns({ ...(env.dns ?? NOBODY), callsPer5Minutes: hasDnsProvider ? CALLS_PER_5_MINUTES : 0 });
