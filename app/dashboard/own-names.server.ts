import { hasDnsProvider } from "#app/dns/dns.api.server.ts";
import { mailTroubleOf } from "#app/dns/mail-trouble.server.ts";
import { checkOf, isBeingChecked } from "#app/dns/name-checks.server.ts";
import { isElsewhere } from "#app/dns/name-servers.server.ts";
import { listDomains } from "#app/domains/domains.table.server.ts";
import type { OwnedDomain } from "#app/domains/owned-domain.ts";
import { listCurrentOrders } from "#app/orders/own-lists.table.server.ts";
import type { Supabase } from "#app/platform/database/client.api.server.ts";
import { type Result, success } from "#app/platform/result.ts";
import type { Service } from "#app/services/service.ts";
import { padlocksOf } from "#app/services/service-padlocks.ts";
import { listServices } from "#app/services/services.table.server.ts";
import { actionItemsOf, withItems } from "./action-items.ts";
import { checkCounts, padlockGiver } from "./name-rows.ts";
import { serviceItems } from "./service-items.ts";

/**
 * Returns a customer's domains, orders and action items, and what is known of the domains beside the database. If the orders
 * cannot be read, a renewal that was ordered may be suggested again; ordering it then says so. Takes the customer's own client.
 */
export async function readOwnNames(supabase: Supabase, userId: string, now: Date): Promise<Result<OwnNames>> {
  const [found, current, services] = await Promise.all([
    listDomains(supabase, userId),
    listCurrentOrders(supabase, userId, now),
    listServices(supabase, userId),
  ]);
  if (!found.ok) return found;
  return success(ownNames(found.value, current.ok ? current.value : [], services.ok ? services.value : [], now));
}

type OwnNames = ReturnType<typeof ownNames>;

function ownNames(
  owned: OwnedDomain[],
  orders: Parameters<typeof actionItemsOf>[1],
  services: readonly Service[],
  now: Date,
) {
  const padlocks = padlocksOf(services);
  const off = new Set(
    services.flatMap(({ kind, state, domain }) => (kind === "hosting" && state === "suspended" ? domain : [])),
  );
  const known = {
    ...{ checkOf, isBeingChecked },
    servicePadlock: (name: string) => padlocks.get(name),
    isHostingOff: (name: string) => off.has(name),
  };
  const hasPadlock = (domain: OwnedDomain) => padlockGiver(domain, known) !== undefined;
  // A certificate is suggested only for a website that was seen.
  const hasBareWebsite = (domain: OwnedDomain) =>
    !hasPadlock(domain) && checkOf(domain.zoneId ?? "")?.website.kind === "ok";
  const sources = { mailTroubleOf, isElsewhere, checkOf, needsPadlock: hasBareWebsite, hasDns: hasDnsProvider };
  return {
    ...{ owned, orders, services, known, hasPadlock },
    items: withItems(
      actionItemsOf(owned, orders, now, sources),
      serviceItems(services, orders, { owned, checkOf }, now),
    ),
    checks: checkCounts(owned, known),
  };
}
