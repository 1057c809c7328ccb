import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { nowMs } from "#app/platform/clock.ts";
import { monotonicMs } from "#app/platform/text/monotonic-clock.ts";
import { createCache } from "#app/platform/upstream/caches.server.ts";
import { SECURITY_HEADERS } from "./security-headers.server.ts";
import { bestEncoding, type Encoding } from "./send.server.ts";

type Page = { headers: Headers; body: string };
type Variant = { etag: string; head: string[]; body: Buffer };
type Stored = { page: Page; madeAt: number; contentVersion: number; size: number; variants: Record<Encoding, Variant> };

const FRESH_MS = 60_000;
/** A form's stamp is valid for 24 h, so no copy may be older than half of that. */
const MAX_AGE_MS = 12 * 3600_000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_PATHS = 5_000;
const RENEW_MS = 10_000;
/** The only spelling of a path that is cached. Routes match other spellings too, which could fill the cache. */
const CANONICAL_PATH = /^\/$|^(?:\/[a-z0-9-]+)+$/;

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * A cache of complete public pages as compressed bytes. The key is the path and the query parameters that the page declares in
 * No-Vary-Search (draft "No-Vary-Search": `params, except=("q")`). Other parameters are ignored when reading and prevent
 * storing, so invented parameters cannot fill or poison the cache.
 */
export class PageCache {
  readonly #pages = createCache<string, Stored>({
    maxSize: MAX_BYTES,
    sizeCalculation: (stored) => stored.size,
  });
  readonly #declared = createCache<string, readonly string[]>({ max: MAX_PATHS });
  #contentVersion = 0;
  /** When rendering a stale page again began (monotonic ms), by key. */
  readonly #renewing = new Map<string, number>();
  /** Keys of pages that are being compressed. */
  readonly #keeping = new Set<string>();

  /** Returns the key of a URL whose path was cached before, else undefined. */
  keyOf(url: string): string | undefined {
    const queryStart = url.indexOf("?");
    const declared = this.#declared.get(queryStart < 0 ? url : url.slice(0, queryStart));
    if (declared === undefined) return undefined;
    return queryStart < 0
      ? url
      : keyFor(url.slice(0, queryStart), new URLSearchParams(url.slice(queryStart)), declared);
  }

  /**
   * Answers from the cache synchronously and returns whether it did. For a copy older than a minute it does not answer the
   * first request, which renders the page again; other requests get the old copy meanwhile.
   */
  serve(req: IncomingMessage, res: ServerResponse, key: string): boolean {
    const stored = this.#pages.get(key);
    if (!stored) return false;
    if (ageOf(stored) > MAX_AGE_MS || (!this.#isFresh(stored) && this.#mayRenew(key))) return false;
    const { etag, head, body } = stored.variants[bestEncoding(req.headers["accept-encoding"])];
    if (req.headers["if-none-match"]?.includes(etag)) {
      res.writeHead(304, head.slice(0, -2)).end();
      return true;
    }
    res.writeHead(200, head);
    res.end(req.method === "HEAD" ? undefined : body);
    return true;
  }

  /** Increases with each change of public content. */
  get contentVersion(): number {
    return this.#contentVersion;
  }

  /** Makes every copy stale, because public content has changed. */
  markAllStale(): void {
    this.#contentVersion += 1;
  }

  /** Drops the copy of a page that no longer exists. */
  forget(url: string): void {
    const key = this.keyOf(url);
    if (key !== undefined) this.#pages.delete(key);
  }

  /**
   * Keeps a public page for a URL, unless the URL has a parameter that the page does not declare. If a page was rendered
   * several times at once, the first copy is kept, because another would be compressed too and have another ETag.
   * `contentVersion` is the version when rendering began.
   */
  async keep(url: string, page: Page, contentVersion = this.#contentVersion): Promise<void> {
    const { pathname, searchParams } = new URL(url, "http://cache");
    const declared = declaredParams(page.headers.get("No-Vary-Search"));
    if (!CANONICAL_PATH.test(pathname) || [...searchParams.keys()].some((name) => !declared.includes(name))) return;
    const key = keyFor(pathname, searchParams, declared);
    const current = this.#pages.peek(key);
    if (this.#keeping.has(key) || (current && this.#isFresh(current))) return;
    this.#keeping.add(key);
    try {
      this.#pages.set(key, await this.#pack(page, key, contentVersion));
      this.#declared.set(pathname, declared);
    } finally {
      this.#renewing.delete(key);
      this.#keeping.delete(key);
    }
  }

  async #pack(page: Page, key: string, contentVersion: number): Promise<Stored> {
    const raw = Buffer.from(page.body);
    const [br, zipped] = await Promise.all([compress.br(raw), compress.gzip(raw, { level: 9 })]);
    const variants = {
      br: variant(page, br, "br"),
      gzip: variant(page, zipped, "gzip"),
      identity: variant(page, raw, "identity"),
    };
    const size = br.length + zipped.length + 2 * raw.length + key.length;
    return { page, madeAt: nowMs(), contentVersion, size, variants };
  }

  /** Returns the last copy of a page, up to 12 h old, which is better than a failure. */
  lastGood(url: string): Page | undefined {
    const key = this.keyOf(url);
    const stored = key === undefined ? undefined : this.#pages.get(key);
    return stored && ageOf(stored) < MAX_AGE_MS ? stored.page : undefined;
  }

  #isFresh(stored: Stored): boolean {
    return ageOf(stored) <= FRESH_MS && stored.contentVersion === this.#contentVersion;
  }

  /** Allows one render of a key at a time; after 10 s another may begin. */
  #mayRenew(key: string): boolean {
    const now = monotonicMs.now();
    if (now - (this.#renewing.get(key) ?? Number.NEGATIVE_INFINITY) < RENEW_MS) return false;
    this.#renewing.set(key, now);
    return true;
  }
}

/**
 * Returns the age in ms by the system clock, as for the page's form stamp. If the clock was set back, the stamp is in the
 * future and unusable, so the page counts as infinitely old.
 */
function ageOf({ madeAt }: Stored): number {
  const age = nowMs() - madeAt;
  return age < 0 ? Number.POSITIVE_INFINITY : age;
}

function keyFor(path: string, params: URLSearchParams, declared: readonly string[]): string {
  const kept = declared.flatMap((name) => params.getAll(name).map((value) => [name, value]));
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

function declaredParams(header: string | null): string[] {
  return [...(header?.match(/except=\(([^()]*)\)/)?.[1]?.matchAll(/"([^"]+)"/g) ?? [])].map((match) => match[1] ?? "");
}

function variant(page: Page, body: Buffer, encoding: Encoding): Variant {
  // The hash includes the policy, because the same HTML with another policy is another page.
  const hash = createHash("sha256")
    .update(body)
    .update(page.headers.get("Content-Security-Policy") ?? "");
  const etag = `"${hash.digest("base64url").slice(0, 22)}"`;
  const pageHeaders = [...page.headers].filter(([name]) => name !== "vary");
  const head = [...Object.entries(SECURITY_HEADERS), ...pageHeaders].flat();
  head.push("ETag", etag, "Vary", "Accept-Encoding, Cookie");
  if (encoding !== "identity") head.push("Content-Encoding", encoding);
  head.push("Content-Length", String(body.length));
  return { etag, head, body };
}
