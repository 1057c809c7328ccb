import { LRUCache } from "lru-cache";
import { z } from "zod";
import { env } from "#app/env.server.ts";
import { log } from "#app/log.server.ts";
import { type DomainLookup, lookedUpName, manualLookup } from "#app/model/domain-lookup.ts";
import type { ParsedName } from "#app/model/domain-name.ts";
import { isUsablePrice, priceFromMicroUnits } from "#app/model/money.ts";
import { monotonicMs } from "#app/model/monotonic-clock.ts";
import type { Failure } from "#app/model/result.ts";
import { type Customer, SUGGESTED_TLDS, type Suggestion, suggestNames } from "#app/model/suggestions.ts";
import { findTldPrice } from "#app/model/tld-prices.ts";
import { type BudgetSize, createBudget, type Purpose } from "./budget.server.ts";
import { createAccount } from "./registrar/account.server.ts";
import { createRegistrarCaller } from "./registrar/caller.server.ts";
import { createCertificates } from "./registrar/certificates.server.ts";
import { createHosting } from "./registrar/hosting.server.ts";
import { createRecords } from "./registrar/records.server.ts";
import { createSuggest } from "./registrar/suggest.server.ts";
import { requestJson } from "./request-json.server.ts";
import type { UpstreamCall } from "./upstream/call.server.ts";
import { textIn } from "./upstream/reply.server.ts";

/** The provider allows 60; the rest is left to whoever else uses the account. The sandbox's provider has no limit. */
const CALLS_PER_MINUTE: BudgetSize = env.isSandbox
  ? { all: 5000, suggestions: 5000, reserve: 0 }
  : { all: 50, suggestions: 20, reserve: 15 };
const FRESH_MS = 10 * 60_000;
/** For how long the provider's word that it does not know an ending is taken. */
const UNSUPPORTED_MS = 60 * 60_000;
/** For how long after that an answer stands in while the provider fails. */
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

type AvailabilityOptions = { url: string; authorization: string; callsPerMinute: BudgetSize } & Pick<
  UpstreamCall<Reply>,
  "deadlines"
>;
type Asking = { name: ParsedName; purpose: Purpose };

/** Carries an answer that must not be remembered out of the cache. */
class NotChecked extends Error {
  override name = "NotChecked";
  constructor(
    readonly answer: DomainLookup,
    /** Our own budget was used up, so the provider was not asked at all. */
    readonly isOverBudget: boolean,
  ) {
    super("not checked");
  }
}

/**
 * A domain provider with its own memory of answers and its own budget of calls.
 * Source: docs/product.md, "Domain search", and GoDaddy's Domains API v1.
 */
