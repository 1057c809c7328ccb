import { type AppLoadContext, data } from "@remix-run/node";
import type { z } from "zod";
import {
  type Article,
  publicationOf,
  publicationTime,
  readVersion,
  suggestSlug,
  WRITING_LIMITS,
} from "#app/blog/article.ts";
import {
  type ArticleList,
  type ArticleOutcome,
  type ArticlePart,
  type ArticleTable,
  deleteArticle,
  type ListedArticle,
  saveArticle,
} from "#app/blog/desk.table.server.ts";
import { whenWords } from "#app/desk/trail.ts";
import { keepPicture } from "#app/pictures/post-pictures.server.ts";
import { nowDate, nowMs } from "#app/platform/clock.ts";
import { redirectWithFlash } from "#app/platform/http/flash.server.ts";
import { parseFields, rejectForm } from "#app/platform/http/form.server.ts";
import { OUTAGE, statusOf } from "#app/platform/http/form-result.ts";
import type { Result } from "#app/platform/result.ts";
import type { Staff } from "#app/platform/settings/staff.ts";
import { clockOf, clockWords, dateOf, dayNumber, nairobiTime } from "#app/platform/text/nairobi-day.ts";
import { type KeyKind, type PageKey, pageKeyText, readPageKey } from "#app/platform/text/page-key.ts";
import type { ListPart } from "./ui/article-list.tsx";
import { ARTICLE_FORM, type StoredArticle } from "./ui/use-article.ts";

/** The id in the address of a page that writes something new. */
export const NEW = "new";

type Row = { id: string; published_at: string | null };
type FieldErrors = Record<string, string[]>;

type ArticlePage<Fields extends Article> = {
  table: ArticleTable;
  /** What the page writes, as in "This post is saved." */
  noun: string;
  schema: z.ZodType<Fields>;
  /** The stored row; undefined for a new one. */
  row: Row | undefined;
  /** Returns the columns of the row. `slug` is the typed address, or one made of the title. */
  columnsOf: (fields: Fields, slug: string) => Record<string, unknown>;
  /**
   * Returns errors by field, for values that the schema accepts. `purpose`: the button, or "publish" if readers will see them.
   */
  problemsOf: (fields: Fields, purpose: string) => FieldErrors;
  /** Renders the typed values as readers would see them. */
  previewOf: (fields: Fields) => unknown;
  /** Returns the path of the public page. Without it nothing is published here. */
  publicPath?: (slug: string) => string;
  /** Carries out a button that only this page has, after everything is saved. Returns undefined for other buttons. */
  afterSaving?: (id: string, fields: Fields, intent: string) => Promise<Result<FlashWords> | undefined>;
};
type FlashWords = { title: string; text?: string };

type Visit = { typed: FormData; staff: Staff; context: AppLoadContext | undefined };

/**
 * Handles the form of an article. "preview" and "write" show the article and save nothing. "publish" first shows what readers
 * will see, until the form has `sure`. "save", "publish" and "unpublish" save all that was typed. "delete" deletes a draft. If
 * another person has changed the row since the form was made, nothing is saved and the page shows both texts. Source:
 * docs/product/desk.md, "The desk".
 */
