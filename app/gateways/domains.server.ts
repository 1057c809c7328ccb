import { z } from "zod";
import { log } from "#app/log.server.ts";
import type { Mail } from "#app/model/mail/mail.ts";
import { addYears } from "#app/model/nairobi-day.ts";
import type { OwnedDomain } from "#app/model/owned-domain.ts";
import { type Failure, failure, type Result, success } from "#app/model/result.ts";
import { hasDnsProvider } from "./dns.server.ts";
import { noteWithMails } from "./mail-queue.server.ts";
import { type Supabase, trustedClient } from "./supabase/client.server.ts";
import { ask, type Query, readRows, UNIQUE_VIOLATION } from "./supabase/rows.server.ts";

const COLUMNS = "id,name,status,expiry_date,zone_id,ssl_status";
const DOMAINS_NOT_READ = "Your domains could not be read. Please try again.";
const NOT_FOUND = "Domain not found in database";

const rowSchema = z
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
      zoneId: hasDnsProvider ? zone_id : null,
      sslStatus: ssl_status,
    }),
  );

/**
 * The domains of a customer, the one that expires first at the top. Takes the customer's own client, so that row-level
 * security holds beside the filter. Refused with words to show when the database fails; waits four seconds at most.
 * Source: docs/product.md, "Dashboard".
 */
export function listDomains(supabase: Supabase, userId: string): Promise<Result<OwnedDomain[]>> {
  return read(ownRows(supabase, userId).order("expiry_date", { ascending: true }));
}

/**
 * One domain of a customer by its name in ASCII. Refused with status 404 and 'Domain not found in database' when it is
 * unknown or somebody else's, which must look the same; with status 0 when the database fails.
 */
export async function findDomain(supabase: Supabase, userId: string, name: string): Promise<Result<OwnedDomain>> {
  const wanted = name.toLowerCase();
  // The database takes a NUL for a failure, which would then look like its own.
  if (!/^[a-z0-9.-]{1,253}$/.test(wanted)) return failure(404, NOT_FOUND);
  const found = await read(ownRows(supabase, userId).eq("name", wanted).limit(1));
  if (!found.ok) return found;
  const [domain] = found.value;
  return domain ? success(domain) : failure(404, NOT_FOUND);
}

type NewZone = { userId: string; domainId: string; zoneId: string };

/**
 * Notes the zone of a customer's domain that had none, together with the mails that tell of it. Written by the server: row-level
 * security lets no customer write domains. Refused when the domain has a zone meanwhile, or the database fails.
 */
export async function setZone({ userId, domainId, zoneId }: NewZone, letters: readonly Mail[]): Promise<Result<null>> {
  const zone = { domain: domainId, customer: userId, zone: zoneId };
  const { row, error } = await noteWithMails("set_zone", zone, letters);
  if (error) return notWritten(error);
  return row === true ? success(null) : failure(409, "The domain has a zone already.");
}

type Named = { userId: string; name: string };

/**
 * Writes down a name that a customer has now, after its order is done. Refused when anybody has a row of that name, or
 * the database fails. Source: docs/product.md, "Orders".
 */
export async function addDomain({ userId, name, status, expiryDate }: Named & { status: string; expiryDate: Date }) {
  const row = { user_id: userId, name, status, expiry_date: expiryDate.toISOString() };
  return changed(trustedClient().from("domains").insert(row).select("id"));
}

/** Moves the day on which a customer's name expires on by some years, after its renewal is done. */
export async function extendDomain({ userId, name, years }: Named & { years: number }): Promise<Result<null>> {
  const trusted = trustedClient();
  const found = await findDomain(trusted, userId, name);
  if (!found.ok) return found;
  const { id, expiryDate } = found.value;
  const later = addYears(new Date(expiryDate), years).toISOString();
  // Only from the date that was read: somebody may be mending it by hand.
  const update = trusted.from("domains").update({ expiry_date: later }).eq("id", id).eq("expiry_date", expiryDate);
  return changed(update.select("id"));
}

/** Notes how far the certificate of a customer's name is. */
export async function setSslStatus({ userId, name, sslStatus }: Named & { sslStatus: string }): Promise<Result<null>> {
  const update = trustedClient().from("domains").update({ ssl_status: sslStatus });
  return changed(update.eq("user_id", userId).eq("name", name).select("id"));
}

/** Refused with status 409 when it changed nothing, or what is unique is there already. */
async function changed(query: Query): Promise<Result<null>> {
  const { data, error } = await ask(query);
  if (error) return notWritten(error);
  return Array.isArray(data) && data.length === 1 ? success(null) : failure(409, "There is no such row.");
}

function notWritten({ code, message }: { code?: string; message: string }): Failure {
  log.error({ reason: message }, "domain not written");
  return failure(code === UNIQUE_VIOLATION ? 409 : 0, "The domain could not be written down.");
}

function ownRows(supabase: Supabase, userId: string) {
  // The client's own repeats take seconds, which the customer would wait.
  return supabase.from("domains").select(COLUMNS).eq("user_id", userId).retry(false);
}

async function read(query: Query): Promise<Result<OwnedDomain[]>> {
  const rows = await readRows(query, rowSchema, "domains not read");
  return rows ? success(rows) : failure(0, DOMAINS_NOT_READ);
}
