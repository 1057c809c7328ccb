import { LRUCache } from "lru-cache";
import { z } from "zod";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { isUsablePrice, priceFromMicroUnits } from "#app/platform/money.ts";
import type { Failure } from "#app/platform/result.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { type BudgetSize, createBudget, type Purpose } from "#app/platform/upstream/budget.server.ts";
import { textIn } from "#app/platform/upstream/reply.server.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";
import { type DomainLookup, lookedUpName, manualLookup } from "./domain-lookup.ts";
import type { ParsedName } from "./domain-name.ts";
import { createAccount } from "./registrar-account.api.server.ts";
import { createRegistrarCaller } from "./registrar-caller.api.server.ts";
import { createCertificates, createHosting } from "./registrar-hosting.api.server.ts";
import { createRecords } from "./registrar-records.api.server.ts";
import { createSuggest } from "./registrar-suggest.api.server.ts";
import { type Customer, SUGGESTED_TLDS, type Suggestion, suggestNames } from "./suggestions.ts";
import { findTldPrice } from "./tld-prices.ts";

/** Returns the budget of so many calls in a minute: suggestions get two fifths, and none when only a quarter is left. */
export function registrarBudget(all: number): BudgetSize {
  return { all, suggestions: Math.floor(all * 0.4), reserve: Math.ceil(all / 4) };
}

/** The sandbox's provider has no limit. */
const CALLS_PER_MINUTE = env.isSandbox
  ? { all: 5000, suggestions: 5000, reserve: 0 }
  : registrarBudget(env.ceilings.registrarCalls);
const FRESH_MS = 10 * 60_000;
/** How long a TLD counts as unsupported after the provider said so. */
const UNSUPPORTED_MS = 60 * 60_000;
/** How long a stale result may replace a failed lookup. */
const STALE_MS = 60 * 60_000;
const MAX_ANSWERS = 5000;
const NOT_LOOKED_UP = "Error checking domain availability";

const availabilitySchema = z.object({
  available: z.boolean(),
  price: z.unknown().optional(),
  renewalPrice: z.unknown().optional(),
});
const unsupportedSchema = z.object({ code: z.literal("UNSUPPORTED_TLD") });
type Offered = z.infer<typeof availabilitySchema>;
type Reply = Offered | z.infer<typeof unsupportedSchema>;

type AvailabilityOptions = { url: string; authorization: string; callsPerMinute: BudgetSize };
type Asking = { name: ParsedName; purpose: Purpose };

/** Thrown inside the cache to return a result that must not be cached. */
class LookupFailed extends Error {
  override name = "NotChecked";
  constructor(
    readonly lookup: DomainLookup,
    /** The site's own budget was used up, so the provider was not called. */
    readonly isOverBudget: boolean,
  ) {
    super("not checked");
  }
}

/**
 * Creates a client for the domain provider with its own cache and call budget. Source: docs/product/domains.md, "Domain
 * search", and GoDaddy's Domains API v1.
 */
