import { Renderer, type Token, type Tokens } from "marked";
import { z } from "zod";
import { log } from "#app/platform/log.server.ts";
import { deadline } from "#app/platform/upstream/deadlines.server.ts";
import { type ListedPost, type Post, readingMinutes } from "./post.ts";
import type { Read } from "./post-cache.server.ts";
import { decodeReferences } from "./references.server.ts";
import { drawMarkdown } from "./to-html.server.ts";

export const COLUMNS = "slug,title,excerpt,content,image_url,image_alt,category,created_at";

const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

const rowSchema = z
  .object({
    slug: z.string(),
    title: z.string(),
    excerpt: z.string().nullable(),
    content: z.string(),
    image_url: z.string().nullable(),
    image_alt: z.string().nullish(),
    category: z.string(),
    created_at: time,
  })
  .transform(
    ({ image_url, image_alt, created_at, ...post }): Post => ({
      ...post,
      imageUrl: image_url,
      imageAlt: image_alt ?? null,
      createdAt: created_at,
    }),
  );

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
  const isRejection = status >= 400 && status < 500 && status !== 429;
  return { isOutage: error !== null && !isRejection };
}

/** Returns a post without its text, as lists show it. */
export function toListedPost({ content, excerpt, ...post }: Post): ListedPost {
  return { ...post, excerpt: excerpt || excerptOf(content), minutes: readingMinutes(content) };
}

/** From docs/product/blog-and-projects.md, "Blog". */
const EXCERPT_CHARACTERS = 150;
/** Enough to find the first 150 characters, however much markup is between them. */
const MAX_SOURCE_CHARACTERS = 4_000;

/**
 * Returns the first 150 characters of a markdown text without markup, with "…" if more follows. It replaces the excerpt of a
 * post that has none. Source: docs/product/blog-and-projects.md, "Blog".
 */
export function excerptOf(markdown: string): string {
  const beginning = markdown.slice(0, MAX_SOURCE_CHARACTERS);
  const all = [...wordsOf(beginning).replace(/\s+/g, " ").trim()];
  const first = all.slice(0, EXCERPT_CHARACTERS).join("").trimEnd();
  return all.length > EXCERPT_CHARACTERS || beginning !== markdown ? `${first}…` : first;
}

/** Returns the source itself if the parser rejects it. */
function wordsOf(markdown: string): string {
  try {
    return drawMarkdown(markdown, new WordsRenderer());
  } catch {
    return markdown;
  }
}

type WithTokens = { tokens: Token[] };

/** Renders only the words: no markup, no pictures, a space at each line end. */
class WordsRenderer extends Renderer {
  override code = ({ text }: Tokens.Code) => `${text} `;
  override blockquote = ({ tokens }: WithTokens) => this.parser.parse(tokens);
  override html = ({ text }: Tokens.HTML | Tokens.Tag) => text;
  override heading = ({ tokens }: WithTokens) => `${this.parser.parseInline(tokens)} `;
  override hr = () => " ";
  override list = ({ items }: Tokens.List) => items.map((item) => this.listitem(item)).join("");
  override listitem = ({ tokens }: WithTokens) => `${this.parser.parse(tokens)} `;
  override checkbox = () => "";
  override paragraph = ({ tokens }: WithTokens) => `${this.parser.parseInline(tokens)} `;
  override table = ({ header, rows }: Tokens.Table) =>
    [header, ...rows].flatMap((row) => row.map((cell) => this.tablecell(cell))).join("");
  override tablecell = ({ tokens }: WithTokens) => `${this.parser.parseInline(tokens)} `;
  override strong = ({ tokens }: WithTokens) => this.parser.parseInline(tokens);
  override em = ({ tokens }: WithTokens) => this.parser.parseInline(tokens);
  override codespan = ({ text }: Tokens.Codespan) => text;
  override br = () => " ";
  /** Without a mark, what is struck out would count. */
  override del = ({ tokens }: WithTokens) => `~${this.parser.parseInline(tokens)}~`;
  override link = ({ tokens }: WithTokens) => this.parser.parseInline(tokens);
  override image = () => "";
  override text = (token: Tokens.Text | Tokens.Escape): string =>
    "tokens" in token && token.tokens ? `${this.parser.parseInline(token.tokens)} ` : decodeReferences(token.text);
}
