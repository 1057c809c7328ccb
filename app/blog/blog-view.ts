const QUERY_CHARACTERS = 100;

/** How many pages of the list one page of the site shows: what a phone gets in one round trip. */
const PAGES_AT_ONCE = 4;

/** A view of the blog: a category ("" for all), a search ("" for none), and the last list page, counted from 1. */
export type BlogView = { category: string; query: string; page: number };

/** Reads a view from the URL's query. An invalid page number becomes 1; the search is trimmed and cut to a maximum length. */
export function readBlogView(params: URLSearchParams): BlogView {
  const page = /^[1-9]\d{0,5}$/.exec(params.get("page") ?? "")?.[0] ?? "1";
  const query = (params.get("q") ?? "").replace(/\p{Cc}+/gu, " ").trim();
  return {
    category: params.get("category") ?? "",
    query: [...query].slice(0, QUERY_CHARACTERS).join("").trim(),
    page: Number(page),
  };
}

/** Returns the canonical URL path of a view. Missing parts are those of the blog's first page. */
export function blogPath({ category = "", query = "", page = 1 }: Partial<BlogView>): string {
  const params = new URLSearchParams();
  if (query !== "") params.set("q", query);
  if (category !== "") params.set("category", category);
  if (page > 1) params.set("page", String(page));
  return params.size === 0 ? "/blog" : `/blog?${params}`;
}

/** Returns the list pages that a view shows together, in order. Further down, the first pages are left out. */
export function pagesOf({ page }: Pick<BlogView, "page">): number[] {
  const first = Math.max(1, page - PAGES_AT_ONCE + 1);
  return Array.from({ length: page - first + 1 }, (_, index) => first + index);
}
