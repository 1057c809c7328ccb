import { createHash } from "node:crypto";
import path from "node:path";
import { brandFrom } from "#app/platform/brand.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failure, type Result, success } from "#app/platform/result.ts";
import { createFileCache } from "#app/platform/upstream/file-cache.server.ts";
import { createSemaphore } from "#app/platform/upstream/semaphore.server.ts";
import { drawOgImage, type OgImageText } from "./draw-image.server.ts";

/** Part of the file name. Increase it when the drawing changes, so that old images are not used. */
const DRAWING = 2;
const MAX_KEPT_BYTES = 40 * 1024 * 1024;
const MAX_WAITING = 20;

type OgImagesOptions = { brand: string; folder: string; draw?: typeof drawOgImage };

/**
 * Creates the social images of pages, each drawn once and cached in a folder. Source: docs/product/site.md, "Sitemap and social
 * images".
 */
export function createOgImages({ brand, folder, draw = drawOgImage }: OgImagesOptions) {
  const files = createFileCache({ folder, maxBytes: MAX_KEPT_BYTES });
  const semaphore = createSemaphore({ size: 1, maxWaiting: MAX_WAITING });
  const pending = new Map<string, Promise<Result<Buffer>>>();

  /**
   * Returns a social image with these texts as PNG. Never throws: fails with 503 if too many requests wait, 500 if it
   * cannot be drawn.
   */
  async function findOgImage(words: OgImageText): Promise<Result<Buffer>> {
    const text = JSON.stringify([DRAWING, brand, words.label, words.title]);
    const name = `${createHash("sha256").update(text).digest("hex")}.png`;
    const cached = await files.get(name);
    if (cached) return success(cached.bytes);
    const current = pending.get(name) ?? make(words, name).finally(() => pending.delete(name));
    pending.set(name, current);
    return current;
  }

  async function make(words: OgImageText, name: string): Promise<Result<Buffer>> {
    try {
      const drawn = await semaphore(() => draw(words, brand));
      if (drawn === null) return failure(503, "too many at once");
      await files.set(name, drawn);
      return success(drawn);
    } catch (error) {
      log.error({ err: error }, "social image not drawn");
      return failure(500, "cannot be drawn");
    }
  }

  return { findOgImage };
}

/** The social images of this site; see `createOgImages`. */
export const { findOgImage } = createOgImages({
  brand: brandFrom(env.brand).name,
  folder: path.join(env.dataDir, "cards"),
});
