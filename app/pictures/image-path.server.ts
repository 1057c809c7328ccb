import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { env } from "#app/platform/env.server.ts";
import { LONGEST_URL } from "#app/platform/http/request-limits.ts";
import { safePath } from "#app/platform/http/safe-path.ts";
import type { ImageSource } from "./image-source.ts";
import { isImageAllowed } from "./images.api.server.ts";

/** Image widths in pixels: an avatar, and three for a phone, a card and a page. */
const WIDTHS = [96, 320, 640, 960] as const;
type ImageWidth = (typeof WIDTHS)[number];

const KEY = Buffer.from(hkdfSync("sha256", env.appSecret, "", "images", 32));
const SIGNATURE_BYTES = 8;

/**
 * Returns the signed path of a resized image. `src` is a path of this site, returned unchanged, or a URL; `wanted` is
 * the width in pixels, rounded up to the next of WIDTHS. Undefined if `src` is invalid, too long or of a host that is
 * not configured. The signature prevents fetching images that no page shows. Source: docs/product/site.md, "Pictures".
 */
export function imagePath(src: string | null | undefined, wanted: number): string | undefined {
  const own = ownPathOf(src);
  if (own !== undefined || !src) return own;
  if (src.length > LONGEST_URL || !isImageAllowed(src)) return undefined;
  const { href } = new URL(src);
  const width = WIDTHS.find((one) => one >= wanted) ?? 960;
  const path = `/images?${new URLSearchParams({ src: href, s: signatureOf(href), w: String(width) })}`;
  return path.length > LONGEST_URL ? undefined : path;
}

/** Returns the sources of an image in three widths, or the path of an own image; undefined if there is none. */
export function imageSource(src: string | null | undefined): ImageSource | undefined {
  const middle = imagePath(src, 640);
  if (middle === undefined) return undefined;
  if (middle === ownPathOf(src)) return { src: middle };
  const [, ...widths] = WIDTHS;
  return { src: middle, srcSet: widths.map((width) => `${imagePath(src, width)} ${width}w`).join(", ") };
}

/** Parses the query of a path that `imagePath` made; undefined for any other. */
export function readImageQuery(query: URLSearchParams): { src: string; width: ImageWidth } | undefined {
  const [src, signature] = [query.get("src") ?? "", query.get("s") ?? ""];
  const width = WIDTHS.find((one) => String(one) === query.get("w"));
  return width !== undefined && isSignatureOf(src, signature) ? { src, width } : undefined;
}

/** Returns the width for clients that save data; avatars stay as they are. */
export function savingWidth(width: ImageWidth): ImageWidth {
  return width === 96 ? width : 320;
}

function ownPathOf(src: string | null | undefined): string | undefined {
  if (!src) return undefined;
  return safePath(src.startsWith(`${env.origin}/`) ? src.slice(env.origin.length) : src, env.origin);
}

function signatureOf(src: string): string {
  return createHmac("sha256", KEY).update(src).digest().subarray(0, SIGNATURE_BYTES).toString("base64url");
}

function isSignatureOf(src: string, signature: string): boolean {
  const [given, ours] = [Buffer.from(signature), Buffer.from(signatureOf(src))];
  return given.length === ours.length && timingSafeEqual(given, ours);
}
