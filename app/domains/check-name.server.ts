import { LRUCache } from "lru-cache";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { type BudgetSize, createBudget, type Purpose } from "#app/platform/upstream/budget.server.ts";
import { type DomainLookup, isConfusable, manualLookup } from "./domain-lookup.ts";
import type { ParsedName } from "./domain-name.ts";
import { type createPublicDns, publicDns } from "./public-dns.api.server.ts";
import { registrar } from "./registrar.api.server.ts";
import { recordsFor } from "./resolver-reply.ts";
import { type Customer, isWellKnown, type Suggestion, suggestNames } from "./suggestions.ts";
import { findTldPrice } from "./tld-prices.ts";
import { type createWhois, keWhois } from "./whois.api.server.ts";

/**
 * Returns whether a name is available, with its prices: the provider's result or, for an ending that it does not sell or
 * without a provider, what DNS and the registry say. `visitor`: the IP address or the customer's id against whose limit a
 * registry lookup counts. Never throws. Source: docs/product/domains.md, "Domain search" and "Kenyan names".
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

const TRY_ANOTHER = "Try another name in the field above.";
const OF_A_COMPANY =
  "It is the name of a well-known company. A similar name looks like a fake, and the company can have it taken away. Choose a name of your own in the field above: your shop with your place or what you sell, for example mamanjeri-nakuru.co.ke.";

/** Returns what to do about a taken name. For a well-known company's name no similar names are listed. */
export function adviceOnTaken(name: ParsedName): string {
  return isWellKnown(name) ? OF_A_COMPANY : TRY_ANOTHER;
}

const FRESH_MS = 10 * 60_000;
const MAX_NAMES = 5000;
/** Public resolvers allow far more. The unit is names; each name asks both resolvers. */
const PER_MINUTE: BudgetSize = { all: 300, suggestions: 200, reserve: 50 };

/**
 * "used": the name is delegated, so somebody has it. "unused": it is not delegated, but somebody may hold it. "not-found": it
 * is not delegated, and the registry has no record of it.
 */
type NameUse = "used" | "unused" | "not-found";

/** Thrown if the budget for `purpose` is used up, so that no resolver was asked. */
class OverBudget extends Error {
  override name = "OverBudget";
  constructor(readonly purpose: Purpose) {
    super("over budget");
  }
}

type KenyanNamesOptions = {
  dns: Pick<ReturnType<typeof createPublicDns>, "lookUp">;
  whois?: ReturnType<typeof createWhois> | undefined;
  perMinute?: BudgetSize;
};

/**
 * Creates a lookup for names that no registrar API covers. Public resolvers tell whether a name is delegated; WHOIS
 * tells whether the Kenyan registry has it.
 */
export function createKenyanNames({ dns, whois, perMinute = PER_MINUTE }: KenyanNamesOptions) {
  const budget = createBudget("kenyan-names", perMinute);
  const uses = new LRUCache<string, "used" | "unused", Purpose>({
    max: MAX_NAMES,
    ttl: FRESH_MS,
    perf: monotonicMs,
    fetchMethod: async (name, _old, { context: purpose }) => {
      if ((await budget.take(purpose)) !== null) throw new OverBudget(purpose);
      return ask(name);
    },
  });

  /** Undefined if no resolver answered; the cache does not keep undefined. */
  async function ask(name: string): Promise<"used" | "unused" | undefined> {
    const question = { name, type: "NS" };
    const replies = await dns.lookUp(question);
    const resolutions = replies.flatMap(({ resolution }) =>
      resolution && resolution.outcome !== "failed" ? resolution : [],
    );
    if (resolutions.some((one) => recordsFor(question, one).some(({ type }) => type === "NS"))) return "used";
    return resolutions.length > 0 ? "unused" : undefined;
  }

  /** Parallel lookups of one name take one call from the budget. */
  async function findUse(domain: string, purpose: Purpose): Promise<"used" | "unused" | undefined> {
    try {
      return await uses.fetch(domain, { context: purpose });
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
      // A typed search may have joined the lookup of a suggestion, whose budget was used up. Typed searches have a budget of
      // their own.
      return error.purpose === purpose ? undefined : findUse(domain, purpose);
    }
  }

  /**
   * Returns what is known of a name in lower-case ASCII within six seconds; undefined if nothing was found out. Never
   * throws. Cached for ten minutes. The registry is asked only for typed names, and if `admit` allows it. Source:
   * docs/product/domains.md, "Kenyan names".
   */
  return async function lookUpUse(
    domain: string,
    purpose: Purpose,
    admit?: () => Promise<boolean>,
  ): Promise<NameUse | undefined> {
    const use = await findUse(domain, purpose);
    if (use !== "unused" || purpose !== "typed" || !domain.endsWith(".ke")) return use;
    const registryResult = await whois?.(domain, admit);
    return registryResult === "registered" ? "used" : registryResult === "not-found" ? registryResult : use;
  };
}

/** See `createKenyanNames`. */
export const lookUpUse = createKenyanNames({ dns: publicDns, whois: keWhois });
