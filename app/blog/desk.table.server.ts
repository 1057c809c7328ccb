import { z } from "zod";
import { nowDate } from "#app/platform/clock.ts";
import { trustedClient } from "#app/platform/database/client.api.server.ts";
import { readRows, rowsAfter, runQuery } from "#app/platform/database/rows.table.server.ts";
import { log } from "#app/platform/log.server.ts";
import { announceChange } from "#app/platform/redis/changes.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import type { PageKey } from "#app/platform/text/page-key.ts";

const NOT_READ = "We could not read this. Please try again.";
const NOT_SAVED = "We could not save this. Please try again.";

/** The tables of what staff publish on the site. */
type Published = "posts" | "projects";
/** The tables of what staff write. */
export type ArticleTable = Published | "newsletter_issues";

/** The columns of every row that staff write. `updated_at` is the version by which a form notices another change. */
const common = {
  id: z.string(),
  title: z.string(),
  published_at: z.string().nullable(),
  was_public: z.boolean(),
  updated_at: z.string(),
};
const listed = z.object(common).omit({ was_public: true });

/** A row of a list of articles. */
export type ListedArticle = z.infer<typeof listed>;

/** The parts of a list in their order, each with the column by which it is sorted and whether its last time comes first. */
const PARTS = {
  drafts: { column: "updated_at", isNewestFirst: true },
  scheduled: { column: "published_at", isNewestFirst: false },
  published: { column: "created_at", isNewestFirst: true },
} as const;
export type ArticlePart = keyof typeof PARTS;

/** A page of a part; `next`: the key of its last row, if there are more. */
export type ArticlePage = { rows: ListedArticle[]; next: PageKey | undefined };
export type ArticleList = Record<ArticlePart, ArticlePage>;

/** The most rows of each part on a page. */
export const MOST_LISTED = 200;

const rowSchema = listed.extend({ created_at: z.string() });

/**
 * Returns a page of each part: drafts (the last changed first), scheduled rows (the next first) and public rows (the newest
 * first). Each page begins after the key of its part.
 */
export async function listArticles(
  table: Published,
  after: Partial<Record<ArticlePart, PageKey>> = {},
): Promise<Result<ArticleList>> {
  const [drafts, scheduled, published] = await Promise.all([
    listPart(table, "drafts", after.drafts),
    listPart(table, "scheduled", after.scheduled),
    listPart(table, "published", after.published),
  ]);
  return drafts && scheduled && published ? success({ drafts, scheduled, published }) : failure(503, NOT_READ);
}

async function listPart(table: Published, part: ArticlePart, after: PageKey | undefined) {
  const { column, isNewestFirst } = PARTS[part];
  const rows = trustedClient().from(table).select("id,title,published_at,updated_at,created_at");
  const now = nowDate().toISOString();
  const these = {
    drafts: () => rows.is("published_at", null),
    scheduled: () => rows.gt("published_at", now),
    published: () => rows.lte("published_at", now),
  }[part]();
  const order = { ascending: !isNewestFirst };
  const later = after ? these.or(rowsAfter(column, after, isNewestFirst)) : these;
  const sorted = later.order(column, order).order("id", order);
  const read = await readRows(sorted.limit(MOST_LISTED + 1), rowSchema, "articles not read");
  if (!read) return undefined;
  const page = read.slice(0, MOST_LISTED);
  const last = read.length > MOST_LISTED ? page.at(-1) : undefined;
  return { rows: page, next: last && { at: last[column] ?? "", key: last.id } };
}

const postSchema = z.object({
  ...common,
  slug: z.string(),
  content: z.string(),
  excerpt: z.string().nullable(),
  category: z.string(),
  image_url: z.string().nullable(),
  image_alt: z.string().nullable(),
  created_at: z.string(),
});

/** A post as staff edit it. */
export type WrittenPost = z.infer<typeof postSchema>;

/** Returns a post of any state; undefined if no post has this id. */
export function findWrittenPost(id: string): Promise<Result<WrittenPost | undefined>> {
  return find("posts", id, postSchema);
}

const projectText = z.string().nullable();
const projectSchema = z.object({
  ...common,
  client: projectText,
  category: projectText,
  year: projectText,
  description: projectText,
  fulldescription: projectText,
  technologies: z.array(z.string()),
  tags: z.array(z.string()),
  image: projectText,
  link: projectText,
  githuburl: projectText,
  demourl: projectText,
});

/** A project as staff edit it. */
export type WrittenProject = z.infer<typeof projectSchema>;

/** Returns a project of any state; undefined if no project has this id. */
export function findWrittenProject(id: string): Promise<Result<WrittenProject | undefined>> {
  return find("projects", id, projectSchema);
}

async function find<Row>(table: Published, id: string, schema: z.ZodType<Row>): Promise<Result<Row | undefined>> {
  // The id of a post is a uuid: the database refuses to compare it with other words.
  if (table === "posts" && !z.uuid().safeParse(id).success) return success(undefined);
  const query = trustedClient().from(table).select("*").eq("id", id).limit(1);
  const rows = await readRows(query, schema, "article not read");
  return rows ? success(rows[0]) : failure(503, NOT_READ);
}

export const outcomeSchema = z.object({
  state: z.enum(["saved", "changed", "gone", "taken", "fixed", "public"]),
  id: z.string().nullable(),
  by: z.string().nullish(),
  at: z.string().nullish(),
  /** Whether readers see the row, or saw it before. */
  is_public: z.boolean().default(false),
});

/**
 * The outcome of a change. saved; changed: somebody (`by`) has changed the row since `expectedVersion`, at the time `at` (ISO
 * 8601); gone: there is no such row; taken: another row has the address; fixed: the row was public, so its address cannot
 * change; public: the row is no draft, so it was not deleted.
 */
export type ArticleOutcome = z.infer<typeof outcomeSchema>;

type Change = {
  staff: Staff;
  table: ArticleTable;
  /** The row; null to add one. */
  id: string | null;
  /** The `updated_at` that the form was made from; null for none. */
  expectedVersion: string | null;
};

/**
 * Writes columns of a row, with a line in the log. `published_at` may be "now". The same content again changes nothing. Readers
 * see a public change at once. Without Redis, other processes show it within six minutes. Source: docs/product/desk.md, "The
 * desk".
 */
export async function saveArticle(change: Change, content: Record<string, unknown>): Promise<Result<ArticleOutcome>> {
  return call("save_article", change, { content });
}

/** Deletes a draft, with a line in the log. */
export function deleteArticle(change: Change & { id: string }): Promise<Result<ArticleOutcome>> {
  return call("delete_article", change);
}

async function call(operation: string, change: Change, more = {}): Promise<Result<ArticleOutcome>> {
  const { staff, table, id, expectedVersion } = change;
  const row = { staff, table_name: table, article_id: id, expected_version: expectedVersion };
  const { data, error } = await runQuery(trustedClient().rpc(operation, { ...row, ...more }));
  const outcome = outcomeSchema.safeParse(data).data;
  if (outcome === undefined) {
    log.error({ operation, reason: error?.message ?? "a reply of another shape" }, "article not saved");
    return failure(503, NOT_SAVED, error === null);
  }
  if (outcome.is_public && table !== "newsletter_issues") await announceChange(table);
  return success(outcome);
}
