import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { onChange, publishChange } from "#app/platform/redis/changes.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { withBreaker } from "#app/platform/upstream/breaker.server.ts";

const FRESH_MS = 5 * 60_000;

/** Message for users; the database's own text is only logged. Source: docs/product/blog-and-projects.md, "Blog". */
const NOT_READ = "Something went wrong, hold on a second and try again.";

/** The result of a read. Five outages in a row open the breaker. */
export type Read<Value> = { isOutage: boolean; value?: Value };

type RememberedOptions<Value> = {
  max: number;
  /** Milliseconds that a value is fresh; undefined: five minutes. */
  freshFor?: (value: Value) => number | undefined;
};
type Context<Value> = { read: () => Promise<Read<Value>> };

/**
 * Creates a cache of posts, which are the same for all visitors. Parallel reads of a key share one query; values are
 * fresh for five minutes and stay longer while the database fails. If one process finds a change, all processes read
 * again. Returns a function of a key and its read, which fails with NOT_READ if there is no older copy.
 */
export function createPostCache<Value extends object>({ max, freshFor }: RememberedOptions<Value>) {
  /** Keys that are read again because of an announced change: their change is not announced again. */
  let announced = new Set<string>();
  const cache = new LRUCache<string, Value, Context<Value>>({
    max,
    ttl: FRESH_MS,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (key, before, { context, options }) => {
      // Every page's footer reads posts, so the breaker keeps a failing database from delaying all pages.
      const found = await withBreaker("posts", context.read);
      if (found?.value === undefined) throw new Error("posts not read");
      options.ttl = freshFor?.(found.value) ?? FRESH_MS;
      if (!announced.delete(key) && before && !isDeepStrictEqual(before, found.value)) publishChange("posts");
      return found.value;
    },
  });
  onChange("posts", () => {
    // Expires all values but keeps them in case the database fails.
    const all = cache.dump();
    for (const [key, { value }] of all) cache.set(key, value, { start: 1, ttl: 1 });
    announced = new Set(all.map(([key]) => key));
  });
  return async (key: string, read: Context<Value>["read"]): Promise<Result<Value>> => {
    // Without an older copy, `fetch` returns undefined in place of the error.
    const value = await cache.fetch(key, { context: { read } });
    return value ? success(value) : failure(0, NOT_READ);
  };
}