export async function answerArticle<Fields extends Article>(page: ArticlePage<Fields>, visit: Visit) {
  const { table, noun, row } = page;
  const { typed, staff, context } = visit;
  const intent = String(typed.get("form"));
  const uploadErrors = intent === "delete" ? {} : await keepUpload(visit);
  const isPreview = intent === "preview" || intent === "write";
  const isUntitled = isPreview && String(typed.get("title") ?? "").trim() === "";
  if (isUntitled) typed.set("title", "No title yet");
  const submission = parseFields(typed, page.schema, WRITING_LIMITS);
  const expectedVersion = String(typed.get("expectedVersion") ?? "");
  // A rejected form keeps its version: by it the page sees whether the row was changed.
  const refused = { context, form: ARTICLE_FORM, submission, carry: { expectedVersion } };
  if (intent === "delete") return row ? deleteDraft(page, { row, staff, refused }) : isDeleted(table, noun);
  if (submission.status !== "success") return rejectForm({ ...refused, fieldErrors: uploadErrors });
  const fields = submission.value;
  const state = row ? publicationOf(row, nowMs()) : "draft";
  const time = intent === "publish" ? publicationTime(fields, nowMs()) : { at: undefined };
  const problems = page.problemsOf(fields, intent === "save" && state !== "draft" ? "publish" : intent);
  const fieldErrors = { ...problems, ...uploadErrors };
  if (time.problem !== undefined) fieldErrors.day = [time.problem];
  const slug = fields.slug || suggestSlug(fields.title);
  if (slug === "" && !isPreview) fieldErrors.slug = ["Please type an address in Latin letters"];
  if (Object.keys(fieldErrors).length > 0) return rejectForm({ ...refused, fieldErrors });
  const mustCheck = intent === "publish" && typed.get("sure") === null;
  if (isPreview || mustCheck) {
    const result = submission.reply();
    // The page has what was typed, not the message of an earlier save.
    if (context) context.givenBack = ARTICLE_FORM;
    if (isUntitled) result.initialValue = { ...result.initialValue, title: "" };
    const day = time.at === undefined || time.at === "now" ? "" : when(time.at);
    return data({
      ...{ form: ARTICLE_FORM, result, carry: { expectedVersion }, view: intent },
      preview: await page.previewOf(fields),
      check: mustCheck ? { path: page.publicPath?.(slug) ?? "", day } : undefined,
    });
  }
  const at = intent === "unpublish" || (!row && intent !== "publish") ? null : time.at;
  const publishing = table === "newsletter_issues" || at === undefined ? {} : { published_at: at };
  const content = { ...page.columnsOf(fields, slug), ...publishing };
  const saved = await saveArticle(
    { staff, table, id: row?.id ?? null, expectedVersion: readVersion(expectedVersion) },
    content,
  );
  if (!saved.ok) return rejectForm({ ...refused, message: saved.message, status: statusOf(saved) });
  const { id } = saved.value;
  if (saved.value.state !== "saved" || id === null) return refuseOutcome(saved.value, { noun, slug, refused });
  const done = await page.afterSaving?.(id, fields, intent);
  // Everything is saved, so the form continues with the new version of the row.
  if (done?.ok === false) return rejectForm({ ...refused, carry: {}, message: done.message, status: statusOf(done) });
  const words = done?.value ?? { title: savedWords(noun, intent === "publish" ? time.at : intent, state) };
  const isPublic = intent === "publish" ? time.at === "now" : intent === "save" && state === "public";
  const to = isPublic ? page.publicPath?.(table === "projects" ? id : slug) : undefined;
  const next = to === undefined ? {} : { next: { to, label: "See it as readers do" } };
  return redirectWithFlash(`${pathOf(table)}/${id}`, { about: ARTICLE_FORM, ...words, ...next });
}

/**
 * Keeps the uploaded picture of a form, if there is one, and puts its path into the field "picture". Returns the error of that
 * field. The picture is kept although another field may be refused, because no page can fill in a file field again.
 */
async function keepUpload({ typed, staff }: Visit): Promise<FieldErrors> {
  const upload = String(typed.get("upload") ?? "");
  typed.delete("upload");
  if (upload === "") return {};
  const kept = await keepPicture(staff, upload);
  if (!kept.ok) return { picture: [kept.message] };
  typed.set("picture", kept.value);
  return {};
}

function pathOf(table: ArticleTable): string {
  return table === "newsletter_issues" ? "/desk/newsletter" : `/desk/${table}`;
}

function savedWords(noun: string, how: string | undefined, state: string): string {
  if (how === "unpublish") return `The ${noun} is a draft again`;
  if (how === "now") return `The ${noun} is public`;
  if (how !== undefined && how !== "save") return `The ${noun} will be public at ${when(how)}`;
  return state === "public" ? "Saved. Readers see it now" : "Saved";
}

const when = (moment: string) => clockWords(new Date(moment), nowDate());

type Rejection = { noun: string; slug: string; refused: Parameters<typeof rejectForm>[0] };

