import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { createLimiter } from "../redis/limiter.server.ts";
import { type Failure, failure } from "../result.ts";

/** "typed": a name that a visitor entered; "suggestion": a name that the site generated. */
export type Purpose = "typed" | "suggestion";

/** Calls in a minute. `all`: for all purposes together. */
export type BudgetSize = {
  all: number;
  /** Most of `all` that suggestions may use. */
  suggestions: number;
  /** If fewer calls than this are left, suggestions get none. */
  reserve: number;
};

const KEY = "provider";
const BUSY = "Many names are being checked just now. Please try again in a minute.";

/** Creates the shared budget of calls to a provider. Source: docs/product/domains.md, "Domain search". */
export function createBudget(name: string, size: BudgetSize) {
  const all = createLimiter(`${name}-calls`, { points: size.all, duration: 60 });
  const suggestions = createLimiter(`${name}-suggestions`, { points: size.suggestions, duration: 60 });

  /** Takes one call from the budget. Returns null, or a failure with status 429 if the budget is used up. */
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
