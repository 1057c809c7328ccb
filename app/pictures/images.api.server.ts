import { createHash } from "node:crypto";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { request } from "undici";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { type Failure, failure, type Result, success } from "#app/platform/result.ts";
import { distanceFromNowMs, monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { withBreaker } from "#app/platform/upstream/breaker.server.ts";
import { deadline, deadlineMs } from "#app/platform/upstream/deadlines.server.ts";
import { createFileCache } from "#app/platform/upstream/file-cache.server.ts";
import { createSemaphore } from "#app/platform/upstream/semaphore.server.ts";
import { type Connections, createConnections } from "./connect.api.server.ts";
import { loadSharp } from "./sharp.server.ts";

/** How long a stored image is used. Then it is fetched again, because a host may change the image at an address. */
const FRESH_MS = 7 * 86_400_000;
const MAX_KEPT_BYTES = 200 * 1024 * 1024;
/** How long a failed image is not fetched again. */
const FAILED_MS = 60_000;
const AT_A_TIME = 2;
const MAX_WAITING = 40;

/** More than phone cameras produce; each pixel takes four bytes of memory. */
const MAX_PIXELS = 40_000_000;
const QUALITY = 74;

type ImagesOptions = {
  /** Allowed origins: scheme, host and port. */
  origins: readonly string[];
  folder: string;
  connections: Connections;
};

/**
 * Creates a cache of resized images from other sites: kept for a week in a folder of at most 200 MB. Two images are
 * fetched from each host at a time, so that a silent host does not delay others, and two are resized. Source:
 * docs/product/site.md, "Pictures".
 */
export function createImages({ origins, folder, connections }: ImagesOptions) {
  const files = createFileCache({ folder, maxBytes: MAX_KEPT_BYTES });
  const gates = new Map(
    origins.map((origin) => [origin, createSemaphore({ size: AT_A_TIME, maxWaiting: MAX_WAITING })]),
  );
  const throughShrinking = createSemaphore({ size: AT_A_TIME, maxWaiting: MAX_WAITING });
  const failed = new LRUCache<string, Failure>({ max: 1000, ttl: FAILED_MS, perf: monotonicMs });
  const pending = new Map<string, Promise<Result<Buffer>>>();

  /** Returns the URL if it has no credentials and an allowed origin; undefined otherwise. */
  function allowed(src: string): URL | undefined {
    if (!URL.canParse(src)) return undefined;
    const url = new URL(src);
    return url.username === "" && url.password === "" && origins.includes(url.origin) ? url : undefined;
  }

  /**
   * Returns an image as WebP of at most this width. Never throws. Fails with 404 if it is not allowed or does not
   * exist, 502 if the host fails or sends no image, 503 if too many requests wait. A failed image is not fetched
   * again for a minute; meanwhile an old copy is returned if there is one.
   */
  async function findImage(src: string, width: number): Promise<Result<Buffer>> {
    const url = allowed(src);
    if (!url) return failure(404, "not an allowed origin");
    const name = `${createHash("sha256").update(`${width} ${url.href}`).digest("hex")}.webp`;
    const cached = await files.get(name);
    if (cached && distanceFromNowMs(cached.keptAt) < FRESH_MS) return success(cached.bytes);
    const result = failed.get(url.href) ?? (await once(name, () => make({ url, width, name })));
    return result.ok || !cached ? result : success(cached.bytes);
  }

  /** Parallel requests for one image share one fetch. */
  function once(name: string, work: () => Promise<Result<Buffer>>): Promise<Result<Buffer>> {
    const known = pending.get(name) ?? work().finally(() => pending.delete(name));
    pending.set(name, known);
    return known;
  }

  async function make({ url, width, name }: ImageRequest): Promise<Result<Buffer>> {
    const fetched = await gates.get(url.origin)?.(() => fetchCarefully(url));
    const shrunk = fetched?.ok ? await throughShrinking(() => shrink(fetched.value, width)) : fetched;
    if (!shrunk) return failure(503, "too many at once");
    if (shrunk.ok) {
      await files.set(name, shrunk.value);
      return shrunk;
    }
    // Logs only the host: a URL may contain a key.
    log.warn({ host: url.host, reason: shrunk.message }, "image not made");
    const result = failure(shrunk.status === 404 || shrunk.status === 410 ? 404 : 502, shrunk.message);
    failed.set(url.href, result);
    return result;
  }

  async function fetchCarefully(url: URL): Promise<Result<Buffer>> {
    const outcome = await withBreaker(`images ${url.origin}`, async () => {
      const fetched = await fetchImage(url, connections);
      return { fetched, isOutage: !fetched.ok && (fetched.status === 0 || fetched.status >= 500) };
    });
    return outcome?.fetched ?? failure(0, "left alone for a while");
  }

  return { findImage, isAllowed: (src: string) => allowed(src) !== undefined };
}

type ImageRequest = { url: URL; width: number; name: string };

async function shrink(bytes: Buffer, width: number): Promise<Result<Buffer>> {
  try {
    return success(await shrinkImage(bytes, width));
  } catch {
    return failure(200, "cannot be opened");
  }
}

/**
 * Returns the image as WebP, at most this wide and twice as high, never enlarged, rotated upright and without
 * metadata. Animated images give their first frame. Rejects if the image cannot be opened, is too large or takes too
 * long.
 */
async function shrinkImage(bytes: Buffer, width: number): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 })
    .autoOrient()
    .resize({ width, height: 2 * width, fit: "inside", withoutEnlargement: true })
    .timeout({ seconds: Math.ceil(deadlineMs("imageScaling") / 1000) })
    .webp({ quality: QUALITY })
    .toBuffer();
}

