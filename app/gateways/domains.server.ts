import { z } from "zod/v4";
import { log } from "#app/log.server.ts";
import { type Answer, answer, refusal } from "#app/model/answer.ts";
import type { OwnedDomain } from "#app/model/owned-domain.ts";
import { type Supabase, trustedClient } from "./supabase/client.server.ts";

const TIMEOUT_MS = 4000;
const COLUMNS = "id,name,status,expiry_date,zone_id,ssl_status";
const FAILED = "Your domains could not be read. Please try again.";
const NOT_FOUND = "Domain not found in database";

const rowsSchema = z.array(
  z
    .object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      expiry_date: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
      zone_id: z.string().nullable(),
      ssl_status: z.string().nullable(),
    })
    .transform(
      ({ expiry_date, zone_id, ssl_status, ...domain }): OwnedDomain => ({
        ...domain,
        expiryDate: expiry_date,
        zoneId: zone_id,
        sslStatus: ssl_status,
      }),
    ),
);

/**
 * The domains of a customer, the one that expires first at the top. Takes the customer's own client, so that row-level
 * security holds beside the filter. Refused with words to show when the database fails; waits four seconds at most.
 * Source: docs/product.md, "Dashboard".
 */
export function listDomains(supabase: Supabase, userId: string): Promise<Answer<OwnedDomain[]>> {
  return read(ownRows(supabase, userId).order("expiry_date", { ascending: true }));
}

/**
 * One domain of a customer by its name in ASCII. Refused with status 404 and 'Domain not found in database' when it is
 * unknown or somebody else's, which must look the same; with status 0 when the database fails.
 */
export async function findDomain(supabase: Supabase, userId: string, name: string): Promise<Answer<OwnedDomain>> {
  const wanted = name.toLowerCase();
  // The database takes a NUL for a failure, which would then look like its own.
  if (!/^[a-z0-9.-]{1,253}$/.test(wanted)) return refusal(404, NOT_FOUND);
  const found = await read(ownRows(supabase, userId).eq("name", wanted).limit(1));
  if (!found.ok) return found;
  const [domain] = found.value;
  return domain ? answer(domain) : refusal(404, NOT_FOUND);
}

/**
 * Notes the zone of a customer's domain that had none. Written by the server: row-level security lets no customer write
 * domains. Refused when the domain has a zone meanwhile, or the database fails.
 */
export async function setZone({ userId, domainId, zoneId }: { userId: string; domainId: string; zoneId: string }) {
  const trusted = await trustedClient();
  const { data, error } = await trusted
    .from("domains")
    .update({ zone_id: zoneId })
    .eq("id", domainId)
    .eq("user_id", userId)
    .is("zone_id", null)
    .select("id")
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  if (error) return refusal(0, error.message);
  return data.length === 1 ? answer(null) : refusal(409, "The domain has a zone already.");
}

function ownRows(supabase: Supabase, userId: string) {
  // The client's own repeats take seconds, which the customer would wait.
  return supabase.from("domains").select(COLUMNS).eq("user_id", userId).retry(false);
}

type Query = {
  abortSignal(signal: AbortSignal): PromiseLike<{ data: unknown; error: { message: string } | null }>;
};

async function read(query: Query): Promise<Answer<OwnedDomain[]>> {
  const { data, error } = await query.abortSignal(AbortSignal.timeout(TIMEOUT_MS));
  const parsed = rowsSchema.safeParse(data);
  if (parsed.success) return answer(parsed.data);
  log.warn({ reason: error?.message ?? "rows that are not domains" }, "domains not read");
  return refusal(0, FAILED);
}
