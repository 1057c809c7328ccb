import { z } from "zod";
import { log } from "#app/platform/log.server.ts";
import { deadline } from "#app/platform/upstream/deadlines.server.ts";
import { excerptOf } from "./excerpt.server.ts";
import { type ListedPost, type Post, readingMinutes } from "./post.ts";
import type { Read } from "./post-cache.server.ts";

export const COLUMNS = "slug,title,excerpt,content,image_url,category,created_at";

const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

const rowSchema = z
  .object({
    slug: z.string(),
    title: z.string(),
    excerpt: z.string().nullable(),
    content: z.string(),
    image_url: z.string().nullable(),
    category: z.string(),
    created_at: time,
  })
  .transform(({ image_url, created_at, ...post }): Post => ({ ...post, imageUrl: image_url, createdAt: created_at }));

const nameShape = z.object({ slug: z.string(), title: z.string(), category: z.string(), created_at: time });

/** Schema of a post's name and date; `createdAt` is ISO 8601. */
export const indexedSchema = nameShape.transform(({ created_at, ...post }) => ({ ...post, createdAt: created_at }));

/** Schema of a post in lists of links; `excerpt` may be null. */
export const teaserSchema = nameShape
  .extend({ excerpt: z.string().nullable() })
  .transform(({ created_at, ...post }) => ({ ...post, createdAt: created_at }));

type Reply = {
  data: unknown;
  error: { message: string; code?: string } | null;
  count?: number | null;
  /** HTTP status; 0 without a response. */
  status: number;
};

type Query = { abortSignal(signal: AbortSignal): PromiseLike<Reply> };

type Ordered<Query> = { order(column: string, options?: { ascending: boolean }): Query };

/**
 * Orders posts newest first. The slug makes the order stable, so that pages neither repeat nor skip posts of one
 * moment.
 */
export function newestFirst<Query extends Ordered<Query>>(query: Query): Query {
  return query.order("created_at", { ascending: false }).order("slug");
}

/** Runs a query once, for at most four seconds. */
export function queryOnce(query: Query): PromiseLike<Reply> {
  return query.abortSignal(deadline("databaseQuery"));
}

/** Returns the valid posts of a reply; invalid rows are left out and logged. Undefined if no row is valid. */
export function parsePosts({ data }: Reply): Post[] | undefined {
  if (!Array.isArray(data)) return undefined;
  const read = data.map((row: unknown) => rowSchema.safeParse(row));
  const posts = read.flatMap((row) => (row.success ? [row.data] : []));
  if (posts.length < read.length) log.warn({ rows: read.length - posts.length }, "rows that are not posts");
  return posts.length === 0 && read.length > 0 ? undefined : posts;
}

/** Logs a failed read. A 4xx refuses this query only, so it does not count as an outage. */
export function readFailed({ error, status }: Reply): Read<never> {
  log.warn({ reason: error?.message ?? "rows that are not posts" }, "posts not read");
  const isRefusal = status >= 400 && status < 500 && status !== 429;
  return { isOutage: error !== null && !isRefusal };
}

/** Returns a post without its text, as lists show it. */
export function toListedPost({ content, excerpt, ...post }: Post): ListedPost {
  return { ...post, excerpt: excerpt || excerptOf(content), minutes: readingMinutes(content) };
}