/** Images of the configured hosts; see `createImages`. */
export const { findImage, isAllowed: isImageAllowed } = createImages({
  origins: env.images.origins,
  folder: path.join(env.dataDir, "images"),
  connections: createConnections(env.images.isOnThisComputer),
});

const MAX_BYTES = 5 * 1024 * 1024;

/** First bytes of the accepted formats. SVG is not accepted, because it can contain scripts. */
const BEGINNINGS = [/^\xff\xd8\xff/, /^\x89PNG\r\n.\n/, /^GIF8[79]a/, /^RIFF[\s\S]{4}WEBP/, /^[\s\S]{4}ftypavi[fs]/];

/**
 * Fetches an image of at most 5 MB. Redirects are not followed; the format is read from the bytes, not from the
 * Content-Type. Never throws. Fails with the host's status, 200 for no image or a too large one, 0 without a
 * response.
 */
export async function fetchImage(src: URL, { agent, mayAsk }: Connections): Promise<Result<Buffer>> {
  if (!mayAsk(src.hostname)) return failure(0, "not a public address");
  try {
    const { statusCode, headers, body } = await request(src, {
      dispatcher: agent,
      headers: { accept: "image/webp,image/avif,image/png,image/jpeg,image/gif", "accept-encoding": "identity" },
      signal: deadline("image"),
    });
    if (statusCode !== 200 || Number(headers["content-length"] ?? 0) > MAX_BYTES) {
      body.once("error", () => undefined).destroy();
      return failure(statusCode, statusCode === 200 ? "too large" : `status ${statusCode}`);
    }
    const bytes = await readAll(body);
    if (bytes === null) return failure(statusCode, "too large");
    return isOpened(bytes) ? success(bytes) : failure(statusCode, "not a picture");
  } catch (error) {
    return failure(0, reasonOf(error));
  }
}

/** Returns null if the body is over the limit; the rest is not read. */
async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    // Leaving the loop closes the connection.
    if (size > MAX_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function isOpened(bytes: Buffer): boolean {
  const beginning = bytes.subarray(0, 16).toString("latin1");
  return BEGINNINGS.some((pattern) => pattern.test(beginning));
}

/** Returns the code of a network failure, not its message, which contains the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error ? String(error.code) : error.name;
}
