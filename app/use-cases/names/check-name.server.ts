import type { Purpose } from "#app/gateways/budget.server.ts";
import { lookUpUse } from "#app/gateways/kenyan-names.server.ts";
import { registrar } from "#app/gateways/registrar.server.ts";
import { type DomainLookup, manualLookup } from "#app/model/domain-lookup.ts";
import type { ParsedName } from "#app/model/domain-name.ts";
import { type Person, type Suggestion, suggestNames } from "#app/model/suggestions.ts";
import { findTldPrice } from "#app/model/tld-prices.ts";
import { take } from "#app/use-cases/limits.server.ts";

/**
 * Whether a name can be had, and its prices: the provider's word, and for an ending that it does not sell, or where there is no
 * provider, what the internet and the registry know of the name. `visitor` is whom a question to the registry counts (an address, a customer's id). Never
 * throws. Source: docs/product.md, "Domain search" and "Kenyan names".
 */
export async function checkName(name: ParsedName, purpose: Purpose = "typed", visitor?: string): Promise<DomainLookup> {
  const admit = async () => (await take("registryFromAddress", visitor)).ok;
  // At once, so that nobody waits for one after the other.
  const listed = findTldPrice(name.tld);
  const asked = listed && (listed.isByHand || !registrar) ? lookUpUse(name.domain, purpose, admit) : undefined;
  const answer = registrar ? await registrar.checkAvailability(name, purpose) : manualLookup(name);
  if (answer.kind !== "by-hand") return answer;
  const { domain, display, tld, price, renewalPrice } = answer;
  switch (await asked) {
    case "used":
      return { domain, display, tld, kind: "taken" };
    case "not-found":
      return { domain, display, tld, kind: "available", price, renewalPrice };
    case "unused":
      return { ...answer, isUnused: true };
    case undefined:
      return answer;
  }
}

/** Eight names close to one, at most: the provider's ideas among ours, where there is one. Never throws. */
export async function listSuggestions(name: ParsedName, person?: Person): Promise<Suggestion[]> {
  return registrar ? registrar.listSuggestions(name, person) : suggestNames(name, { person });
}
