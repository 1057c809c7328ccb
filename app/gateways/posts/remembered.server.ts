import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import { failure, type Result, success } from "#app/model/result.ts";
import { announce, onAnnounced } from "../redis/changes.server.ts";
import { throughBreaker } from "../upstream/breaker.server.ts";

const FRESH_MS = 5 * 60_000;

/** What is said when posts could not be read; the database's own words are for the log. Source: docs/product.md, "Blog". */
const NOT_READ = "Something went wrong, hold on a second and try again.";

/** What a read came to. Five outages in a row leave the database alone. */
export type Read<Value> = { isOutage: boolean; value?: Value };

type RememberedOptions<Value> = {
  max: number;
  /** Milliseconds that a value is good for, where it is not five minutes. */
  freshFor?: (value: Value) => number | undefined;
};
type Context<Value> = { read: () => Promise<Read<Value>> };

/**
 * Remembers reads of posts, which are the same for everybody, so one visitor's read serves all: one at a time for a key,
 * kept five minutes, and longer while the database fails. Where one process finds that something has changed, all read anew. Gives a function that takes a key and how to read it, and is
 * refused with NOT_READ when there is no older copy.
 */
export function remembered<Value extends object>({ max, freshFor }: RememberedOptions<Value>) {
  /** What is read anew because another read has found a change: it is told already. */
  let told = new Set<string>();
  const kept = new LRUCache<string, Value, Context<Value>>({
    max,
    ttl: FRESH_MS,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (key, before, { context, options }) => {
      // Every page's footer asks for posts: a database that is down must not make each of them wait.
      const found = await throughBreaker("posts", context.read);
      if (found?.value === undefined) throw new Error("posts not read");
      options.ttl = freshFor?.(found.value) ?? FRESH_MS;
      if (!told.delete(key) && before && !isDeepStrictEqual(before, found.value)) announce("posts");
      return found.value;
    },
  });
  onAnnounced("posts", () => {
    // Over, but still there for when the database fails.
    const all = kept.dump();
    for (const [key, { value }] of all) kept.set(key, value, { start: 1, ttl: 1 });
    told = new Set(all.map(([key]) => key));
  });
  return async (key: string, read: Context<Value>["read"]): Promise<Result<Value>> => {
    // The cache gives nothing back, rather than the error, when it has no older copy.
    const value = await kept.fetch(key, { context: { read } });
    return value ? success(value) : failure(0, NOT_READ);
  };
}
