import { registrar } from "#app/domains/registrar.api.server.ts";
import { mailSite } from "#app/mail/mail-site.server.ts";
import { movingMails } from "./moving-mail.ts";
import { isEndingByHand } from "./order-price.ts";
import { type ListedDomain, syncStep } from "./sync-step.ts";
import { endMoving, listDomainsToSync, type SyncedDomain, storeSync } from "./synced-domains.table.server.ts";

/**
 * Compares our domains with the provider's list and stores what it says. Any number of processes may run it, and it may be
 * killed and run again: each row changes only if it still is what was read. Returns false if something could not be read or
 * written, so that the run must be repeated. Source: docs/product/domains.md, "The provider's list".
 */
export async function syncDomains(now: Date, stopped?: AbortSignal): Promise<boolean> {
  if (!registrar) return true;
  const listed = await registrar.listDomains();
  // The doctor reports a list that cannot be read. Nothing is known then, so nothing is missing.
  if (!listed.ok) return false;
  const byName = new Map(listed.value.map((one) => [one.domain.toLowerCase(), one]));
  let isComplete = true;
  let after: string | null = null;
  while (!stopped?.aborted) {
    const ours: SyncedDomain[] | undefined = await listDomainsToSync(after);
    if (!ours) return false;
    const last: SyncedDomain | undefined = ours.at(-1);
    if (last === undefined) return isComplete;
    isComplete = (await syncPage(ours, byName, now)) && isComplete;
    after = last.id;
  }
  return false;
}

async function syncPage(stored: readonly SyncedDomain[], byName: ReadonlyMap<string, ListedDomain>, now: Date) {
  const found: Parameters<typeof storeSync>[0]["found"] = [];
  const missing: string[] = [];
  let isComplete = true;
  for (const domain of stored) {
    // KeNIC's names are not in the provider's account.
    if (isEndingByHand(domain.name)) continue;
    const step = syncStep(domain, byName.get(domain.name.toLowerCase()));
    if (step.kind === "missing") missing.push(domain.id);
    if (step.kind === "found") {
      found.push({ id: domain.id, expected: domain.expiryDate, later: step.later, differs: step.differs });
    }
    if (step.kind === "arrived") {
      const mails = movingMails(domain, { kind: "arrived", until: step.lastDay }, mailSite());
      isComplete = (await endMoving(domain, { lastDay: step.lastDay, now, mails })) && isComplete;
    }
  }
  return (await storeSync({ found, missing, now })) && isComplete;
}
