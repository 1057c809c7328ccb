import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { type Supabase, trustedClient } from "#app/platform/database/client.api.server.ts";
import {
  type Query,
  REPLY_ROWS,
  readAllRows,
  readRows,
  runQuery,
  UNIQUE_VIOLATION,
} from "#app/platform/database/rows.table.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { type Failure, failure, type Result, success } from "#app/platform/result.ts";
import { addYears } from "#app/platform/text/nairobi-day.ts";
import { HOLDERS, MOVING_STEPS, type OwnedDomain } from "./owned-domain.ts";

const COLUMNS = "id,name,status,expiry_date,zone_id,ssl_status,renew_ksh,held,moving_since,moving_step";
/** The status of a domain that went to another provider. Its row stays, and customers do not see it. */
const LEFT = "left";
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
    renew_ksh: z.number().nullable(),
    held: z.enum(HOLDERS),
    moving_since: z.string().nullable(),
    moving_step: z.enum(MOVING_STEPS).nullable(),
  })
  .transform(
    ({ expiry_date, zone_id, ssl_status, renew_ksh, moving_since, moving_step, ...domain }): OwnedDomain => ({
      ...domain,
      expiryDate: expiry_date,
      // Without a DNS provider no domain has a zone.
      zoneId: env.dns ? zone_id : null,
      sslStatus: ssl_status,
      renewKsh: renew_ksh,
      moving: moving_since === null ? null : { since: moving_since, step: moving_step },
    }),
  );

/**
 * Returns all domains of a customer but those that have left, earliest expiry first. Takes the customer's own client, so that
 * row-level security applies in addition to the filter. Fails with a message to show if the database fails; waits four
 * seconds at most. Source: docs/product/dashboard.md, "Dashboard".
 */
export async function listDomains(supabase: Supabase, userId: string): Promise<Result<OwnedDomain[]>> {
  const page = (last: OwnedDomain | undefined) => {
    const own = ownRows(supabase, userId);
    return (last ? own.gt("name", last.name) : own).order("name").limit(REPLY_ROWS);
  };
  const rows = await readAllRows(page, rowSchema, "domains not read");
  if (!rows) return failure(0, DOMAINS_NOT_READ);
  return success(rows.sort(byExpiry));
}

/** The earliest expiry first; names with one date in the order of their characters. */
function byExpiry(one: OwnedDomain, other: OwnedDomain): number {
  return Date.parse(one.expiryDate) - Date.parse(other.expiryDate) || (one.name < other.name ? -1 : 1);
}

/**
 * Returns one domain of a customer by its ASCII name. Fails with 404 if the domain is unknown or belongs to another
 * customer, which must look the same; with 0 if the database fails.
 */
export async function findDomain(supabase: Supabase, userId: string, name: string): Promise<Result<OwnedDomain>> {
  const wanted = name.toLowerCase();
  // PostgreSQL rejects NUL characters with an error that would look like an outage.
  if (!/^[a-z0-9.-]{1,253}$/.test(wanted)) return failure(404, NOT_FOUND);
  const found = await read(ownRows(supabase, userId).eq("name", wanted).limit(1));
  if (!found.ok) return found;
  const [domain] = found.value;
  return domain ? success(domain) : failure(404, NOT_FOUND);
}

type NewZone = { userId: string; domainId: string; zoneId: string };

/**
 * Stores the new zone of a customer's domain together with its notification mails. The server writes it: row-level
 * security allows no customer to write domains. Fails if the domain has a zone by now, or the database fails.
 */
export async function setZone({ userId, domainId, zoneId }: NewZone, mails: readonly Mail[]): Promise<Result<null>> {
  const zone = { domain: domainId, customer: userId, zone: zoneId };
  const { row, error } = await callWithMails("set_zone", zone, mails);
  if (error) return notWritten(error);
  return row === true ? success(null) : failure(409, "The domain has a zone already.");
}

const zoneSchema = z.object({ id: z.string(), name: z.string(), zone_id: z.string() });

/** Returns the zones of at most so many domains that left before a moment; undefined if the database fails. */
export function listZonesToDelete(before: Date, most: number) {
  const values = { before: before.toISOString(), max_rows: most };
  return readRows(trustedClient().rpc("zones_to_delete", values), zoneSchema, "zones to delete not read");
}

/** Stores that the zone of a domain that has left is deleted. */
export async function forgetZone({ id, zone_id }: z.infer<typeof zoneSchema>): Promise<boolean> {
  const forgotten = trustedClient().from("domains").update({ zone_id: null });
  const { error } = await runQuery(forgotten.eq("id", id).eq("zone_id", zone_id).eq("status", LEFT));
  return error === null;
}

type Named = { userId: string; name: string };

/**
 * Adds a customer's domain after its order was carried out. Fails with 409 if the name is taken, or if the database fails.
 * Source: docs/product/orders.md, "Orders".
 */
export async function addDomain({ userId, name, status, expiryDate }: Named & { status: string; expiryDate: Date }) {
  const values = { customer: userId, domain_name: name, new_status: status, last_day: expiryDate.toISOString() };
  const { data, error } = await runQuery(trustedClient().rpc("add_ordered_domain", values));
  if (error) return notWritten(error);
  return data === true ? success(null) : failure(409, "Somebody has this name.");
}

/** Moves a domain's expiry date by some years after its renewal. */
export async function extendDomain({ userId, name, years }: Named & { years: number }): Promise<Result<null>> {
  const trusted = trustedClient();
  const found = await findDomain(trusted, userId, name);
  if (!found.ok) return found;
  const { id, expiryDate } = found.value;
  const later = addYears(new Date(expiryDate), years).toISOString();
  // Updates only if the date is still the one that was read: the agency may be correcting it by hand.
  const update = trusted.from("domains").update({ expiry_date: later }).eq("id", id).eq("expiry_date", expiryDate);
  return changed(update.select("id"));
}

/** Stores the state of a domain's certificate. */
export async function setSslStatus({ userId, name, sslStatus }: Named & { sslStatus: string }): Promise<Result<null>> {
  const update = trustedClient().from("domains").update({ ssl_status: sslStatus });
  return changed(update.eq("user_id", userId).eq("name", name).neq("status", LEFT).select("id"));
}

/** Runs a query that changes a row. Fails with 409 if no row was changed, or if a unique row exists already. */
async function changed(query: Query): Promise<Result<null>> {
  const { data, error } = await runQuery(query);
  if (error) return notWritten(error);
  return Array.isArray(data) && data.length === 1 ? success(null) : failure(409, "There is no such row.");
}

function notWritten({ code, message }: { code?: string; message: string }): Failure {
  log.error({ reason: message }, "domain not written");
  return failure(code === UNIQUE_VIOLATION ? 409 : 0, "The domain could not be written down.");
}

function ownRows(supabase: Supabase, userId: string) {
  return supabase.from("domains").select(COLUMNS).eq("user_id", userId).neq("status", LEFT);
}

async function read(query: Query): Promise<Result<OwnedDomain[]>> {
  const rows = await readRows(query, rowSchema, "domains not read");
  return rows ? success(rows) : failure(0, DOMAINS_NOT_READ);
}
