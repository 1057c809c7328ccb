import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { pollRows } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { PRICED_PLANS } from "./service-price.ts";
import { callServices, serviceSchema } from "./services.table.server.ts";

/** Services of each kind of change in one transaction, and in one page. */
const SLICE = 100;

/**
 * Does what a day brings to the services, for at most a hundred of each kind: asks for suspensions, ends orders that are not paid
 * any more, deletes first passwords. Returns how many services changed; undefined if the database failed. Source:
 * docs/product/services.md, "Services".
 */
export async function runServiceDays(now: Date): Promise<number | undefined> {
  const values = { at: now.toISOString(), max_rows: SLICE, priced: PRICED_PLANS };
  const changed = await callServices("run_service_days", values, z.number());
  return changed.ok ? changed.value : undefined;
}

const dueSchema = z
  .object({ service: serviceSchema, email: z.string(), full_name: z.string().nullable() })
  .transform(({ service, email, full_name }) => ({ service, email, name: full_name }));

/** Returns services that end within seven days, as their customers asked who were not told to take a backup. */
export async function listServicesToBackUp(now: Date) {
  const values = { today: dateOf(dayNumber(now)).iso, max_rows: SLICE };
  const query = trustedClient().rpc("services_to_back_up", values);
  return (await pollRows(query, dueSchema, "services to back up not read")) ?? [];
}

/** Stores that the customer of a service was told to take a backup, and queues the mails, once for each last day. */
export async function noteBackup(service: { id: string; endsOn: string | null }, now: Date, mails: readonly Mail[]) {
  const values = { service: service.id, its_end: service.endsOn, today: dateOf(dayNumber(now)).iso };
  const { error } = await callWithMails("note_backup", values, mails);
  if (error) log.error({ reason: error.message }, "mail about a backup not stored");
  return error === null;
}
