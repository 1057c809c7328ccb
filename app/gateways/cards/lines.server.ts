import { drawable, widthOf } from "./lettering.server.ts";

/** Sizes of a title in pixels, the largest first. */
const SIZES = [112, 92, 76, 62] as const;
/** From one line to the next, in parts of the size. */
export const LEADING = 0.98;
const ELLIPSIS = "…";

type Room = { width: number; height: number };

/**
 * Breaks a title into lines, as large as it fits into this room, in pixels, without breaking a word. What does not fit in the
 * smallest size is cut, with an ellipsis.
 */
export function breakTitle(title: string, { width, height }: Room): { size: number; lines: string[] } {
  const words = drawable(title).split(" ");
  const tries = SIZES.map((size) => ({
    size,
    lines: fill(words, width / size),
    most: Math.floor(height / (size * LEADING)),
  }));
  const smallest = { size: 62, lines: [], most: 0 };
  const fits = tries.find(({ lines, most }) => lines.length <= most && !lines.some(isBroken));
  const { size, lines, most } = fits ?? tries.at(-1) ?? smallest;
  const shown = lines.slice(0, most).map((line) => line.replace(SOFT, ""));
  if (lines.length > most) shown.push(shorten(shown.pop() ?? "", width / size));
  return { size, lines: shown };
}

/** Stands at the end of a line that ends within a word. */
const SOFT = "\u00ad";

function isBroken(line: string): boolean {
  return line.endsWith(SOFT);
}

/** `room` is the width of a line at size 1. */
function fill(words: readonly string[], room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words.flatMap((whole) => pieces(whole, room))) {
    const longer = line === "" || isBroken(line) ? word : `${line} ${word}`;
    if (line !== "" && !isBroken(line) && widthOf(longer) <= room) line = longer;
    else {
      if (line !== "") lines.push(line);
      line = word;
    }
  }
  return line === "" ? lines : [...lines, line];
}

/** A word that is wider than a line, in pieces that are not. */
function pieces(word: string, room: number): string[] {
  if (widthOf(word) <= room) return [word];
  const found: string[] = [];
  let piece = "";
  for (const character of word) {
    if (piece !== "" && widthOf(piece + character) > room) {
      found.push(piece + SOFT);
      piece = "";
    }
    piece += character;
  }
  return [...found, piece];
}

/** A line that is no wider than this, at size 1: as it is, or cut with an ellipsis. */
export function shortenTo(room: number, line: string): string {
  return widthOf(line) <= room ? line : shorten(line, room);
}

function shorten(line: string, room: number): string {
  let short = line;
  while (short !== "" && widthOf(short + ELLIPSIS) > room) short = [...short].slice(0, -1).join("");
  return short.trimEnd() + ELLIPSIS;
}
