import { z } from "zod";
import { isSlug, type ListedPost, POSTS_PER_PAGE, type Post } from "#app/model/post.ts";
import type { Result } from "#app/model/result.ts";
import { type Read, remembered } from "./posts/remembered.server.ts";
import {
  COLUMNS,
  failed,
  indexedSchema,
  listed,
  newestFirst,
  once,
  postsIn,
  teaserSchema,
} from "./posts/rows.server.ts";
import { publicClient } from "./supabase/client.server.ts";
import { NO_ROW } from "./supabase/rows.server.ts";

type PostTeaser = z.infer<typeof teaserSchema>;
type IndexedPost = z.infer<typeof indexedSchema>;

/** Which posts to list: a category, if not all; words that each have to be in a post; and the page, from 1. */
type PostPage = { category?: string | undefined; words?: readonly string[]; page: number };
export type ListedPosts = { posts: ListedPost[]; total: number };

const OTHERS = 5;
/** As many rows as a hosted project gives at once. */
const MAX_INDEXED = 1000;
/** PostgREST, "Errors": the page begins after the last post. */
const PAST_THE_END = "PGRST103";
/** A post may be published a moment after somebody looked for it. */
const MISSING_FRESH_MS = 15_000;

const latest = remembered<PostTeaser[]>({ max: 10 });
const pages = remembered<ListedPosts>({ max: 200 });
/** By themselves: made-up words must not crowd out the pages that everybody reads. */
const searches = remembered<ListedPosts>({ max: 200 });
const bySlug = remembered<{ post: Post | undefined }>({
  max: 100,
  freshFor: ({ post }) => (post ? undefined : MISSING_FRESH_MS),
});
const others = remembered<ListedPost[]>({ max: 100 });
const index = remembered<IndexedPost[]>({ max: 1 });

/**
 * The newest posts, newest first; `createdAt` is ISO 8601 and `excerpt` may be null. Refused with the blog's own words
 * when the database fails and nothing is kept from before.
 */
export function listLatestPosts(count: number): Promise<Result<PostTeaser[]>> {
  return latest(String(count), async () => {
    const query = table().select("slug,title,excerpt,category,created_at");
    const reply = await once(newestFirst(query).limit(count));
    const parsed = z.array(teaserSchema).safeParse(reply.data);
    return parsed.success ? { isOutage: false, value: parsed.data } : failed(reply);
  });
}

/**
 * A page of six posts, newest first, and how many there are in all. Refused with words to show when the database fails
 * and nothing is kept from before. Source: docs/product.md, "Blog".
 */
export function listPosts(wanted: PostPage): Promise<Result<ListedPosts>> {
  const { category = "", words = [], page } = wanted;
  const kept = words.length === 0 ? pages : searches;
  return kept(JSON.stringify([category, words, page]), () => readPage(wanted));
}

/** All posts by name, newest first: for the sitemap, and for the cards of shared links. Refused as `listPosts` is. */
export function listPostIndex(): Promise<Result<IndexedPost[]>> {
  return index("all", async () => {
    const query = table().select("slug,title,category,created_at");
    const reply = await once(newestFirst(query).limit(MAX_INDEXED));
    const parsed = z.array(indexedSchema).safeParse(reply.data);
    return parsed.success ? { isOutage: false, value: parsed.data } : failed(reply);
  });
}

/** One post with its text, undefined when there is none of that name. Refused as `listPosts` is. */
export async function findPost(slug: string): Promise<Result<Post | undefined>> {
  if (!isSlug(slug)) return { ok: true, value: undefined };
  const found = await bySlug(slug, async () => {
    const reply = await once(table().select(COLUMNS).eq("slug", slug).limit(1));
    const posts = reply.error?.code === NO_ROW ? [] : postsIn(reply);
    return posts ? { isOutage: false, value: { post: posts[0] } } : failed(reply);
  });
  return found.ok ? { ok: true, value: found.value.post } : found;
}

/** The five newest posts but this one. Takes the slug of a post that there is. Refused as `listPosts` is. */
export function listOtherPosts(slug: string): Promise<Result<ListedPost[]>> {
  return others(slug, async () => {
    const query = table().select(COLUMNS).neq("slug", slug);
    const reply = await once(newestFirst(query).limit(OTHERS));
    const posts = postsIn(reply);
    return posts ? { isOutage: false, value: posts.map(listed) } : failed(reply);
  });
}

async function readPage({ category, words = [], page }: PostPage): Promise<Read<ListedPosts>> {
  const first = (page - 1) * POSTS_PER_PAGE;
  let query = table().select(COLUMNS, { count: "exact" });
  if (category !== undefined) query = query.eq("category", category);
  if (words.length > 0) query = query.filter("search_text", "ilike(all)", `{${words.map(patternOf).join(",")}}`);
  const reply = await once(newestFirst(query).range(first, first + POSTS_PER_PAGE - 1));
  if (reply.error?.code === PAST_THE_END) return { isOutage: false, value: { posts: [], total: reply.count ?? 0 } };
  const posts = postsIn(reply);
  if (posts === undefined) return failed(reply);
  return { isOutage: false, value: { posts: posts.map(listed), total: reply.count ?? posts.length } };
}

/**
 * A word as a pattern in a list of patterns. % and _ stand for other characters there (PostgreSQL, 9.7.1), and people look
 * for them too; the list has quotes of its own (PostgreSQL, 8.15.6).
 */
function patternOf(word: string): string {
  const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  return `"${pattern.replace(/["\\]/g, "\\$&")}"`;
}

/** As nobody in particular, whoever asks: what is read is everybody's, and so would a refusal of one visitor's session be. */
function table() {
  return publicClient().from("posts");
}
