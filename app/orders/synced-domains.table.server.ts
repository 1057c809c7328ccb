import { z } from "zod";
import type { Mail } from "#app/mail/mail.ts";
import { callWithMails } from "#app/mail/queue.table.server.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { nairobiDay } from "#app/platform/text/nairobi-day.ts";

/** Domains per page. */
const PAGE = 500;

const domainsSchema = z.array(
  z
    .object({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      expiry_date: z.string(),
      moving_since: z.string().nullable(),
      is_known: z.boolean(),
      email: z.string().nullable(),
      full_name: z.string().nullable(),
    })
    .transform(({ expiry_date, moving_since, is_known, email, full_name, ...domain }) => ({
      ...domain,
      ...{ expiryDate: expiry_date, since: moving_since, isKnown: is_known, email: email ?? "", fullName: full_name },
    })),
);
/** A domain that is with us, with its customer. */
export type SyncedDomain = z.infer<typeof domainsSchema>[number];

/** Returns the next page of domains after an id, or the first; empty at the end. Undefined if the database failed. */
export async function listDomainsToSync(after: string | null): Promise<SyncedDomain[] | undefined> {
  const { data, error } = await runQuery(trustedClient().rpc("domains_to_sync", { after, max_rows: PAGE }));
  const parsed = domainsSchema.safeParse(data);
  if (!error && parsed.success) return parsed.data;
  log.error({ reason: error?.message ?? "rows of another shape" }, "domains not read");
}

type Synced = {
  found: { id: string; expected: string; later: string | null; differs: Record<string, string> | null }[];
  missing: string[];
  now: Date;
};

/** Stores what the list says of some domains. False if the database failed. */
export async function storeSync({ found, missing, now }: Synced): Promise<boolean> {
  const values = { present: found, missing, today: nairobiDay(now).iso, at: now.toISOString() };
  const { error } = await runQuery(trustedClient().rpc("sync_domains", values));
  if (error) log.error({ reason: error.message }, "domains not compared");
  return !error;
}

type Arrival = { lastDay: string; now: Date; mails: readonly Mail[] };

/** Ends a transfer with its mail, unless it was ended before. False if the database failed. */
export async function endMoving({ id, expiryDate }: SyncedDomain, { lastDay, now, mails }: Arrival): Promise<boolean> {
  const values = { domain_id: id, expected: expiryDate, last_day: lastDay, at: now.toISOString() };
  const { error } = await callWithMails("end_moving", values, mails);
  if (error) log.error({ reason: error.message }, "transfer not ended");
  return !error;
}
