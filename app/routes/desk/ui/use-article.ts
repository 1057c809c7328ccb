import { useActionData } from "@remix-run/react";
import type { Publication } from "#app/blog/article.ts";
import { useFormKey, usePageForm } from "#app/ui/forms/use-page-form.ts";

/** The id of the form, also of its flash messages. */
export const ARTICLE_FORM = "article";

/** What the loader of an article's page returns about a stored row; null for a new article. */
export type StoredArticle = {
  state: Publication;
  /** "Draft, saved 24 Nov 2026, 08:05". */
  words: string;
  /** "Saved at 08:05". */
  saved: string;
  /** The version of the row. */
  expectedVersion: string;
  /** `slug`: the end of the article's address. `isSlugFixed`: it cannot change, because the article was public. */
  slug: string;
  isSlugFixed: boolean;
  /** The day and time of a scheduled publication in Nairobi; "" without one. */
  day: string;
  time: string;
  /** The path of the public page. */
  href: string;
};

/**
 * Returns the form of an article's page: the fields with their initial values, and whether somebody else has changed the row.
 */
export function useArticle<Fields extends Record<string, string>>(defaultValue: Fields, stored: StoredArticle | null) {
  const page = usePageForm({
    id: ARTICLE_FORM,
    formKey: useFormKey(ARTICLE_FORM),
    defaultValue: { slug: "", day: stored?.day ?? "", time: stored?.time ?? "", ...defaultValue },
  });
  const expectedVersion = page.carry.expectedVersion;
  return {
    page,
    isChanged: stored !== null && expectedVersion !== undefined && expectedVersion !== stored.expectedVersion,
  };
}

/** What the action returns about an unsaved text. `view`: the button. `day`: when it will be public; "" for now. */
type Unsaved<Preview> = { preview?: Preview; view?: string; check?: { path: string; day: string } };

/**
 * Returns the preview of an unsaved text if the form was sent for one, whether the preview is shown first, and what staff check
 * before the text becomes public.
 */
export function useUnsavedPreview<Preview>() {
  const { preview, view, check } = useActionData<Unsaved<Preview>>() ?? {};
  return { unsaved: preview, isPreviewFirst: view === "preview", check };
}

/** The fields and the state of the form. */
export type ArticlePage = ReturnType<typeof useArticle<Record<string, string>>>["page"];
