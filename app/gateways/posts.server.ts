import { LRUCache } from "lru-cache";
import { z } from "zod/v4";
import { log } from "#app/log.server.ts";
import { type Answer, answer, refusal } from "#app/model/answer.ts";
import type { Supabase } from "./supabase/client.server.ts";
import { throughBreaker } from "./upstream/breaker.server.ts";

const TIMEOUT_MS = 4000;
const FRESH_MS = 5 * 60_000;

const latestSchema = z.array(
  z
    .object({
      slug: z.string(),
      title: z.string(),
      excerpt: z.string().nullable(),
      category: z.string(),
      created_at: z.string(),
    })
    .transform(({ created_at, ...post }) => ({ ...post, createdAt: created_at })),
);
export type PostTeaser = z.infer<typeof latestSchema>[number];

/** Posts are the same for everybody, so one visitor's read serves all: one at a time, kept 5 minutes, longer in error. */
const latest = new LRUCache<number, PostTeaser[], Supabase>({
  max: 10,
  ttl: FRESH_MS,
  allowStaleOnFetchRejection: true,
  noDeleteOnFetchRejection: true,
  fetchMethod: async (count, _stale, { context }) => {
    // Every page's footer asks for posts: a database that is down must not make each of them wait.
    const read = await throughBreaker("posts", () => readLatest(context, count));
    if (!read?.posts) throw new Error("posts not read");
    return read.posts;
  },
});

/**
 * The newest posts, newest first; `createdAt` is ISO 8601 and `excerpt` may be null. Refused with the blog's own words
 * when the database fails and nothing is kept from before.
 */
export async function listLatestPosts(supabase: Supabase, count: number): Promise<Answer<PostTeaser[]>> {
  // The cache gives nothing back, rather than the error, when it has no older copy.
  const posts = await latest.fetch(count, { context: supabase });
  return posts ? answer(posts) : refusal(0, "Something went wrong, hold on a second and try again.");
}

async function readLatest(supabase: Supabase, count: number): Promise<{ isOutage: boolean; posts?: PostTeaser[] }> {
  const { data, error } = await supabase
    .from("posts")
    .select("slug,title,excerpt,category,created_at")
    .order("created_at", { ascending: false })
    .limit(count)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    // The client's own repeats take seconds, which the visitor would wait.
    .retry(false);
  const parsed = latestSchema.safeParse(data);
  if (parsed.success) return { isOutage: false, posts: parsed.data };
  log.warn({ reason: error?.message ?? "rows that are not posts" }, "posts not read");
  return { isOutage: error !== null };
}
