import { loadSharp } from "../sharp.server.ts";

/** More than any camera in a phone gives; each pixel costs four bytes of memory. */
const MAX_PIXELS = 40_000_000;
const MAX_SECONDS = 5;
const QUALITY = 74;

/**
 * A picture as WebP, no wider than this and no higher than twice that, never enlarged, upright, without what the camera
 * wrote into it. Of a moving one the first frame. Rejects for what cannot be opened, is too large, or takes too long.
 */
export async function shrinkImage(bytes: Buffer, width: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 })
    .autoOrient()
    .resize({ width, height: 2 * width, fit: "inside", withoutEnlargement: true })
    .timeout({ seconds: MAX_SECONDS })
    .webp({ quality: QUALITY })
    .toBuffer();
}
