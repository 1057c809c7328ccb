import { type BlogView, pagesOf } from "#app/blog/blog-view.ts";
import { isCategory, POSTS_PER_PAGE } from "#app/blog/post.ts";
import { type ListedPosts, listPosts } from "#app/blog/posts.table.server.ts";
import { searchWords } from "#app/blog/search-words.server.ts";
import { type Result, success } from "#app/platform/result.ts";
import { featuredCard, firstCard, postCard } from "./post-cards.ts";
import type { PostListData } from "./ui/post-list.tsx";

/** The posts of a view, its last page, and how many posts match in total. */
export type FoundPosts = { list: PostListData; page: number; total: number };

/**
 * Reads the pages of a view, each on its own, because each is cached on its own. Fails when a page is neither in the database
 * nor in the cache. An unknown category, or a search without words, has no posts.
 */
export async function findPosts(view: BlogView): Promise<Result<FoundPosts>> {
  const { category, query } = view;
  if (category !== "" && !isCategory(category)) return success({ list: NO_POSTS, page: 1, total: 0 });
  const words = searchWords(query);
  if (query !== "" && words.length === 0) return success({ list: NO_POSTS, page: 1, total: 0 });
  const wanted = { category: category || undefined, words };
  const first = await listPosts({ ...wanted, page: 1 });
  if (!first.ok) return first;
  const { total } = first.value;
  const last = Math.max(1, Math.ceil(total / POSTS_PER_PAGE));
  const page = Math.min(view.page, last);
  const numbers = pagesOf({ page });
  const pages = await Promise.all(
    numbers.map((number) => (number === 1 ? first : listPosts({ ...wanted, page: number }))),
  );
  const read: ListedPosts[] = [];
  for (const found of pages) {
    if (!found.ok) return found;
    read.push(found.value);
  }
  return success({ list: listOf(read, { from: numbers[0] ?? 1, page, last }), page, total });
}

const NO_POSTS: PostListData = { posts: [], next: null, newerPage: null, olderPage: null };

type Position = { from: number; page: number; last: number };

function listOf(pages: readonly ListedPosts[], { from, page, last }: Position): PostListData {
  const leading = page === 1 ? firstCard : featuredCard;
  // A post published between two reads moves the others, so one post may be on two pages.
  const slugs = new Set<string>();
  const unique = pages.map(({ posts }) => posts.filter(({ slug }) => !slugs.has(slug) && slugs.add(slug)));
  const posts = unique.flat().map((post, index) => (index === 0 ? leading(post) : postCard(post)));
  return {
    posts,
    next: pages.length > 1 ? posts.length - (unique.at(-1)?.length ?? 0) : null,
    newerPage: from > 1 ? from - 1 : null,
    olderPage: page < last ? page + 1 : null,
  };
}
