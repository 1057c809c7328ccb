const QUERY_CHARACTERS = 100;
const QUERY_WORDS = 6;

/** Pages of the list that one page of the site shows: as many as a phone gets in one round trip. */
const PAGES_AT_ONCE = 4;

/** What of the blog is shown: a category ("" is all), a search ("" is none), and the pages up to this one, from 1. */
export type BlogView = { category: string; query: string; page: number };

/** Reads an address. What is no page is the first; a search is trimmed, and cut where nobody types on. */
export function readBlogView(params: URLSearchParams): BlogView {
  const page = /^[1-9]\d{0,5}$/.exec(params.get("page") ?? "")?.[0] ?? "1";
  const typed = (params.get("q") ?? "").replace(/\p{Cc}+/gu, " ").trim();
  return {
    category: params.get("category") ?? "",
    query: [...typed].slice(0, QUERY_CHARACTERS).join("").trim(),
    page: Number(page),
  };
}

/** The one address of a view: all that is not said is as on the blog's first page. */
export function blogPath({ category = "", query = "", page = 1 }: Partial<BlogView>): string {
  const params = new URLSearchParams();
  if (query !== "") params.set("q", query);
  if (category !== "") params.set("category", category);
  if (page > 1) params.set("page", String(page));
  return params.size === 0 ? "/blog" : `/blog?${params}`;
}

/** The pages that a view shows together, from the first to the last. Far down, the newest ones give way. */
export function pagesOf({ page }: Pick<BlogView, "page">): number[] {
  const first = Math.max(1, page - PAGES_AT_ONCE + 1);
  return Array.from({ length: page - first + 1 }, (_, index) => first + index);
}

/**
 * The words to look for, each of which has to be in a post. A star is a mark of markdown, and stands for anything in the
 * database's own language: nobody looks for it.
 */
export function searchWords(query: string): string[] {
  const words = query.split(/[\s*]+/u).filter(Boolean);
  return [...new Set(words.map((word) => word.toLowerCase()))].slice(0, QUERY_WORDS);
}
