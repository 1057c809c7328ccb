import {
  enqueueAccountChangeMails,
  enqueueDnsChangeMails,
  listAccountChanges,
  listChangedZones,
} from "#app/gateways/change-notifications.server.ts";
import { accountMails } from "#app/model/notifications/account-mail.ts";
import { dnsMail } from "#app/model/notifications/dns-mail.ts";
import { siteFacts } from "./site-facts.server.ts";

/** Tells customers of changes of their accounts that nobody has told them of. Source: docs/product.md, "Notices". */
export async function tellOfAccounts(stopped?: AbortSignal): Promise<void> {
  for (const change of (await listAccountChanges()) ?? []) {
    if (stopped?.aborted) return;
    await enqueueAccountChangeMails(change.id, accountMails(change, siteFacts()));
  }
}

/** Tells customers of changes of their records, ten minutes after the first of them: one mail for each domain. */
export async function tellOfRecords(now: Date, stopped?: AbortSignal): Promise<void> {
  for (const { name, email, ids, changes } of (await listChangedZones(now)) ?? []) {
    if (stopped?.aborted) return;
    const zone = { key: `dns-${ids[0]}`, name, to: email, count: ids.length, changes };
    await enqueueDnsChangeMails(ids, [dnsMail(zone, siteFacts())]);
  }
}
