import { z } from "zod";
import { log } from "#app/log.server.ts";
import { excerptOf } from "#app/model/markdown/excerpt.server.ts";
import { type ListedPost, type Post, readingMinutes } from "#app/model/post.ts";
import type { Read } from "./remembered.server.ts";

export const COLUMNS = "slug,title,excerpt,content,image_url,category,created_at";

const TIMEOUT_MS = 4000;

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

/** A row that has what a post is called by; `createdAt` is ISO 8601. */
export const indexedSchema = nameShape.transform(({ created_at, ...post }) => ({ ...post, createdAt: created_at }));

/** The same with what the lists of links show; `excerpt` may be null. */
export const teaserSchema = nameShape
  .extend({ excerpt: z.string().nullable() })
  .transform(({ created_at, ...post }) => ({ ...post, createdAt: created_at }));

type Reply = {
  data: unknown;
  error: { message: string; code?: string } | null;
  count?: number | null;
  /** Of HTTP; 0 when there was no answer. */
  status: number;
};

type Query = { abortSignal(signal: AbortSignal): { retry(isOn: boolean): PromiseLike<Reply> } };

type Ordered<Query> = { order(column: string, options?: { ascending: boolean }): Query };

/** Posts of one moment, written by one statement for instance, stay in one order, so that no page has one twice or never. */
export function newestFirst<Query extends Ordered<Query>>(query: Query): Query {
  return query.order("created_at", { ascending: false }).order("slug");
}

/** What the database says to a query within four seconds, asked once. */
export function once(query: Query): PromiseLike<Reply> {
  // The client's own repeats take seconds, which the visitor would wait.
  return query.abortSignal(AbortSignal.timeout(TIMEOUT_MS)).retry(false);
}

/** The posts among the rows of a reply. One that is none is left out and told to the log, the others are shown. */
export function postsIn({ data }: Reply): Post[] | undefined {
  if (!Array.isArray(data)) return undefined;
  const read = data.map((row: unknown) => rowSchema.safeParse(row));
  const posts = read.flatMap((row) => (row.success ? [row.data] : []));
  if (posts.length < read.length) log.warn({ rows: read.length - posts.length }, "rows that are not posts");
  return posts.length === 0 && read.length > 0 ? undefined : posts;
}

/** What a failed read is, told to the log. A database that refuses this question is not down, and answers others. */
export function failed({ error, status }: Reply): Read<never> {
  log.warn({ reason: error?.message ?? "rows that are not posts" }, "posts not read");
  const isRefusal = status >= 400 && status < 500 && status !== 429;
  return { isOutage: error !== null && !isRefusal };
}

/** A post as lists show it: without its text, which is long. */
export function listed({ content, excerpt, ...post }: Post): ListedPost {
  return { ...post, excerpt: excerpt || excerptOf(content), minutes: readingMinutes(content) };
}
