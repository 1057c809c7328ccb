import { imagePath } from "#app/http/image-path.server.ts";
import type { Picture } from "#app/model/image-source.ts";
import { type Category, isCategory } from "#app/model/post.ts";

/** Every picture stands in a box of 16 to 9, whatever its own shape. */
const SHAPE = 9 / 16;

/** Drawings of our own, which lie among the site's files, and the route that fetches any other. */
const PICTURES = /^\/(?:pictures\/[a-z0-9-]+\.(?:svg|png|jpg|webp|avif)$|images\?)/;

const TILES: Record<Category, string> = {
  Business: "/pictures/tile-business.svg",
  Technology: "/pictures/tile-technology.svg",
  "#ThatsTheSPIRIT": "/pictures/tile-spirit.svg",
};

type Wanted = {
  /** CSS pixels that it is drawn at, at most. */
  width: number;
  /** Empty where the picture says nothing that the words beside it don't. */
  alt?: string;
  /** Whose kanga tile stands in for a picture that there is not. */
  category: string;
};

/**
 * The picture for an address that stands in the database or in a text: a drawing of ours as it is, any other through
 * `imagePath`, and the category's kanga tile where there is none. Never an address of somebody else's.
 */
export function pictureOf(url: string | null, { width, alt = "", category }: Wanted): Picture {
  const path = imagePath(url, width);
  const src = path !== undefined && PICTURES.test(path) ? path : tileOf(category);
  return { src, width, height: Math.round(width * SHAPE), alt };
}

/** The text of each drawing, by where it lies. */
const DRAWINGS = import.meta.glob<string>("/public/pictures/*.svg", { query: "?raw", import: "default", eager: true });

/**
 * An address that holds the drawing itself, in 300 bytes of a page: to ask for it would take a slow network another journey.
 * Takes what `pictureOf` gives; any other picture keeps its address.
 */
export function inPage(src: string): string {
  const drawing = DRAWINGS[`/public${src}`];
  return drawing === undefined
    ? src
    : `data:image/svg+xml,${drawing
        .trim()
        .replaceAll('"', "'")
        .replace(/[%#<>]/g, encodeURIComponent)}`;
}

function tileOf(category: string): string {
  return TILES[isCategory(category) ? category : "Business"];
}
