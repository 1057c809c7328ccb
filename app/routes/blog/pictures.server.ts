import { type Category, isCategory } from "#app/blog/post.ts";
import { imagePath } from "#app/pictures/image-path.server.ts";
import type { Picture } from "#app/pictures/image-source.ts";

/** Every picture is shown in a 16:9 box. */
const HEIGHT_PER_WIDTH = 9 / 16;

/** The width does not matter for this check. */
const CHECKED_WIDTH = 640;

/** Pictures among the site's own files, and the route that fetches all others. */
const OWN_PICTURE = /^\/(?:pictures\/[a-z0-9-]+\.(?:svg|png|jpg|webp|avif)$|images\?)/;

const TILES: Record<Category, string> = {
  Business: "/pictures/tile-business.svg",
  Technology: "/pictures/tile-technology.svg",
  "#ThatsTheSPIRIT": "/pictures/tile-spirit.svg",
};

type PictureOptions = {
  /** The largest width that it is shown at, in CSS pixels. */
  width: number;
  /** Empty for a decorative picture. */
  alt?: string;
  /** The category whose tile replaces a missing picture. */
  category: string;
};

/**
 * Returns the picture for a URL from the database or from a text: a file of the site as it is, any other through `imagePath`;
 * without a picture the tile of the category. Never returns a URL of another host.
 */
export function pictureOf(url: string | null, { width, alt = "", category }: PictureOptions): Picture {
  const path = imagePath(url, width);
  const src = path !== undefined && OWN_PICTURE.test(path) ? path : tileOf(category);
  return { src, width, height: Math.round(width * HEIGHT_PER_WIDTH), alt };
}

/** Returns whether posts show the picture of a URL: a file of the site, or one of the hosts of IMAGE_HOSTS. */
export function isPicture(url: string): boolean {
  return OWN_PICTURE.test(imagePath(url, CHECKED_WIDTH) ?? "");
}

/** The source of each SVG, by its path. */
const SVG_SOURCES = import.meta.glob<string>("/public/pictures/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

/**
 * Returns the data URL of an SVG of the site, about 300 bytes, which saves a slow network one round trip. Takes the `src`
 * of `pictureOf`; any other picture keeps its URL.
 */
export function asDataUrl(src: string): string {
  const svg = SVG_SOURCES[`/public${src}`];
  return svg === undefined
    ? src
    : `data:image/svg+xml,${svg
        .trim()
        .replaceAll('"', "'")
        .replace(/[%#<>]/g, encodeURIComponent)}`;
}

function tileOf(category: string): string {
  return TILES[isCategory(category) ? category : "Business"];
}
