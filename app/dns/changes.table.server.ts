import { z } from "zod";
import { enqueueAbout } from "#app/accounts/changes.table.server.ts";
import type { Mail } from "#app/mail/mail.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { pollRows } from "#app/platform/database/rows.table.server.ts";
import { recordDraftSchema } from "./job-rows.table.server.ts";

/** Most domains per run; the next run reads the rest. */
const MOST_DOMAINS = 20;
/** Most record changes that one mail lists. */
const MOST_SHOWN = 20;

const changedZoneSchema = z.object({
  name: z.string(),
  email: z.string(),
  ids: z.array(z.number()),
  changes: z.array(
    z
      .object({
        before: recordDraftSchema.nullable(),
        after: recordDraftSchema.nullable(),
        state: z.string(),
        at: z.string(),
      })
      .transform(({ state, ...change }) => ({ ...change, isCertain: state === "done" })),
  ),
});

/**
 * Returns domains with record changes that were not notified, ten minutes after the first change: all change ids, and
 * the first twenty changes in full. Undefined if the database failed.
 */
export function listChangedZones(now: Date) {
  const parameters = { moment: now.toISOString(), most_domains: MOST_DOMAINS, most_shown: MOST_SHOWN };
  return pollRows(trustedClient().rpc("dns_changes_to_tell", parameters), changedZoneSchema, "dns changes not read");
}

/** Enqueues the mails about record changes and marks these ids notified in one transaction. */
export function enqueueDnsChangeMails(ids: readonly number[], mails: readonly Mail[]): Promise<void> {
  return enqueueAbout("tell_dns_changes", { ids }, mails);
}
