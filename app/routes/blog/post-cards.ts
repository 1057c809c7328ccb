import type { ListedPost } from "#app/blog/post.ts";
import { dateOf, dayNumber } from "#app/platform/text/nairobi-day.ts";
import { asDataUrl, pictureOf } from "./pictures.server.ts";
import type { PostCardData } from "./ui/post-card.tsx";
import { CARD_PICTURE, FEATURED } from "./ui/post-card.tsx";

/** The day of a post in Nairobi, as ISO 8601 and in words. Takes an ISO 8601 time. */
export function dayOf(createdAt: string): { isoDay: string; day: string } {
  const { iso, words } = dateOf(dayNumber(new Date(createdAt)));
  return { isoDay: iso, day: words };
}

/** A post as lists show it, with a picture of this width. */
export function postCard({ createdAt, imageUrl, ...post }: ListedPost, { width } = CARD_PICTURE): PostCardData {
  return { ...post, ...dayOf(createdAt), src: pictureOf(imageUrl, { width, category: post.category }).src };
}

/** The featured post as the list shows it, with a larger picture. */
export function featuredCard(post: ListedPost): PostCardData {
  return postCard(post, FEATURED);
}

/** A post as lists show it, with the picture as a data URL. Only for the first page of a list, to keep longer lists small. */
export function firstCard(post: ListedPost): PostCardData {
  const shown = featuredCard(post);
  return { ...shown, src: asDataUrl(shown.src) };
}
