import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import robotoBlack from "@expo-google-fonts/roboto/900Black/Roboto_900Black.ttf?inline";
import { escapeHtml } from "#app/platform/text/html-text.ts";
import { loadSharp } from "./sharp.server.ts";

/** Characters that Roboto lacks, such as emoji: they would be drawn as boxes. */
const NOT_IN_FONT = /[^\u0020-\u024F\u1E00-\u1EFF\u2010-\u2027\u2030-\u203A\u20A0-\u20BF\u2116\u2122]/gu;

type Box = {
  /** Most width of a line and most height of all lines, in pixels. */
  width: number;
  height: number;
  /** Font size in pixels; reduced if the text does not fit. */
  size: number;
  /** "#rrggbb" */
  color: string;
};

/** Returns the characters of a text that can be drawn, with single spaces. */
export function drawableText(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").replace(NOT_IN_FONT, "").replace(/ +/g, " ").trim();
}

/**
 * Draws a text in Roboto Black with line breaks, as a transparent PNG cropped to the text. Uses the wanted size, or
 * the largest that fits. Takes a non-empty result of `drawableText`. Throws if sharp cannot draw.
 */
export async function drawText(text: string, { width, height, size, color }: Box): Promise<Buffer> {
  const sharp = await loadSharp();
  const fontfile = await fontFile();
  const font = {
    font: `Roboto Black ${size}`,
    fontfile,
    rgba: true,
    wrap: "word-char",
    spacing: Math.round(-size / 8),
  } as const;
  // Pango markup: the size is in points of 72 dpi, which are pixels, the tracking in 1/1024 of a point.
  const markup = `<span foreground="${color}" letter_spacing="${Math.round(-0.03 * size * 1024)}">${escapeHtml(text)}</span>`;
  const image = await sharp({ text: { ...font, text: markup, width, dpi: 72 } })
    .png()
    .toBuffer({ resolveWithObject: true });
  if (image.info.height <= height && image.info.width <= width) return image.data;
  return sharp({ text: { ...font, text: markup, width, height } })
    .png()
    .toBuffer();
}

let written: Promise<string> | undefined;

/** Writes the font, which is part of the build, to a temporary file that Pango can read. Returns its path. */
function fontFile(): Promise<string> {
  written ??= (async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "mtandao-font-"));
    const file = path.join(folder, "roboto-black.ttf");
    await writeFile(file, Buffer.from(robotoBlack.slice(robotoBlack.indexOf(",") + 1), "base64"));
    return file;
  })();
  return written;
}
