import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible";
import { createLimiter } from "../redis/limiter.server.ts";
import { type Failure, failure, tooMany } from "../result.ts";
import { waitInWords } from "../text/words.ts";

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

const MINUTE_MS = 60_000;
const KEY = "provider";
const BUSY = "Many names are being checked just now. Please try again in";

/** Creates the shared budget of calls to a provider. Source: docs/product/domains.md, "Domain search". */
export function createBudget(name: string, size: BudgetSize) {
  const all = createLimiter(`${name}-calls`, { points: size.all, duration: 60 });
  const suggestions = createLimiter(`${name}-suggestions`, { points: size.suggestions, duration: 60 });

  /** Takes one call from the budget. Returns null, or a failure with status 429 if the budget is used up. */
  async function take(purpose: Purpose): Promise<Failure | null> {
    // Nobody reads why there is no suggestion.
    if (purpose === "suggestion" && !(await mayStillSuggest())) return failure(429, `${BUSY} a minute.`);
    return takeCall(all, KEY, BUSY);
  }

  async function mayStillSuggest(): Promise<boolean> {
    const left = (await all.get(KEY))?.remainingPoints ?? size.all;
    return left >= size.reserve && (await takeCall(suggestions, KEY, BUSY)) === null;
  }

  return { take };
}

/** Takes one call from a budget. Returns null, or a failure with status 429 that says when to try again. */
export async function takeCall(limiter: RateLimiterAbstract, key: string, words: string): Promise<Failure | null> {
  try {
    await limiter.consume(key);
    return null;
  } catch (rejected) {
    const ms = rejected instanceof RateLimiterRes ? rejected.msBeforeNext : MINUTE_MS;
    const seconds = Math.max(1, Math.ceil(ms / 1000));
    return tooMany(`${words} ${waitInWords(seconds)}.`, seconds);
  }
}