export function createRegistrar({ url, authorization, callsPerMinute, deadlines }: AvailabilityOptions) {
  const budget = createBudget("registrar", callsPerMinute);
  const headers: Record<string, string> = authorization ? { Authorization: authorization } : {};
  const suggest = createSuggest({ url, headers, admit: () => budget.take("suggestion") });
  const call = createRegistrarCaller({ url, headers, admit: () => budget.take("typed"), deadlines });
  const unsupported = new LRUCache<string, true>({ max: 100, ttl: UNSUPPORTED_MS, perf: monotonicMs });
  const answers = new LRUCache<string, DomainLookup, Asking>({
    max: MAX_ANSWERS,
    ttl: FRESH_MS,
    perf: monotonicMs,
    noDeleteOnFetchRejection: true,
    fetchMethod: (_domain, _old, { context }) => ask(context),
  });

  /**
   * Whether a name can be had, and its prices. Never throws, and takes at most 8 seconds. Answers are remembered for ten
   * minutes, and many who ask for one name at once make one call. What went wrong is "unknown", never "taken", except for
   * an ending that is registered by hand anyway. A suggestion is "unknown" as well when its share of the budget is used up.
   */
  async function checkAvailability(name: ParsedName, purpose: Purpose = "typed"): Promise<DomainLookup> {
    const answer = await find({ name, purpose }).catch((error) => standIn(name, error));
    return { ...(answer ?? unknown(name, NOT_LOOKED_UP)), display: name.display };
  }

  /**
   * Eight names close to one, at most; the provider's own ideas among them, if it gives some within a second, and names
   * made from whoever asks, if that is known.
   */
  async function listSuggestions(name: ParsedName, person?: Customer): Promise<Suggestion[]> {
    const [label = ""] = name.domain.split(".", 1);
    return suggestNames(name, { provided: await suggest(label, { tlds: SUGGESTED_TLDS }), person });
  }

  async function find(asking: Asking): Promise<DomainLookup | undefined> {
    const { domain } = asking.name;
    try {
      return await answers.fetch(domain, { context: asking });
    } catch (error) {
      // A typed search may have joined a suggestion's call, which had no budget left; its own has.
      if (asking.purpose !== "typed" || !(error instanceof NotChecked && error.isOverBudget)) throw error;
      return answers.fetch(domain, { context: asking });
    }
  }

  /** What to answer when the provider failed. */
  function standIn(name: ParsedName, error: unknown): DomainLookup {
    if (!(error instanceof NotChecked)) throw error;
    const isRecent = answers.getRemainingTTL(name.domain) > -STALE_MS;
    const old = isRecent ? answers.peek(name.domain, { allowStale: true }) : undefined;
    return old ?? byHand(name) ?? error.answer;
  }

  async function ask({ name, purpose }: Asking): Promise<DomainLookup> {
    const isKnownByHand = unsupported.has(name.tld) ? byHand(name) : undefined;
    if (isKnownByHand) return isKnownByHand;
    let ours: Failure | null = null;
    const reply = await requestJson<Reply>({
      service: "registrar",
      op: "available",
      base: url,
      path: ["v1", "domains", "available"],
      query: { domain: name.domain },
      method: "GET",
      headers,
      schema: availabilitySchema,
      refusalSchema: unsupportedSchema,
      fallbackMessage: NOT_LOOKED_UP,
      messageOf: (body) => (textIn(body, "message") ? NOT_LOOKED_UP : undefined),
      admit: async () => {
        ours = await budget.take(purpose);
        return ours;
      },
      deadlines,
    });
    if (!reply.ok) throw new NotChecked(unknown(name, messageOf(reply, ours)), reply === ours);
    if ("code" in reply.value) {
      const answer = byHand(name);
      if (answer) unsupported.set(name.tld, true);
      return answer ?? { ...lookedUpName(name), kind: "not-sold" };
    }
    if (!reply.value.available) return { ...lookedUpName(name), kind: "taken" };
    return { ...lookedUpName(name), kind: "available", ...pricesOf(name, reply.value) };
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

/** The prices to show. One that was named and cannot be used is said in the log: the provider, or a proxy, counts otherwise. */
function pricesOf({ tld }: ParsedName, { price, renewalPrice }: Offered) {
  const isOdd = [price, renewalPrice].some((one) => one !== undefined && one !== null && !isUsablePrice(one));
  const said = (one: unknown) => String(one).slice(0, 40);
  if (isOdd) log.warn({ registrar: { tld, price: said(price), renewalPrice: said(renewalPrice) } }, "price not usable");
  return { price: priceFromMicroUnits(price), renewalPrice: priceFromMicroUnits(renewalPrice) };
}

function unknown(name: ParsedName, message: string): DomainLookup {
  return { ...lookedUpName(name), kind: "unknown", message };
}

/** The answer for an ending that we register ourselves, of whose name nothing is known here; undefined for every other. */
function byHand(name: ParsedName): DomainLookup | undefined {
  return findTldPrice(name.tld)?.isByHand ? manualLookup(name) : undefined;
}

/** Why a name was not looked up, in our words: a provider's are for the holder of its account. `ours`: our own budget. */
function messageOf(reply: Failure, ours: Failure | null): string {
  if (reply === ours) return reply.message;
  switch (reply.status) {
    case 400:
      return "The provider cannot look this name up. Is it spelt right?";
    case 401:
    case 403:
      return NOT_LOOKED_UP;
    case 429:
      return "Many people are searching just now. Please try again in a minute.";
    default:
      return reply.message;
  }
}

/** The agency's provider, with the one budget that everything on this site shares; null where it has none. */
export const registrar = env.registrar && createRegistrar({ ...env.registrar, callsPerMinute: CALLS_PER_MINUTE });
