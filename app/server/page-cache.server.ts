import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

export type Page = { headers: Headers; body: string };
type Encoding = "br" | "gzip" | "identity";
type Variant = { etag: string; head: string[]; body: Buffer };
type Stored = { page: Page; madeAt: number; size: number; variants: Record<Encoding, Variant> };

const FRESH_MS = 60_000;
/** A form's stamp is good for 24 h, so no copy may be older than half of that. */
const MAX_AGE_MS = 12 * 3600_000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_PATHS = 5_000;
/** A session or a notice makes a page personal; the leftover code verifier of a sign-up does not. */
const PERSONAL = /(?:^|;\s*)(?:sb-[^=;]*?auth-token|notice)(?:[.=]|-(?!code-verifier))/;

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Whether a reply to this request could know who is asking. */
export function isPersonal(req: IncomingMessage): boolean {
  return req.headers.authorization !== undefined || PERSONAL.test(req.headers.cookie ?? "");
}

/**
 * Whole public pages, kept as the bytes that go out. A page is kept under its path and those query parameters which its
 * own No-Vary-Search header declares (RFC-to-be "No-Vary-Search": `params, except=("q")`); any other parameter is
 * ignored when reading and prevents storing, so nobody can fill or poison the cache with made-up ones.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, Stored>({
    maxSize: MAX_BYTES,
    sizeCalculation: (stored) => stored.size,
  });
  readonly #declared = new LRUCache<string, readonly string[]>({ max: MAX_PATHS });
  readonly #rendering = new Map<string, Promise<void>>();

  /** The key of a URL whose path has been kept before, else undefined. */
  keyOf(url: string): string | undefined {
    const mark = url.indexOf("?");
    const declared = this.#declared.get(mark < 0 ? url : url.slice(0, mark));
    if (declared === undefined) return undefined;
    return mark < 0 ? url : keyFor(url.slice(0, mark), new URLSearchParams(url.slice(mark)), declared);
  }

  /** Answers from the cache, at once, if a fresh copy is there. Gives back whether it did. */
  serve(req: IncomingMessage, res: ServerResponse, key: string): boolean {
    const stored = this.#pages.get(key);
    if (!stored || Date.now() - stored.madeAt > FRESH_MS) return false;
    const { etag, head, body } = stored.variants[bestEncoding(req.headers["accept-encoding"])];
    if (req.headers["if-none-match"]?.includes(etag)) {
      res.writeHead(304, head.slice(0, -2)).end();
      return true;
    }
    res.writeHead(200, head);
    res.end(req.method === "HEAD" ? undefined : body);
    return true;
  }

  /** Keeps a public page for a URL, unless the URL has a parameter that the page does not declare. */
  async keep(url: string, page: Page): Promise<void> {
    const { pathname, searchParams } = new URL(url, "http://cache");
    const declared = declaredParams(page.headers.get("No-Vary-Search"));
    if ([...searchParams.keys()].some((name) => !declared.includes(name))) return;
    const raw = Buffer.from(page.body);
    const [br, zipped] = await Promise.all([compress.br(raw), compress.gzip(raw, { level: 9 })]);
    const variants = {
      br: variant(page, br, "br"),
      gzip: variant(page, zipped, "gzip"),
      identity: variant(page, raw, "identity"),
    };
    const size = br.length + zipped.length + 2 * raw.length;
    this.#pages.set(keyFor(pathname, searchParams, declared), { page, madeAt: Date.now(), size, variants });
    this.#declared.set(pathname, declared);
  }

  /** The last copy of a page, however stale (up to 12 h): better than a failure. */
  lastGood(url: string): Page | undefined {
    const key = this.keyOf(url);
    const stored = key === undefined ? undefined : this.#pages.get(key);
    return stored && Date.now() - stored.madeAt < MAX_AGE_MS ? stored.page : undefined;
  }

  /**
   * One render at a time for a key. Waits for a render under way and gives back false; else marks one as begun, to end
   * with the reply, and gives back true.
   */
  async begin(key: string, res: ServerResponse): Promise<boolean> {
    const running = this.#rendering.get(key);
    if (running) {
      await running;
      return false;
    }
    this.#rendering.set(
      key,
      new Promise((done) => {
        res.once("close", () => {
          this.#rendering.delete(key);
          done();
        });
      }),
    );
    return true;
  }
}

function keyFor(path: string, given: URLSearchParams, declared: readonly string[]): string {
  const kept = declared.flatMap((name) => given.getAll(name).map((value) => [name, value]));
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

function declaredParams(header: string | null): string[] {
  return [...(header?.match(/except=\((.*?)\)/)?.[1]?.matchAll(/"([^"]+)"/g) ?? [])].map((match) => match[1] ?? "");
}

function variant(page: Page, body: Buffer, encoding: Encoding): Variant {
  // The policy belongs to the body: the same HTML under another policy is another page.
  const hash = createHash("sha256")
    .update(body)
    .update(page.headers.get("Content-Security-Policy") ?? "");
  const etag = `"${hash.digest("base64url").slice(0, 22)}"`;
  const head = [...page.headers].filter(([name]) => name !== "vary").flat();
  head.push("ETag", etag, "Vary", "Accept-Encoding, Cookie");
  if (encoding !== "identity") head.push("Content-Encoding", encoding);
  head.push("Content-Length", String(body.length));
  return { etag, head, body };
}

function bestEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return "identity";
  if (/\bbr\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return "br";
  return /\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? "gzip" : "identity";
}
