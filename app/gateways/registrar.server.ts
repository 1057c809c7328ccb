import { LRUCache } from "lru-cache";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { z } from "zod/v4";
import { env } from "#app/env.server.ts";
import { type Refusal, refusal } from "#app/model/answer.ts";
import type { DomainAnswer } from "#app/model/domain-answer.ts";
import type { ParsedName } from "#app/model/domain-name.ts";
import { priceFromMicroUnits } from "#app/model/money.ts";
import { findTldPrice } from "#app/model/tld-prices.ts";
import { requestJson } from "./request-json.server.ts";
import type { UpstreamCall } from "./upstream/call.server.ts";

/** The provider allows 60; the rest is left to whoever else uses the account. The sandbox's provider has no limit. */
const CALLS_PER_MINUTE = env.isSandbox ? 5000 : 50;
const FRESH_MS = 10 * 60_000;
/** For how long after that an answer stands in while the provider fails. */
const STALE_MS = 60 * 60_000;
const MAX_ANSWERS = 5000;
const FAILED = "Error checking domain availability";
const BUSY = "Many names are being checked just now. Please try again in a minute.";

const availabilitySchema = z.object({
  available: z.boolean(),
  price: z.unknown().optional(),
  renewalPrice: z.unknown().optional(),
});
const unsupportedSchema = z.object({ code: z.literal("UNSUPPORTED_TLD") });
type Reply = z.infer<typeof availabilitySchema> | z.infer<typeof unsupportedSchema>;

type Options = { url: string; authorization: string; callsPerMinute: number } & Pick<UpstreamCall<Reply>, "deadlines">;

/** Carries an answer that must not be remembered out of the cache. */
class NotChecked extends Error {
  override name = "NotChecked";
  constructor(readonly answer: DomainAnswer) {
    super("not checked");
  }
}

/**
 * A domain provider with its own memory of answers and its own budget of calls.
 * Source: docs/product.md, "Domain search", and GoDaddy's Domains API v1.
 */
export function createRegistrar({ url, authorization, callsPerMinute, deadlines }: Options) {
  const budget = new RateLimiterMemory({ points: callsPerMinute, duration: 60 });
  const answers = new LRUCache<string, DomainAnswer, ParsedName>({
    max: MAX_ANSWERS,
    ttl: FRESH_MS,
    perf: Date,
    noDeleteOnFetchRejection: true,
    fetchMethod: (_domain, _old, { context }) => ask(context),
  });

  /**
   * Whether a name can be had, and its prices. Never throws, and takes at most 8 seconds. Answers are remembered for ten
   * minutes, and many who ask for one name at once make one call. What went wrong is "unknown", never "taken", except for
   * an ending that is registered by hand anyway.
   */
  async function checkAvailability(name: ParsedName): Promise<DomainAnswer> {
    const answer = await answers.fetch(name.domain, { context: name }).catch((error) => standIn(name, error));
    return { ...(answer ?? unknown(name, FAILED)), display: name.display };
  }

  /** What to answer when the provider failed. */
  function standIn(name: ParsedName, error: unknown): DomainAnswer {
    if (!(error instanceof NotChecked)) throw error;
    const isRecent = answers.getRemainingTTL(name.domain) > -STALE_MS;
    const old = isRecent ? answers.peek(name.domain, { allowStale: true }) : undefined;
    return old ?? byHand(name) ?? error.answer;
  }

  async function ask(name: ParsedName): Promise<DomainAnswer> {
    const reply = await requestJson<Reply>({
      service: "registrar",
      op: "available",
      base: url,
      path: ["v1", "domains", "available"],
      query: { domain: name.domain },
      method: "GET",
      headers: authorization ? { Authorization: authorization } : {},
      schema: availabilitySchema,
      refusalSchema: unsupportedSchema,
      fallbackMessage: FAILED,
      admit: takeFromBudget,
      deadlines,
    });
    if (!reply.ok) throw new NotChecked(unknown(name, messageOf(reply)));
    if ("code" in reply.value) return byHand(name) ?? { ...asked(name), kind: "not-sold" };
    if (!reply.value.available) return { ...asked(name), kind: "taken" };
    const price = priceFromMicroUnits(reply.value.price);
    const renewalPrice = priceFromMicroUnits(reply.value.renewalPrice);
    return { ...asked(name), kind: "available", price, renewalPrice };
  }

  async function takeFromBudget(): Promise<Refusal | null> {
    return budget.consume(url).then(
      () => null,
      () => refusal(429, BUSY),
    );
  }

  return { checkAvailability };
}

function asked({ domain, display, tld }: ParsedName) {
  return { domain, display, tld };
}

function unknown(name: ParsedName, message: string): DomainAnswer {
  return { ...asked(name), kind: "unknown", message };
}

/** The answer for an ending that we register ourselves; undefined for every other. */
function byHand(name: ParsedName): DomainAnswer | undefined {
  const listed = findTldPrice(name.tld);
  if (!listed?.isByHand) return undefined;
  const { price, renewalPrice, needsDocuments } = listed;
  return { ...asked(name), kind: "by-hand", price, renewalPrice, needsDocuments };
}

/** A provider that refuses us says why in words for us, not for the visitor. */
function messageOf({ status, message }: Refusal): string {
  return status === 401 || status === 403 ? FAILED : message;
}

/** The agency's provider, with the one budget that everything on this site shares. */
export const registrar = createRegistrar({ ...env.registrar, callsPerMinute: CALLS_PER_MINUTE });
