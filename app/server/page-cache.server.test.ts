import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, expect, it, vi } from "vitest";
import { PageCache } from "./page-cache.server.ts";

afterEach(() => vi.useRealTimers());

const page = (body: string, declared = "params") => ({
  body,
  headers: new Headers({ "Content-Type": "text/html", "No-Vary-Search": declared, "Content-Security-Policy": "x" }),
});

function visit(headers: Record<string, string> = {}) {
  const req = { method: "GET", headers } as unknown as IncomingMessage;
  const reply: { status?: number; head?: string[]; body?: Buffer | undefined } = {};
  const res = {
    writeHead(status: number, head: string[]) {
      Object.assign(reply, { status, head });
      return this;
    },
    end(body?: Buffer) {
      reply.body = body;
    },
  } as unknown as ServerResponse;
  return { req, res, reply };
}

function ask(cache: PageCache, url: string, headers?: Record<string, string>) {
  const key = cache.keyOf(url);
  const { req, res, reply } = visit(headers);
  return key !== undefined && cache.serve(req, res, key) ? reply : undefined;
}

it("answers with the stored bytes in the best encoding, and 304 when the browser has them", async () => {
  const cache = new PageCache();
  await cache.keep("/", page("<p>hello</p>"));
  const reply = ask(cache, "/", { "accept-encoding": "gzip, deflate, br" });
  expect(brotliDecompressSync(reply?.body ?? Buffer.alloc(0)).toString()).toBe("<p>hello</p>");
  expect(reply?.head).toEqual(expect.arrayContaining(["Content-Encoding", "br", "Accept-Encoding, Cookie"]));
  const etag = reply?.head?.[(reply.head.indexOf("ETag") ?? 0) + 1] ?? "";
  expect(ask(cache, "/", { "accept-encoding": "br", "if-none-match": etag })?.status).toBe(304);
  expect(ask(cache, "/", { "accept-encoding": "identity" })?.body?.toString()).toBe("<p>hello</p>");
});

it("keeps a page by its declared parameters, ignores others when reading and stores none of them", async () => {
  const cache = new PageCache();
  await cache.keep("/domains", page("bare", 'params, except=("q")'));
  await cache.keep("/domains?q=a", page("a", 'params, except=("q")'));
  await cache.keep("/domains?q=a&utm=1", page("poison", 'params, except=("q")'));
  expect(ask(cache, "/domains?utm=9")?.body?.toString()).toBe("bare");
  expect(ask(cache, "/domains?utm=9&q=a")?.body?.toString()).toBe("a");
  expect(ask(cache, "/domains?q=b")).toBeUndefined();
});

it("keeps the first of those drawn at the same time, for as long as it is fresh", async () => {
  const cache = new PageCache();
  await Promise.all(["first", "second"].map((body) => cache.keep("/", page(body))));
  await cache.keep("/", page("third"));
  expect(ask(cache, "/")?.body?.toString()).toBe("first");
  cache.renew();
  await cache.keep("/", page("fourth"));
  expect(ask(cache, "/")?.body?.toString()).toBe("fourth");
});

it("does not answer with a copy older than a minute, but has it ready for a failure until it is 12 hours old", async () => {
  const cache = new PageCache();
  await cache.keep("/", page("old"));
  vi.useFakeTimers();
  vi.advanceTimersByTime(61_000);
  expect(ask(cache, "/")).toBeUndefined();
  expect(cache.lastGood("/")?.body).toBe("old");
  vi.advanceTimersByTime(12 * 3600_000);
  expect(cache.lastGood("/")).toBeUndefined();
});

it("lets one visitor render a stale page and gives the others the old copy meanwhile, for 10 seconds", async () => {
  const cache = new PageCache();
  await cache.keep("/", page("old"));
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.advanceTimersByTime(61_000);
  expect(ask(cache, "/")).toBeUndefined();
  expect(ask(cache, "/")?.body?.toString()).toBe("old");
  vi.advanceTimersByTime(10_001);
  expect(ask(cache, "/")).toBeUndefined();
  await cache.keep("/", page("new"));
  expect(ask(cache, "/")?.body?.toString()).toBe("new");
  vi.advanceTimersByTime(61_000);
  expect(ask(cache, "/")).toBeUndefined();
});

it("has a page rendered anew when what it shows has changed, once, and gives the others the old copy meanwhile", async () => {
  const cache = new PageCache();
  await cache.keep("/blog", page("old"));
  const underWay = cache.keep("/", page("drawn before"));
  cache.renew();
  await underWay;
  for (const url of ["/blog", "/"]) expect(ask(cache, url)).toBeUndefined();
  expect(ask(cache, "/blog")?.body?.toString()).toBe("old");
  await cache.keep("/blog", page("new"));
  for (let i = 0; i < 2; i++) expect(ask(cache, "/blog")?.body?.toString()).toBe("new");

  const { changes } = cache;
  cache.renew();
  await cache.keep("/projects", page("begun before"), changes);
  expect(ask(cache, "/projects")).toBeUndefined();
});

it.each(["/CONTACT", "/%63ontact", "/contact/", "/contact//", "//contact"])(
  "does not keep %s, another spelling of a page",
  async (url) => {
    const cache = new PageCache();
    await cache.keep(url, page("x"));
    expect(cache.keyOf(url)).toBeUndefined();
  },
);

it("takes a page from a clock that ran ahead for too old, and lets each who asks have it rendered anew", async () => {
  const cache = new PageCache();
  const now = Date.now();
  vi.useFakeTimers({ now: now + 365 * 86_400_000, toFake: ["Date"] });
  await cache.keep("/", page("from next year"));
  vi.setSystemTime(now);
  expect(ask(cache, "/")).toBeUndefined();
  expect(cache.lastGood("/")).toBeUndefined();
  await cache.keep("/", page("of today"));
  expect(ask(cache, "/")?.body?.toString()).toBe("of today");
});
