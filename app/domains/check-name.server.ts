import { consume } from "#app/platform/abuse/limits.server.ts";
import type { Purpose } from "#app/platform/upstream/budget.server.ts";
import { type DomainLookup, isConfusable, manualLookup } from "./domain-lookup.ts";
import type { ParsedName } from "./domain-name.ts";
import { lookUpUse } from "./kenyan-names.server.ts";
import { registrar } from "./registrar.api.server.ts";
import { type Customer, isWellKnown, type Suggestion, suggestNames } from "./suggestions.ts";
import { findTldPrice } from "./tld-prices.ts";

/**
 * Returns whether a name is available, with its prices: the provider's result or, for an ending that it does not sell or without
 * a provider, what DNS and the registry say. `visitor` is whom a registry lookup counts for (an address or a customer's id).
 * Never throws. Source: docs/product/domains.md, "Domain search" and "Kenyan names".
 */
export async function checkName(name: ParsedName, purpose: Purpose = "typed", visitor?: string): Promise<DomainLookup> {
  const admit = async () => (await consume("registryFromAddress", visitor)).ok;
  // In parallel with the provider's lookup.
  const listed = findTldPrice(name.tld);
  const registryLookup = listed && (listed.isByHand || !registrar) ? lookUpUse(name.domain, purpose, admit) : undefined;
  const found = registrar ? await registrar.checkAvailability(name, purpose) : manualLookup(name);
  if (found.kind !== "by-hand") return found;
  const { domain, display, tld, price, renewalPrice } = found;
  switch (await registryLookup) {
    case "used":
      return { domain, display, tld, kind: "taken" };
    case "not-found":
      return { domain, display, tld, kind: "available", price, renewalPrice };
    case "unused":
      return { ...found, isUnused: true };
    case undefined:
      return found;
  }
}

/**
 * Returns at most eight suggestions, with the provider's ideas if there is a provider; none for a name that imitates another or
 * belongs to a well-known company. Never throws.
 */
export async function listSuggestions(name: ParsedName, person?: Customer): Promise<Suggestion[]> {
  if (isConfusable(name) || isWellKnown(name)) return [];
  return registrar ? registrar.listSuggestions(name, person) : suggestNames(name, { person });
}