export function createRegistrar({ url, authorization, callsPerMinute }: AvailabilityOptions) {
  const budget = createBudget("registrar", callsPerMinute);
  const headers: Record<string, string> = authorization ? { Authorization: authorization } : {};
  const suggest = createSuggest({ url, headers, admit: () => budget.take("suggestion") });
  const call = createRegistrarCaller({ url, headers, admit: () => budget.take("typed") });
  const unsupported = new LRUCache<string, true>({ max: 100, ttl: UNSUPPORTED_MS, perf: monotonicMs });
  const lookups = new LRUCache<string, DomainLookup, Asking>({
    max: MAX_ANSWERS,
    ttl: FRESH_MS,
    perf: monotonicMs,
    noDeleteOnFetchRejection: true,
    fetchMethod: (_domain, _old, { context }) => ask(context),
  });

  /**
   * Returns whether a name is available, and its prices. Never throws and takes at most 8 seconds. Results are cached
   * for ten minutes; parallel lookups of one name make one call. A failure gives "unknown", never "taken", except for
   * a TLD that the agency registers by hand. A suggestion is also "unknown" if its share of the budget is used up.
   */
  async function checkAvailability(name: ParsedName, purpose: Purpose = "typed"): Promise<DomainLookup> {
    const lookup = await find({ name, purpose }).catch((error) => standIn(name, error));
    return { ...(lookup ?? unknown(name, NOT_LOOKED_UP)), display: name.display };
  }

  /**
   * Returns up to eight names similar to this one: the provider's suggestions if they come within a second, and names
   * made from the person's details if known.
   */
  async function listSuggestions(name: ParsedName, person?: Customer): Promise<Suggestion[]> {
    const [label = ""] = name.domain.split(".", 1);
    return suggestNames(name, { provided: await suggest(label, { tlds: SUGGESTED_TLDS }), person });
  }

  async function find(asking: Asking): Promise<DomainLookup | undefined> {
    const { domain } = asking.name;
    try {
      return await lookups.fetch(domain, { context: asking });
    } catch (error) {
      // A typed search may have joined the call of a suggestion, whose budget was used up. Typed searches have a budget of
      // their own.
      if (asking.purpose !== "typed" || !(error instanceof LookupFailed && error.isOverBudget)) throw error;
      return lookups.fetch(domain, { context: asking });
    }
  }

  /**
   * Returns the result for a failed lookup: an older result that is still recent, the result for an ending that we register by
   * hand, or else the failure.
   */
  function standIn(name: ParsedName, error: unknown): DomainLookup {
    if (!(error instanceof LookupFailed)) throw error;
    const isRecent = lookups.getRemainingTTL(name.domain) > -STALE_MS;
    const old = isRecent ? lookups.peek(name.domain, { allowStale: true }) : undefined;
    return old ?? manualLookupFor(name) ?? error.lookup;
  }

  async function ask({ name, purpose }: Asking): Promise<DomainLookup> {
    const isKnownByHand = unsupported.has(name.tld) ? manualLookupFor(name) : undefined;
    if (isKnownByHand) return isKnownByHand;
    let ours: Failure | null = null;
    const response = await requestJson<Reply>({
      service: "registrar",
      op: "available",
      base: url,
      path: ["v1", "domains", "available"],
      query: { domain: name.domain },
      method: "GET",
      headers,
      schema: availabilitySchema,
      otherSchema: unsupportedSchema,
      fallbackMessage: NOT_LOOKED_UP,
      messageOf: (body) => (textIn(body, "message") ? NOT_LOOKED_UP : undefined),
      admit: async () => {
        ours = await budget.take(purpose);
        return ours;
      },
    });
    if (!response.ok) throw new LookupFailed(unknown(name, messageOf(response, ours)), response === ours);
    if ("code" in response.value) {
      const lookup = manualLookupFor(name);
      if (lookup) unsupported.set(name.tld, true);
      return lookup ?? { ...lookedUpName(name), kind: "not-sold" };
    }
    if (!response.value.available) return { ...lookedUpName(name), kind: "taken" };
    return { ...lookedUpName(name), kind: "available", ...pricesOf(name, response.value) };
  }

  return {
    checkAvailability,
    listSuggestions,
    ...createAccount(call),
    ...createRecords(call),
    ...createCertificates(call),
    ...createHosting(call),
  };
}

/**
 * Returns the prices to show. Logs a price that cannot be used: the provider's unit may differ from the documented
 * one.
 */
function pricesOf({ tld }: ParsedName, { price, renewalPrice }: Offered) {
  const isOdd = [price, renewalPrice].some((one) => one !== undefined && one !== null && !isUsablePrice(one));
  const shorten = (one: unknown) => String(one).slice(0, 40);
  if (isOdd)
    log.warn({ registrar: { tld, price: shorten(price), renewalPrice: shorten(renewalPrice) } }, "price not usable");
  return { price: priceFromMicroUnits(price), renewalPrice: priceFromMicroUnits(renewalPrice) };
}

function unknown(name: ParsedName, message: string): DomainLookup {
  return { ...lookedUpName(name), kind: "unknown", message };
}

/** Returns the result for a TLD that the agency registers by hand; undefined for every other TLD. */
function manualLookupFor(name: ParsedName): DomainLookup | undefined {
  return findTldPrice(name.tld)?.isByHand ? manualLookup(name) : undefined;
}

/**
 * Returns the message for a failed lookup; the provider's own text is for the account holder. `ours`: the failure of the site's
 * own budget; null if the provider was called.
 */
function messageOf(response: Failure, ours: Failure | null): string {
  if (response === ours) return response.message;
  switch (response.status) {
    case 400:
      return "The provider cannot look this name up. Is it spelt right?";
    case 401:
    case 403:
      return NOT_LOOKED_UP;
    case 429:
      return "Many people are searching just now. Please try again in a minute.";
    default:
      return response.message;
  }
}

/** The agency's provider with the shared call budget; null if none is configured. */
export const registrar = env.registrar && createRegistrar({ ...env.registrar, callsPerMinute: CALLS_PER_MINUTE });
