import { LRUCache } from "lru-cache";
import { z } from "zod/v4";
import { log } from "#app/log.server.ts";
import { type Answer, answer, refusal } from "#app/model/answer.ts";
import type { Supabase } from "./supabase/client.server.ts";
import { throughBreaker } from "./upstream/breaker.server.ts";

const TIMEOUT_MS = 4000;
const FRESH_MS = 5 * 60_000;
/** As many rows as a hosted project gives at once. */
const MAX_POSTS = 1000;

const indexSchema = z.array(
  z
    .object({ slug: z.string(), title: z.string(), category: z.string(), created_at: z.string() })
    .transform(({ created_at, ...post }) => ({ ...post, createdAt: created_at })),
);
type IndexedPost = z.infer<typeof indexSchema>[number];

/** Kept five minutes; an older copy goes out while a new one is read, and for as long as that fails. */
const index = new LRUCache<"all", IndexedPost[], Supabase>({
  max: 1,
  ttl: FRESH_MS,
  perf: Date,
  allowStale: true,
  allowStaleOnFetchRejection: true,
  noDeleteOnFetchRejection: true,
  fetchMethod: async (_key, _stale, { context }) => {
    const read = await throughBreaker("posts", () => readIndex(context));
    if (!read?.posts) throw new Error("posts not read");
    return read.posts;
  },
});

/**
 * What there is in the blog, newest first: for the sitemap, and for the cards of shared links. `createdAt` is ISO 8601.
 * Refused when the database fails and nothing is kept from before. Never throws.
 */
export async function listPostIndex(supabase: Supabase): Promise<Answer<IndexedPost[]>> {
  const posts = await index.fetch("all", { context: supabase });
  return posts ? answer(posts) : refusal(0, "The posts could not be read.");
}

async function readIndex(supabase: Supabase): Promise<{ isOutage: boolean; posts?: IndexedPost[] }> {
  const { data, error } = await supabase
    .from("posts")
    .select("slug,title,category,created_at")
    .order("created_at", { ascending: false })
    .limit(MAX_POSTS)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .retry(false);
  const parsed = indexSchema.safeParse(data);
  if (parsed.success) return { isOutage: false, posts: parsed.data };
  log.warn({ reason: error?.message ?? "rows that are not posts" }, "posts not read");
  return { isOutage: error !== null };
}
