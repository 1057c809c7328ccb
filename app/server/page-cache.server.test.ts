import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PageCache } from "./page-cache.server.ts";

let cache: PageCache;
beforeEach(() => {
  cache = new PageCache();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns the uncompressed body that the cache sends. */
const bodyOf = (url: string) => serve(url)?.body?.toString();

const page = (body: string, declared = "params") => ({
  body,
  headers: new Headers({ "Content-Type": "text/html", "No-Vary-Search": declared, "Content-Security-Policy": "x" }),
});

/** Returns what the cache sends, or undefined if it does not answer. */
function serve(url: string, headers: Record<string, string> = {}) {
  const key = cache.keyOf(url);
  const req = { method: "GET", headers } as unknown as IncomingMessage;
  const response: { status?: number; head?: string[]; body?: Buffer | undefined } = {};
  const res = {
    writeHead(status: number, head: string[]) {
      Object.assign(response, { status, head });
      return this;
    },
    end(body?: Buffer) {
      response.body = body;
    },
  } as unknown as ServerResponse;
  return key !== undefined && cache.serve(req, res, key) ? response : undefined;
}

it("answers with the stored bytes in the best encoding, or with 304 if the ETag matches", async () => {
  await cache.keep("/", page("<p>hello</p>"));
  const response = serve("/", { "accept-encoding": "gzip, deflate, br" });
  expect(brotliDecompressSync(response?.body ?? Buffer.alloc(0)).toString()).toBe("<p>hello</p>");
  expect(response?.head).toEqual(expect.arrayContaining(["Content-Encoding", "br", "Accept-Encoding, Cookie"]));
  const etag = response?.head?.[(response.head.indexOf("ETag") ?? 0) + 1] ?? "";
  expect(serve("/", { "accept-encoding": "br", "if-none-match": etag })?.status).toBe(304);
  expect(bodyOf("/")).toBe("<p>hello</p>");
});

it("has only declared parameters in its key; a URL with others can be answered but is never stored", async () => {
  await cache.keep("/domains", page("bare", 'params, except=("q")'));
  await cache.keep("/domains?q=a", page("a", 'params, except=("q")'));
  await cache.keep("/domains?q=a&utm=1", page("poison", 'params, except=("q")'));
  expect(bodyOf("/domains?utm=9")).toBe("bare");
  expect(bodyOf("/domains?utm=9&q=a")).toBe("a");
  expect(serve("/domains?q=b")).toBeUndefined();
});

it("forgets a page that was taken back, and no other", async () => {
  for (const path of ["/blog", "/blog/a"]) await cache.keep(path, page(path));
  cache.markAllStale();
  cache.forget("/blog/a?utm=1");
  cache.forget("/never-kept");
  expect([cache.lastGood("/blog/a"), serve("/blog/a")]).toEqual([undefined, undefined]);
  expect(cache.lastGood("/blog")?.body).toBe("/blog");
});

it("of a page rendered several times at once, keeps the first copy until it is stale", async () => {
  await Promise.all(["first", "second"].map((body) => cache.keep("/", page(body))));
  await cache.keep("/", page("third"));
  expect(bodyOf("/")).toBe("first");
  cache.markAllStale();
  await cache.keep("/", page("fourth"));
  expect(bodyOf("/")).toBe("fourth");
});

it("does not answer with a copy older than a minute, but offers it after failures until it is 12 hours old", async () => {
  await cache.keep("/", page("old"));
  vi.useFakeTimers();
  vi.advanceTimersByTime(61_000);
  expect(serve("/")).toBeUndefined();
  expect(cache.lastGood("/")?.body).toBe("old");
  vi.advanceTimersByTime(12 * 3600_000);
  expect(cache.lastGood("/")).toBeUndefined();
});

it("lets one request render a stale page and gives others the old copy for 10 seconds", async () => {
  await cache.keep("/", page("old"));
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.advanceTimersByTime(61_000);
  expect(serve("/")).toBeUndefined();
  expect(bodyOf("/")).toBe("old");
  vi.advanceTimersByTime(10_001);
  expect(serve("/")).toBeUndefined();
  await cache.keep("/", page("new"));
  expect(bodyOf("/")).toBe("new");
  vi.advanceTimersByTime(61_000);
  expect(serve("/")).toBeUndefined();
});

it("lets one request render a changed page and gives others the old copy meanwhile", async () => {
  await cache.keep("/blog", page("old"));
  const compressing = cache.keep("/", page("rendered before"));
  cache.markAllStale();
  await compressing;
  for (const url of ["/blog", "/"]) expect(serve(url)).toBeUndefined();
  expect(bodyOf("/blog")).toBe("old");
  await cache.keep("/blog", page("new"));
  for (let i = 0; i < 2; i++) expect(bodyOf("/blog")).toBe("new");

  const { contentVersion } = cache;
  cache.markAllStale();
  await cache.keep("/projects", page("rendered before"), contentVersion);
  expect(serve("/projects")).toBeUndefined();
});

it.each(["/CONTACT", "/%63ontact", "/contact/", "/contact//", "//contact"])(
  "does not keep %s, which is not the canonical path",
  async (url) => {
    await cache.keep(url, page("x"));
    expect(cache.keyOf(url)).toBeUndefined();
  },
);

it("treats a page stored while the clock was ahead as too old", async () => {
  const now = Date.now();
  vi.useFakeTimers({ now: now + 365 * 86_400_000, toFake: ["Date"] });
  await cache.keep("/", page("from next year"));
  vi.setSystemTime(now);
  expect(serve("/")).toBeUndefined();
  expect(cache.lastGood("/")).toBeUndefined();
  await cache.keep("/", page("of today"));
  expect(bodyOf("/")).toBe("of today");
});
