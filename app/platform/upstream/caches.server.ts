import { LRUCache } from "lru-cache";

const caches: { clear(): void }[] = [];

/** Creates a cache of this process, as `new LRUCache` does. `emptyCaches` empties it too. */
export function createCache<Key extends string, Value extends {}>(
  options: LRUCache.Options<Key, Value, unknown>,
): LRUCache<Key, Value> {
  const cache = new LRUCache<Key, Value>(options);
  caches.push(cache);
  return cache;
}

/** Empties all caches and counts of limits of this process: for the sandbox, whose state was replaced (docs/testing.md). */
export function emptyCaches(): void {
  for (const cache of caches) cache.clear();
}
