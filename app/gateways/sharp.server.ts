import type Sharp from "sharp";

/** The formats that are opened, by their bytes in memory; never a file, and nothing that a library can be talked into. */
const OPENED = ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Svg"].map((format) => `VipsForeignLoad${format}Buffer`);

let loaded: Promise<typeof Sharp> | undefined;

/**
 * The library for pictures, loaded when the first is wanted: a site that has none starts without it, and one whose machine
 * cannot load it does without pictures. Rejects then.
 */
export function loadSharp(): Promise<typeof Sharp> {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: OPENED });
    // Two pictures at a time with a thread each; the operations of one are of no use to the next.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}
