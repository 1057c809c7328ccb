import { dateOf, dayNumber } from "#app/model/nairobi-day.ts";
import type { ListedPost } from "#app/model/post.ts";
import { asDataUrl, pictureOf } from "./pictures.server.ts";
import { CARD_PICTURE, FEATURED } from "./ui/picture-box.tsx";
import type { PostCardData } from "./ui/post-card.tsx";

/** The day of a post in Nairobi, for machines and for people. Takes ISO 8601. */
export function dayOf(createdAt: string): { isoDay: string; day: string } {
  const { iso, words } = dateOf(dayNumber(new Date(createdAt)));
  return { isoDay: iso, day: words };
}

/** A post of the database as lists show it, with a picture for its place. */
export function postCard({ createdAt, imageUrl, ...post }: ListedPost, { width } = CARD_PICTURE): PostCardData {
  return { ...post, ...dayOf(createdAt), src: pictureOf(imageUrl, { width, category: post.category }).src };
}

/** The same for the featured post, whose picture is larger than all else that a phone shows first. */
export function featuredCard(post: ListedPost): PostCardData {
  return postCard(post, FEATURED);
}

/** The same with the picture in the page, for the first page of a list: a longer one has no room for it. */
export function firstCard(post: ListedPost): PostCardData {
  const shown = featuredCard(post);
  return { ...shown, src: asDataUrl(shown.src) };
}
