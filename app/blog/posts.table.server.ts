import { z } from "zod";
import { publicClient, trustedClient } from "#app/platform/database/client.api.server.ts";
import { NO_ROW, REPLY_ROWS } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { Result } from "#app/platform/result.ts";
import { isSlug, type ListedPost, POSTS_PER_PAGE, type Post } from "./post.ts";
import { createPostCache, type Read } from "./post-cache.server.ts";
import {
  COLUMNS,
  indexedSchema,
  newestFirst,
  parsePosts,
  queryOnce,
  readFailed,
  teaserSchema,
  toListedPost,
} from "./post-rows.server.ts";

export type PostTeaser = z.infer<typeof teaserSchema>;
type IndexedPost = z.infer<typeof indexedSchema>;

/** Filters: a category, words that a post must all contain, and the page number from 1. */
type PostPage = { category?: string | undefined; words?: readonly string[]; page: number };
export type ListedPosts = { posts: ListedPost[]; total: number };

const OTHERS = 5;
/** A sitemap has at most 50,000 addresses, of which some are other pages. Source: sitemaps.org, protocol 0.9. */
const MAX_INDEXED = 45_000;
/** PostgREST, "Errors": the range starts after the last row. */
const PAST_THE_END = "PGRST103";
/** Short, because a post may be published just after somebody looked for it. */
const MISSING_FRESH_MS = 15_000;

const latest = createPostCache<PostTeaser[]>({ max: 10 });
const pages = createPostCache<ListedPosts>({ max: 200 });
/** A separate cache, so that random search words do not evict the pages. */
const searches = createPostCache<ListedPosts>({ max: 200 });
const bySlug = createPostCache<{ post: Post | undefined }>({
  max: 100,
  freshFor: ({ post }) => (post ? undefined : MISSING_FRESH_MS),
});
const others = createPostCache<ListedPost[]>({ max: 100 });
const index = createPostCache<IndexedPost[]>({ max: 1 });

/**
 * Returns the newest posts, newest first; `createdAt` is ISO 8601 and `excerpt` may be null. Fails with a message to
 * show if the database fails and nothing is cached.
 */
export function listLatestPosts(count: number): Promise<Result<PostTeaser[]>> {
  return latest(String(count), async () => {
    const query = table().select("slug,title,excerpt,category,created_at");
    const response = await queryOnce(newestFirst(query).limit(count));
    const parsed = z.array(teaserSchema).safeParse(response.data);
    return parsed.success ? { isOutage: false, value: parsed.data } : readFailed(response);
  });
}

/**
 * Returns a page of six posts, newest first, and the total. Fails with a message to show if the database fails and
 * nothing is cached. Source: docs/product/blog-and-projects.md, "Blog".
 */
export function listPosts(wanted: PostPage): Promise<Result<ListedPosts>> {
  const { category = "", words = [], page } = wanted;
  const cache = words.length === 0 ? pages : searches;
  return cache(JSON.stringify([category, words, page]), () => readPage(wanted));
}

/** Returns the names of all posts, newest first, for the sitemap and the social images. Fails as `listPosts` does. */
export function listPostIndex(): Promise<Result<IndexedPost[]>> {
  return index("all", async () => {
    const posts: IndexedPost[] = [];
    for (;;) {
      const query = newestFirst(table().select("slug,title,category,created_at"));
      const response = await queryOnce(query.range(posts.length, posts.length + REPLY_ROWS - 1));
      const page = z.array(indexedSchema).safeParse(response.error?.code === PAST_THE_END ? [] : response.data);
      if (!page.success) return readFailed(response);
      posts.push(...page.data);
      if (page.data.length < REPLY_ROWS) return { isOutage: false, value: posts };
      if (posts.length < MAX_INDEXED) continue;
      log.warn({ posts: posts.length }, "older posts are not in the sitemap");
      return { isOutage: false, value: posts };
    }
  });
}

/** Returns one post with its text, undefined if it does not exist. Fails as `listPosts` does. */
export async function findPost(slug: string): Promise<Result<Post | undefined>> {
  if (!isSlug(slug)) return { ok: true, value: undefined };
  const found = await bySlug(slug, async () => {
    const response = await queryOnce(table().select(COLUMNS).eq("slug", slug).limit(1));
    const posts = response.error?.code === NO_ROW ? [] : parsePosts(response);
    return posts ? { isOutage: false, value: { post: posts[0] } } : readFailed(response);
  });
  return found.ok ? { ok: true, value: found.value.post } : found;
}

/** Returns the five newest posts without this one. Takes the slug of an existing post. Fails as `listPosts` does. */
export function listOtherPosts(slug: string): Promise<Result<ListedPost[]>> {
  return others(slug, async () => {
    const query = table().select(COLUMNS).neq("slug", slug);
    const response = await queryOnce(newestFirst(query).limit(OTHERS));
    const posts = parsePosts(response);
    return posts ? { isOutage: false, value: posts.map(toListedPost) } : readFailed(response);
  });
}

async function readPage({ category, words = [], page }: PostPage): Promise<Read<ListedPosts>> {
  const first = (page - 1) * POSTS_PER_PAGE;
  if (words.length > 0) return search(words, category, first);
  let query = table().select(COLUMNS, { count: "exact" });
  if (category !== undefined) query = query.eq("category", category);
  const response = await queryOnce(newestFirst(query).range(first, first + POSTS_PER_PAGE - 1));
  if (response.error?.code === PAST_THE_END)
    return { isOutage: false, value: { posts: [], total: response.count ?? 0 } };
  const posts = parsePosts(response);
  if (posts === undefined) return readFailed(response);
  return { isOutage: false, value: { posts: posts.map(toListedPost), total: response.count ?? posts.length } };
}

const foundSchema = z.object({ total: z.number(), posts: z.array(z.unknown()) });

/** Uses the server's client: the database searches by no index where it compares each row with a visitor's rights. */
async function search(words: readonly string[], category: string | undefined, skipped: number) {
  const values = { words, only_category: category ?? null, skipped, max_rows: POSTS_PER_PAGE };
  const response = await queryOnce(trustedClient().rpc("find_posts", values));
  const found = foundSchema.safeParse(response.data).data;
  const posts = found && parsePosts({ ...response, data: found.posts });
  if (!found || !posts) return readFailed(response);
  return { isOutage: false as const, value: { posts: posts.map(toListedPost), total: found.total } };
}

/** Uses the public client: results are shared, so a visitor's invalid session must not affect them. */
function table() {
  return publicClient().from("posts");
}
