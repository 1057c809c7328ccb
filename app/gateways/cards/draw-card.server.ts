import { loadSharp } from "../sharp.server.ts";
import { drawable, pathOf, widthOf } from "./lettering.server.ts";
import { breakTitle, LEADING, shortenTo } from "./lines.server.ts";

export type CardWords = {
  /** What the page is about, in a word or two, above the title; may be empty. */
  label: string;
  title: string;
};

/** What the large preview of a shared link is drawn in: its size is the one that all who show it agree on. */
const [WIDTH, HEIGHT] = [1200, 630];
const MARGIN = 72;
const TEXT_WIDTH = 700;
const BORDER = 56;
const LABEL_SIZE = 34;
const BRAND_SIZE = 46;
const BRAND_TOP = 482;

/** The light cloth of app/ui/sheets/tokens.css: a card is the same for everybody. */
const COLOR = { cloth: "#ffbf24", spot: "#f7ae00", ink: "#1c1320", print: "#8a1538" };

/** The card of a page as a PNG of 1200 × 630: the cloth, its border and motif, the title as large as it fits, the brand. */
export async function drawCard(words: CardWords, brand: string): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(cardSvg(words, brand)), { limitInputPixels: WIDTH * HEIGHT })
    .png({ palette: true, colors: 32, compressionLevel: 9, effort: 4 })
    .toBuffer();
}

/** All text is paths, so the drawing needs no font on the machine and nothing typed can be anything but letters. */
function cardSvg({ label, title }: CardWords, brand: string): string {
  const { cloth, spot, ink, print } = COLOR;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="none">
<defs>${spots(spot)}${pindo()}</defs>
<path fill="${cloth}" d="M0 0h${WIDTH}v${HEIGHT}H0z"/><path fill="url(#spots)" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>
<g transform="translate(1095 315) scale(3.1)">${mji()}</g>
<path fill="url(#pindo)" d="M0 0h${WIDTH}v${BORDER}H0z"/>
<path fill="url(#pindo)" d="M0 0h${WIDTH}v${BORDER}H0z" transform="translate(0 ${HEIGHT}) scale(1 -1)"/>
<path fill="${ink}" d="${lettering(label, title)}"/>
${brandMark(brand, { ink, print })}
</svg>`;
}

/** Label and title from the top; what is left stays free above the brand. */
function lettering(label: string, title: string): string {
  const about = shortenTo(TEXT_WIDTH / LABEL_SIZE, drawable(label));
  const top = BORDER + (about === "" ? 44 : 104);
  const { size, lines } = breakTitle(title, { width: TEXT_WIDTH, height: BRAND_TOP - top });
  // Capitals are three quarters of the size high.
  const first = top + size * 0.75;
  const shown = lines.map((line, index) => pathOf(line, { x: MARGIN, y: first + index * size * LEADING, size }));
  if (about !== "") shown.push(pathOf(about, { x: MARGIN, y: BORDER + 76, size: LABEL_SIZE }));
  return shown.join("");
}

/** The brand at the foot: drawn for Mtandao, lettered for an agency under its own name. */
function brandMark(brand: string, { ink, print }: { ink: string; print: string }): string {
  const y = BRAND_TOP + 54;
  if (brand === "Mtandao") {
    return `<g transform="translate(${MARGIN} ${y - 44}) scale(1.45)" stroke="${ink}" stroke-width="5.6"><path d="M3 9v22M3 19a6.5 6.5 0 0 1 13 0v12M16 19a6.5 6.5 0 0 1 13 0v12M41 3v20q0 5.2 5 5.2h3M35 12h13M70.5 9v22M79 9v22M79 19a6.5 6.5 0 0 1 13 0v12M116.5 0v31M141 9v22"/><circle cx="62.5" cy="20" r="8.2"/><circle cx="108.5" cy="20" r="8.2"/><circle cx="133" cy="20" r="8.2"/><circle cx="157.5" cy="20" r="8.2"/><circle cx="157.5" cy="20" r="2.9" fill="${print}" stroke="none"/></g>`;
  }
  const name = drawable(brand);
  const size = Math.min(BRAND_SIZE, TEXT_WIDTH / Math.max(widthOf(name), 1));
  return `<path fill="${ink}" d="${pathOf(name, { x: MARGIN, y, size })}"/>`;
}

function spots(color: string): string {
  return `<pattern id="spots" width="44" height="44" patternUnits="userSpaceOnUse"><circle cx="22" cy="22" r="6" fill="${color}"/></pattern>`;
}

/** The border of the pages (app/ui/sheets/tokens.css), twice as large. */
function pindo(): string {
  const { cloth, ink, print } = COLOR;
  return `<pattern id="pindo" width="80" height="56" patternUnits="userSpaceOnUse"><g transform="scale(2)"><path fill="${cloth}" d="M0 0h40v28H0z"/><path fill="${ink}" d="M0 0h40v4H0zM0 25h40v3H0z"/><path fill="${print}" d="M1 7h18l-9 14zM21 7h18l-9 14z"/><g fill="${ink}"><circle cy="18" r="3.2"/><circle cx="20" cy="18" r="3.2"/><circle cx="40" cy="18" r="3.2"/></g><path fill="${cloth}" d="M10 8.5l3 3.5-3 3.5-3-3.5zM30 8.5l3 3.5-3 3.5-3-3.5z"/></g></pattern>`;
}

/** The motif of the pages (app/ui/marks/mji.tsx). */
function mji(): string {
  const { cloth, ink, print } = COLOR;
  const leaf = `<path d="M0-30C15-45 14-64 0-80-14-64-15-45 0-30z" fill="${print}"/><circle cy="-57" r="5" fill="${cloth}"/><path d="M0-30V-18" stroke="${ink}" stroke-width="3"/>`;
  const leaves = Array.from({ length: 12 }, (_, index) => `<g transform="rotate(${30 * index})">${leaf}</g>`).join("");
  return `<circle r="95" stroke="${ink}" stroke-width="5" stroke-linecap="round" stroke-dasharray="0 14.92"/><circle r="86" stroke="${ink}" stroke-width="3"/>${leaves}<g transform="rotate(15)"><circle r="70" stroke="${ink}" stroke-width="7" stroke-linecap="round" stroke-dasharray="0 36.65"/></g><circle r="18" fill="${ink}"/><circle r="11.5" stroke="${cloth}" stroke-width="3" stroke-linecap="round" stroke-dasharray="0 7.23"/><circle r="5" fill="${cloth}"/>`;
}
