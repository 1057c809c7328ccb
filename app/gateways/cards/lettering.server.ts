import latin from "@fontsource/roboto/files/roboto-latin-900-normal.woff?inline";
import latinExtended from "@fontsource/roboto/files/roboto-latin-ext-900-normal.woff?inline";
import opentype, { type Font, type Glyph } from "opentype.js";

/** A letter with the font that has it. */
type Letter = { font: Font; glyph: Glyph };

/** The site's headings stand a little tighter than the font has them. */
const TRACKING_EM = -0.03;

let fonts: Font[] | undefined;

/** Read when the first card is drawn: both files are part of the build. The first has nearly every letter. */
function loadFonts(): Font[] {
  fonts ??= [latin, latinExtended].map((url) => {
    const file = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
    return opentype.parse(new Uint8Array(file).buffer);
  });
  return fonts;
}

/** The letters of a text that can be drawn; all others, signs of other scripts and pictures, are left out. */
function lettersOf(text: string): Letter[] {
  return [...text.normalize("NFC")].flatMap((character) => {
    for (const font of loadFonts()) {
      const glyph = font.charToGlyph(character);
      if (glyph.index > 0) return [{ font, glyph }];
    }
    return [];
  });
}

/** How far each letter moves the pen, in parts of the size. Two letters of one font keep their distance (kerning). */
function steps(letters: Letter[]): number[] {
  return letters.map(({ font, glyph }, index) => {
    const next = letters[index + 1];
    const kerning = next?.font === font ? font.getKerningValue(glyph, next.glyph) : 0;
    return (glyph.advanceWidth + kerning) / font.unitsPerEm + TRACKING_EM;
  });
}

/** A text without what cannot be drawn, and with one space for many. */
export function drawable(text: string): string {
  return [...text.normalize("NFC")]
    .filter((character) => /\s/.test(character) || lettersOf(character).length > 0)
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

/** How wide a text is at size 1. */
export function widthOf(text: string): number {
  return steps(lettersOf(text)).reduce((sum, step) => sum + step, 0);
}

/** A line of text as SVG path data. `x` and `y` are where its baseline begins. */
export function pathOf(text: string, { x, y, size }: { x: number; y: number; size: number }): string {
  const letters = lettersOf(text);
  const moves = steps(letters);
  let pen = x;
  return letters
    .map(({ glyph }, index) => {
      const path = glyph.getPath(pen, y, size).toPathData(1);
      pen += (moves[index] ?? 0) * size;
      return path;
    })
    .join("");
}