function refuseOutcome({ state, by, at }: ArticleOutcome, { noun, slug, refused }: Rejection) {
  if (state === "taken") {
    return rejectForm({
      ...refused,
      fieldErrors: { slug: [`Another ${noun} has the address “${slug}”`] },
      status: 409,
    });
  }
  if (state === "fixed") {
    const message = `This ${noun} has become public, so its address stays. Your text is not saved yet.`;
    return rejectForm({ ...refused, message, status: 409 });
  }
  const message = state === "public" ? `This ${noun} is no draft any more.` : changedWords({ by, at });
  return rejectForm({ ...refused, message, status: 409, title: "Your text is not saved" });
}

/** Returns who changed something that somebody else wanted to change. */
export function changedWords({ by, at }: Pick<ArticleOutcome, "by" | "at">): string {
  return at
    ? `${by ?? "Somebody"} changed this at ${when(at)}. Compare, then save again.`
    : "Somebody has deleted this.";
}

type Deletion = Pick<Visit, "staff"> & { row: Row; refused: Rejection["refused"] };

async function deleteDraft<Fields extends Article>(
  { table, noun }: ArticlePage<Fields>,
  { row, staff, refused }: Deletion,
) {
  const deleted = await deleteArticle({
    staff,
    table,
    id: row.id,
    expectedVersion: readVersion(refused.carry?.expectedVersion),
  });
  if (!deleted.ok) return rejectForm({ ...refused, message: deleted.message, status: OUTAGE });
  const { state } = deleted.value;
  if (state === "gone") return isDeleted(table, noun);
  const message = state === "public" ? `This ${noun} is no draft.` : changedWords(deleted.value);
  return rejectForm({ ...refused, message, status: 409, title: "Nothing is deleted" });
}

function isDeleted(table: ArticleTable, noun: string) {
  return redirectWithFlash(pathOf(table), { about: ARTICLE_FORM, title: `The ${noun} is deleted` });
}

type StoredRow = Omit<ListedArticle, "title"> & { was_public: boolean };
type Address = { slug: string; isSlugFixed?: boolean; href: string };

/** Returns what the page of a stored row shows about it. `isSlugFixed`: its address can never change. */
export function storedArticle(row: StoredRow, { slug, isSlugFixed = false, href }: Address): StoredArticle {
  const state = publicationOf(row, nowMs());
  const at = new Date(row.published_at ?? 0);
  const isScheduled = state === "scheduled";
  return {
    state,
    words: stateWords(row),
    saved: `Saved ${whenWords(new Date(row.updated_at), nowDate())}`,
    expectedVersion: row.updated_at,
    slug,
    isSlugFixed: isSlugFixed || row.was_public || state === "public",
    day: isScheduled ? dateOf(dayNumber(at)).iso : "",
    time: isScheduled ? clockOf(at).slice(0, 5) : "",
    href,
  };
}

function stateWords({ published_at, updated_at }: Pick<StoredRow, "published_at" | "updated_at">): string {
  const saved = nairobiTime(new Date(updated_at));
  if (published_at === null) return `Draft, saved ${saved}`;
  const at = nairobiTime(new Date(published_at));
  return publicationOf({ published_at }, nowMs()) === "public" ? `Public since ${at}` : `Public from ${at}`;
}

const HEADINGS = { drafts: "Drafts", scheduled: "Scheduled", published: "Public" } as const;

/** Returns after which row each part of a list begins, by the parameters of a URL. */
export function readArticleKeys(params: URLSearchParams, kind: KeyKind): Partial<Record<ArticlePart, PageKey>> {
  const parts = Object.keys(HEADINGS) as ArticlePart[];
  const keys = parts.map((part) => [part, readPageKey(params.get(part), kind)] as const);
  return Object.fromEntries(keys.filter(([, key]) => key !== undefined));
}

/** Returns the parts of a list with their headings, and the links to the rows that are not on this page. */
export function listParts(list: ArticleList, path: string, after: Partial<Record<ArticlePart, PageKey>>): ListPart[] {
  return (Object.keys(HEADINGS) as ArticlePart[]).map((part) => {
    const { rows, next } = list[part];
    return {
      heading: HEADINGS[part],
      rows: rows.map((row) => ({ id: row.id, title: row.title, words: stateWords(row) })),
      isWhole: next === undefined && after[part] === undefined,
      ...(next && { next: `${path}?${new URLSearchParams({ [part]: pageKeyText(next) })}` }),
    };
  });
}
