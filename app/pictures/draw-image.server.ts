import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import robotoBlack from "@expo-google-fonts/roboto/900Black/Roboto_900Black.ttf?inline";
import { escapeHtml } from "#app/platform/text/html-text.ts";
import { loadSharp } from "./sharp.server.ts";

export type OgImageText = {
  /** The page's topic in a word or two, shown above the title; may be empty. */
  label: string;
  title: string;
};

/** The size that sites expect for a large link preview. */
const [WIDTH, HEIGHT] = [1200, 630];
const MARGIN = 72;
const TEXT_WIDTH = 700;
const BORDER = 56;
const TITLE_SIZE = 112;
const LABEL_SIZE = 34;
const BRAND_SIZE = 46;
const BRAND_TOP = 482;

/** Light colours of app/ui/styles/tokens.css; all visitors get the same image. */
const COLOR = { cloth: "#ffbf24", spot: "#f7ae00", ink: "#1c1320", print: "#8a1538" };

/** Longer titles would be unreadable in a chat. */
const LONGEST_TITLE = 140;
const LONGEST_LABEL = 40;

/** Draws the social image of a page, a PNG of 1200 × 630 with background, border, motif, label, title and brand. */
export async function drawOgImage({ label, title }: OgImageText, brand: string): Promise<Buffer> {
  const sharp = await loadSharp();
  const about = shorten(drawableText(label), LONGEST_LABEL);
  const top = BORDER + (about === "" ? 44 : 104);
  const texts = await Promise.all([
    place(about, { top: BORDER + 48, size: LABEL_SIZE, height: Math.ceil(LABEL_SIZE * 1.3) }),
    place(shorten(drawableText(title), LONGEST_TITLE), { top, size: TITLE_SIZE, height: BRAND_TOP - top }),
    brand === "Mtandao"
      ? []
      : place(drawableText(brand), { top: BRAND_TOP + 16, size: BRAND_SIZE, height: Math.ceil(BRAND_SIZE * 1.3) }),
  ]);
  return sharp(Buffer.from(cardSvg({ hasWordmark: brand === "Mtandao" })), { limitInputPixels: WIDTH * HEIGHT })
    .composite(texts.flat())
    .png({ palette: true, colors: 32, compressionLevel: 9, effort: 4 })
    .toBuffer();
}

/** Returns a text of the left column as a sharp overlay; an empty list for an empty text. */
async function place(text: string, { top, size, height }: { top: number; size: number; height: number }) {
  if (text === "") return [];
  return [{ input: await drawText(text, { width: TEXT_WIDTH, height, size, color: COLOR.ink }), left: MARGIN, top }];
}

function shorten(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).trimEnd()}…`;
}

function cardSvg({ hasWordmark }: { hasWordmark: boolean }): string {
  const { cloth, spot } = COLOR;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="none">
<defs>${spots(spot)}${pindo()}</defs>
<path fill="${cloth}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><path fill="url(#spots)" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
<g transform="translate(1095 315) scale(3.1)">${mji()}</g>
<path fill="url(#pindo)" d="M0 0h${WIDTH}v${BORDER}H0z"/>
<path fill="url(#pindo)" d="M0 0h${WIDTH}v${BORDER}H0z" transform="translate(0 ${HEIGHT}) scale(1 -1)"/>
${hasWordmark ? wordmark() : ""}
</svg>`;
}

/** The wordmark of the demo brand; an agency's own name is set as text. */
function wordmark(): string {
  const { ink, print } = COLOR;
  return `<g transform="translate(${MARGIN} ${BRAND_TOP + 10}) scale(1.45)" stroke="${ink}" stroke-width="5.6"><path d="M3 9v22M3 19a6.5 6.5 0 0 1 13 0v12M16 19a6.5 6.5 0 0 1 13 0v12M41 3v20q0 5.2 5 5.2h3M35 12h13M70.5 9v22M79 9v22M79 19a6.5 6.5 0 0 1 13 0v12M116.5 0v31M141 9v22"/><circle cx="62.5" cy="20" r="8.2"/><circle cx="108.5" cy="20" r="8.2"/><circle cx="133" cy="20" r="8.2"/><circle cx="157.5" cy="20" r="8.2"/><circle cx="157.5" cy="20" r="2.9" fill="${print}" stroke="none"/></g>`;
}

function spots(color: string): string {
  return `<pattern id="spots" width="44" height="44" patternUnits="userSpaceOnUse"><circle cx="22" cy="22" r="6" fill="${color}"/></pattern>`;
}

/** The border of the pages (app/ui/styles/tokens.css), twice as large. */
function pindo(): string {
  const { cloth, ink, print } = COLOR;
  return `<pattern id="pindo" width="80" height="56" patternUnits="userSpaceOnUse"><g transform="scale(2)"><path fill="${cloth}" d="M0 0h40v28H0z"/><path fill="${ink}" d="M0 0h40v4H0zM0 25h40v3H0z"/><path fill="${print}" d="M1 7h18l-9 14zM21 7h18l-9 14z"/><g fill="${ink}"><circle cy="18" r="3.2"/><circle cx="20" cy="18" r="3.2"/><circle cx="40" cy="18" r="3.2"/></g><path fill="${cloth}" d="M10 8.5l3 3.5-3 3.5-3-3.5zM30 8.5l3 3.5-3 3.5-3-3.5z"/></g></pattern>`;
}

/** The motif of the pages (app/ui/primitives/skyline.tsx). */
function mji(): string {
  const { cloth, ink, print } = COLOR;
  const leaf = `<path d="M0-30C15-45 14-64 0-80-14-64-15-45 0-30z" fill="${print}"/><circle cy="-57" r="5" fill="${cloth}"/><path d="M0-30V-18" stroke="${ink}" stroke-width="3"/>`;
  const leaves = Array.from({ length: 12 }, (_, index) => `<g transform="rotate(${30 * index})">${leaf}</g>`).join("");
  return `<circle r="95" stroke="${ink}" stroke-width="5" stroke-linecap="round" stroke-dasharray="0 14.92"/><circle r="86" stroke="${ink}" stroke-width="3"/>${leaves}<g transform="rotate(15)"><circle r="70" stroke="${ink}" stroke-width="7" stroke-linecap="round" stroke-dasharray="0 36.65"/></g><circle r="18" fill="${ink}"/><circle r="11.5" stroke="${cloth}" stroke-width="3" stroke-linecap="round" stroke-dasharray="0 7.23"/><circle r="5" fill="${cloth}"/>`;
}

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
