import { LRUCache } from "lru-cache";
import { z } from "zod";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import type { UpstreamCall } from "#app/platform/upstream/call.server.ts";
import { requestJson } from "#app/platform/upstream/request-json.api.server.ts";

const FRESH_MS = 10 * 60_000;
const MAX_REMEMBERED = 1000;
/** The deadline is short, because suggestions are optional. */
const DEADLINES = { attempt: "suggestions", total: "suggestions" } as const;
const MAX_NAMES = 50;
const LONGEST = 253;

/** A list from which entries without a domain are left out. */
const suggestionsSchema = z
  .array(z.unknown())
  .transform((entries) => entries.slice(0, MAX_NAMES).flatMap((entry) => domainIn(entry) ?? []));

type SuggestOptions = { url: string; headers: Record<string, string> } & Pick<UpstreamCall<unknown>, "admit">;
type Asked = { query: string; limit: number; tlds: readonly string[] };

/**
 * Creates a cache of the provider's suggestions, fresh for ten minutes. Source: GoDaddy's Domains API v1, "suggest".
 */
export function createSuggest({ url, headers, admit }: SuggestOptions) {
  const ideas = new LRUCache<string, string[], Asked>({
    max: MAX_REMEMBERED,
    ttl: FRESH_MS,
    perf: monotonicMs,
    fetchMethod: (_key, _old, { context }) => ask(context),
  });

  /** Undefined if the provider fails; the cache does not keep undefined. */
  async function ask({ query, limit, tlds }: Asked): Promise<string[] | undefined> {
    const response = await requestJson({
      // A separate breaker: failures here must not block searches.
      service: "registrar-suggest",
      op: "suggest",
      base: url,
      path: ["v1", "domains", "suggest"],
      query: { query, limit: String(limit), tlds: tlds.join(",") },
      method: "GET",
      headers,
      schema: suggestionsSchema,
      fallbackMessage: "No suggestions",
      deadlines: DEADLINES,
      ...(admit && { admit }),
    });
    return response.ok ? response.value : undefined;
  }

  /**
   * Returns the provider's suggestions for a word with these TLDs (without a leading dot). Never throws and takes at
   * most a second; empty without a reply or without budget. The names are not validated.
   */
  return async function suggest(query: string, { limit = 5, tlds }: { limit?: number; tlds: readonly string[] }) {
    const key = { query, limit, tlds };
    return (await ideas.fetch(JSON.stringify(key), { context: key })) ?? [];
  };
}

function domainIn(entry: unknown): string | undefined {
  const isObject = typeof entry === "object" && entry !== null && "domain" in entry;
  return isObject && typeof entry.domain === "string" && entry.domain.length <= LONGEST ? entry.domain : undefined;
}
