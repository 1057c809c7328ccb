/** Blog categories as stored in the database. Source: docs/product/blog-and-projects.md, "Blog". */
export const CATEGORIES = ["Technology", "Business", "#ThatsTheSPIRIT"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Posts of a list page, including the featured one. */
export const POSTS_PER_PAGE = 6;

/** Suits reading on a phone; 240 is usual for paper. */
const WORDS_PER_MINUTE = 200;

/** A post in a list. `createdAt` is ISO 8601. */
export type ListedPost = {
  slug: string;
  title: string;
  excerpt: string;
  category: string;
  createdAt: string;
  imageUrl: string | null;
  minutes: number;
};

/** A post on its own page. `content` is markdown. */
export type Post = {
  slug: string;
  title: string;
  excerpt: string | null;
  content: string;
  category: string;
  createdAt: string;
  imageUrl: string | null;
  /** What the picture shows; null for one that shows nothing. */
  imageAlt: string | null;
};

/** Returns whether a text is exactly one of the categories. */
export function isCategory(word: string): word is Category {
  return CATEGORIES.some((category) => category === word);
}

/** Returns whether a text is a valid slug; the database has the same constraint. */
export function isSlug(text: string): boolean {
  return text.length <= 120 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

/** Returns the number of words. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

/** Returns the reading time in whole minutes, at least one. */
export function readingMinutes(text: string): number {
  return Math.max(1, Math.round(countWords(text) / WORDS_PER_MINUTE));
}
