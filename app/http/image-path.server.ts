import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { env } from "#app/env.server.ts";
import { isImageAllowed } from "#app/gateways/images.server.ts";
import type { ImageSource } from "#app/model/image-source.ts";
import { LONGEST_URL } from "#app/model/longest-url.ts";
import { safePath } from "#app/model/safe-path.ts";

/** The widths in pixels that pictures are made in: an avatar's, and three for a phone, a card and a page. */
const WIDTHS = [96, 320, 640, 960] as const;
type ImageWidth = (typeof WIDTHS)[number];

const KEY = Buffer.from(hkdfSync("sha256", env.appSecret, "", "images", 32));
const MARK_BYTES = 8;

/**
 * The one maker of addresses of pictures. Takes where a picture lies (a path of this site, which it gives back as it is, or
 * a web address) and how wide it is wanted, in pixels: it comes in the next of our widths, which end at 960. Undefined for what
 * is no address, is too long for one of ours, or at a host that is not configured: a page then does without. The address is signed, so that nobody can have
 * us fetch what no page of ours shows. Source: docs/product.md, "Pictures".
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

/** A picture in the three widths of pages, or as it is where it is ours; undefined where there is none to show. */
export function imageSource(src: string | null | undefined): ImageSource | undefined {
  const middle = imagePath(src, 640);
  if (middle === undefined) return undefined;
  if (middle === ownPathOf(src)) return { src: middle };
  const [, ...widths] = WIDTHS;
  return { src: middle, srcSet: widths.map((width) => `${imagePath(src, width)} ${width}w`).join(", ") };
}

/** Reads the query of an address that `imagePath` has made; undefined for any other. */
export function readImageQuery(query: URLSearchParams): { src: string; width: ImageWidth } | undefined {
  const [src, mark] = [query.get("src") ?? "", query.get("s") ?? ""];
  const width = WIDTHS.find((one) => String(one) === query.get("w"));
  return width !== undefined && isMarkOf(src, mark) ? { src, width } : undefined;
}

/** The least that a picture is made in, for whoever asks to save data; an avatar stays what it is. */
export function savingWidth(width: ImageWidth): ImageWidth {
  return width === 96 ? width : 320;
}

function ownPathOf(src: string | null | undefined): string | undefined {
  if (!src) return undefined;
  return safePath(src.startsWith(`${env.origin}/`) ? src.slice(env.origin.length) : src, env.origin);
}

function signatureOf(src: string): string {
  return createHmac("sha256", KEY).update(src).digest().subarray(0, MARK_BYTES).toString("base64url");
}

function isMarkOf(src: string, mark: string): boolean {
  const [given, ours] = [Buffer.from(mark), Buffer.from(signatureOf(src))];
  return given.length === ours.length && timingSafeEqual(given, ours);
}
