/** What a post is filed under, in the words that the database keeps. Source: docs/product.md, "Blog". */
export const CATEGORIES = ["Technology", "Business", "#ThatsTheSPIRIT"] as const;
export type Category = (typeof CATEGORIES)[number];

/** Posts of a page of the list, the featured one among them. */
export const POSTS_PER_PAGE = 6;

/** Two hundred words a minute, which suits a phone in the hand better than the 240 of quiet readers. */
const WORDS_PER_MINUTE = 200;

/** A post as lists show it. `createdAt` is ISO 8601. */
export type ListedPost = {
  slug: string;
  title: string;
  excerpt: string;
  category: string;
  createdAt: string;
  imageUrl: string | null;
  minutes: number;
};

/** A post as its own page shows it. `content` is markdown. */
export type Post = {
  slug: string;
  title: string;
  excerpt: string | null;
  content: string;
  category: string;
  createdAt: string;
  imageUrl: string | null;
};

/** Whether a word is one of the categories, capitals and "#" included. */
export function isCategory(word: string): word is Category {
  return CATEGORIES.some((category) => category === word);
}

/** Whether this can be the end of a post's address; the database keeps no other. */
export function isSlug(text: string): boolean {
  return text.length <= 120 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);
}

/** How long a text takes to read, in whole minutes, at least one. */
export function readingMinutes(text: string): number {
  const words = text.match(/[\p{L}\p{N}]+(?:[’'-][\p{L}\p{N}]+)*/gu) ?? [];
  return Math.max(1, Math.round(words.length / WORDS_PER_MINUTE));
}
