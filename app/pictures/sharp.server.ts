import type Sharp from "sharp";

/** The accepted image formats, read from memory only. */
const OPENED = ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Svg"].map((format) => `VipsForeignLoad${format}Buffer`);

let loaded: Promise<typeof Sharp> | undefined;

/**
 * Loads the image library on first use, so that a site without images, or a machine that cannot load it, still
 * starts. Rejects if it cannot be loaded.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: OPENED });
    // One thread per image and no cache: images do not share operations.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}
