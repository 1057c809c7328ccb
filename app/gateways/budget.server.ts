import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { type Failure, failure } from "#app/model/result.ts";
import { createLimiter } from "./redis/limiter.server.ts";

/** What a call is for: a name that somebody typed, or one that we thought of. */
export type Purpose = "typed" | "suggestion";

/** Calls a minute. */
export type BudgetSize = {
  all: number;
  /** How many of these may be for suggestions. */
  suggestions: number;
  /** With fewer than this left, none is for a suggestion. */
  reserve: number;
};

const KEY = "provider";
const BUSY = "Many names are being checked just now. Please try again in a minute.";

/** The one budget of calls to a provider, by its name. (docs/product.md, "Domain search".) */
export function createBudget(name: string, size: BudgetSize) {
  const all = createLimiter(`${name}-calls`, { points: size.all, duration: 60 });
  const suggestions = createLimiter(`${name}-suggestions`, { points: size.suggestions, duration: 60 });

  /** Takes one call. A refusal has status 429. */
  async function take(purpose: Purpose): Promise<Failure | null> {
    if (purpose === "suggestion" && !(await mayStillSuggest())) return failure(429, BUSY);
    return consume(all);
  }

  async function mayStillSuggest(): Promise<boolean> {
    const left = (await all.get(KEY))?.remainingPoints ?? size.all;
    return left >= size.reserve && (await consume(suggestions)) === null;
  }

  return { take };
}

function consume(limiter: RateLimiterAbstract): Promise<Failure | null> {
  return limiter.consume(KEY).then(
    () => null,
    () => failure(429, BUSY),
  );
}
