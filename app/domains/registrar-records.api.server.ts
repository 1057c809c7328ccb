import { z } from "zod";
import type { Result } from "#app/platform/result.ts";
import { emptySchema, listOf, type RegistrarCaller } from "./registrar-caller.api.server.ts";

const ownedRecordSchema = z.object({
  type: z.string().min(1),
  /** Relative to the domain; "@" is the domain itself. */
  name: z.string().min(1),
  data: z.string(),
  /** Seconds. */
  ttl: z.number().optional(),
  priority: z.number().optional(),
  port: z.number().optional(),
  weight: z.number().optional(),
  protocol: z.string().optional(),
  service: z.string().optional(),
});
/** A DNS record as the domain provider keeps it (GoDaddy's Domains API v1, "DNSRecord"). */
type ProviderRecord = z.infer<typeof ownedRecordSchema>;

/**
 * Creates the calls for DNS at the domain provider, for domains that use its name servers. Writes are sent once. If the reply
 * was lost, the failure has `isUnknown`. Source: docs/product/domains.md, "Domain provider".
 */
export function createRecords(call: RegistrarCaller) {
  /** Returns all records of a domain, or those of a type, or of a type and a name. */
  async function listRecords(domain: string, of?: { type: string; name?: string }): Promise<Result<ProviderRecord[]>> {
    const path = [...recordsOf(domain), ...(of ? [of.type] : []), ...(of?.name ? [of.name] : [])];
    return call({ op: "records", method: "GET", path, schema: listOf(ownedRecordSchema) });
  }

  /** Replaces all records of the domain by these. */
  async function replaceRecords(domain: string, records: ProviderRecord[]): Promise<Result<null>> {
    return call({ op: "records", method: "PUT", path: recordsOf(domain), body: records, schema: emptySchema });
  }

  async function addRecord(domain: string, record: ProviderRecord): Promise<Result<null>> {
    return call({ op: "records", method: "PATCH", path: recordsOf(domain), body: [record], schema: emptySchema });
  }

  /** Replaces all records of the same type and name by this record. */
  async function replaceRecord(domain: string, record: ProviderRecord): Promise<Result<null>> {
    const path = [...recordsOf(domain), record.type, record.name];
    return call({ op: "records", method: "PUT", path, body: [record], schema: emptySchema });
  }

  /** Deletes all records of a type and a name. */
  async function deleteRecords(domain: string, type: string, name: string): Promise<Result<null>> {
    return call({ op: "records", method: "DELETE", path: [...recordsOf(domain), type, name], schema: emptySchema });
  }

  return { listRecords, replaceRecords, addRecord, replaceRecord, deleteRecords };
}

function recordsOf(domain: string): string[] {
  return ["v1", "domains", domain, "records"];
}
