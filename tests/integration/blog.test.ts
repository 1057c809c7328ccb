import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import { consume } from "#app/use-cases/limits.server.ts";
import { CARDS, database, FIRST, open, write } from "./blog-pages.ts";
import { newBrowser } from "./browser.ts";
import { renderPage } from "./render-page.ts";

describe("the list", () => {
  test("shows six posts, the newest one featured once, and a link to more", async () => {
    const { status, texts, links, kept } = await open("/blog");
    expect(links("link[rel=alternate], main a[href$=xml]")).toEqual(["/blog/feed.xml", "/blog/feed.xml"]);
    expect([status, kept]).toEqual([200, "public, max-age=0"]);
    expect(texts("h1")).toEqual(["Blog"]);
    expect(links(CARDS)).toHaveLength(6);
    expect(new Set(links(CARDS)).size).toBe(6);
    expect(texts(".featured h2")).toEqual(["What are TLDs, and why they matter for your brand"]);
    expect(texts(".featured .quiet")).toEqual(["Business · 12 Nov 2026 · 3\u00A0min\u00A0read"]);
    expect(texts(".post-excerpt")[2]).toMatch(/^You send an invoice\. The customer says/);
    expect(links(".posts > a")).toEqual(["/blog?page=2#next"]);
    expect(texts(".recent li")).toHaveLength(3);
  });

  test("continues below its posts until none is left", async () => {
    const [first, second, last] = await Promise.all(["", "?page=2", "?page=4"].map((query) => open(`/blog${query}`)));
    expect(second?.links(CARDS).slice(0, 6)).toEqual(first?.links(CARDS));
    expect(second?.links(CARDS)).toHaveLength(12);
    expect(second?.document.querySelector("#next")).toBe(second?.document.querySelectorAll(CARDS)[6]);
    expect(last?.links(CARDS)).toHaveLength(20);
    expect(new Set(last?.links(CARDS)).size).toBe(20);
    expect(last?.texts(".posts > a")).toEqual([]);
    expect(last?.texts(".jina")).toHaveLength(1);
  });

  test("embeds the first picture in the first page, and links every other", async () => {
    const [first, second] = await Promise.all(["", "?page=2"].map((query) => open(`/blog${query}`)));
    const srcs = (page = first) =>
      [...(page?.document.querySelectorAll("img.picture") ?? [])].map((img) => img.getAttribute("src"));
    expect(srcs()[0]).toMatch(/^data:image\/svg\+xml,%3Csvg /);
    expect(srcs(second)[0]).toBe("/pictures/post-names.svg");
    expect(srcs(second).slice(1, 6)).toEqual(srcs().slice(1));
    for (const src of srcs().slice(1)) expect(src).toMatch(/^\/pictures\//);
  });

  test.each(["?page=99", "?page=0", "?page=x", "?page=02", "?category=", "?x=1", "?category=Business&page=1"])(
    "%s works but is not indexed or cached: nobody links to it",
    async (query) => {
      const { status, kept, links } = await open(`/blog${query}`);
      expect([status, kept]).toEqual([200, "private, no-cache"]);
      expect(links(CARDS).length).toBeGreaterThan(5);
    },
  );

  test("shows four pages far down, and links back to newer ones", async () => {
    for (let number = 0; number < 27; number++) await write(`zamani-${number}`);
    const { links, texts } = await open("/blog?q=zamani&page=5");
    expect(links(CARDS)).toHaveLength(21);
    expect(texts(".posts > a")).toEqual(["Newer posts"]);
    expect(links(".posts > a")).toEqual(["/blog?q=zamani"]);
    await database.query("delete from posts where slug like 'zamani-%'");
  });

  test.each([
    ["Technology", "/blog?category=Technology", 8],
    ["Business", "/blog?category=Business", 7],
    ["#ThatsTheSPIRIT", "/blog?category=%23ThatsTheSPIRIT", 5],
  ])("of %s is at %s and shows no other category", async (category, path, total) => {
    const { links, texts, kept, document } = await open(path);
    expect(kept).toBe("public, max-age=0");
    expect(links(CARDS)).toHaveLength(Math.min(6, total));
    expect(texts(".post-card .quiet").every((line) => line?.startsWith(`${category} · `))).toBe(true);
    expect(texts(".chips [aria-current]")).toEqual([category]);
    expect(document.title).toBe(`${category} – Blog | Mtandao`);
    const more = links(".posts > a");
    expect(more).toEqual(total > 6 ? [`${path}&page=2#next`] : []);
  });

  test("offers the same categories on later pages and with a search", async () => {
    const all = ["/blog", "/blog?category=Technology", "/blog?category=Business", "/blog?category=%23ThatsTheSPIRIT"];
    expect((await open("/blog?category=Technology&page=2")).links(".chips a")).toEqual(all);
    expect((await open("/blog?q=mail&category=Business")).links(".chips a")).toEqual(
      all.map((path) => path.replace(/\?|$/, "?q=mail&").replace(/&$/, "")),
    );
  });

  test.each(["Nothing", "technology", "'; drop table posts", "\u0000", "x".repeat(5000)])(
    "of the unknown category %j is empty and not cached",
    async (category) => {
      const { status, texts, kept, content } = await open(`/blog?category=${encodeURIComponent(category)}`);
      expect([status, kept, content("meta[name=robots]")]).toEqual([200, "private, no-cache", "noindex"]);
      expect(texts(".empty-title")).toEqual(["No posts found"]);
    },
  );

  test("is searchable, keeps the query in the field, and is private and not indexed", async () => {
    const { texts, links, kept, content, document } = await open("/blog?q=++DNS+records%20");
    expect(links(CARDS)).toContain("/blog/your-first-dns-records-explained-over-chai");
    expect(texts(".found")[0]).toMatch(/^\d posts with “DNS {2}records”$|^\d posts with “DNS records”$/);
    expect(texts(".featured")).toEqual([]);
    expect([kept, content("meta[name=robots]")]).toEqual(["private, no-cache", "noindex"]);
    expect(document.querySelector<HTMLInputElement>("#post-words")?.value).toBe("DNS records");
  });

  test("says so when no post has all the words, and shows the query as text", async () => {
    const { texts, html, links } = await open(`/blog?q=${encodeURIComponent('<script>alert(1)</script>" %')}`);
    expect(texts(".empty-title")).toEqual(["No posts found"]);
    expect(texts(".found")).toEqual(['0 posts with “<script>alert(1)</script>" %”']);
    expect(html).not.toContain("<script>alert");
    expect(links(".empty a")).toEqual(["/blog"]);
  });

  test("finds nothing for a query without a word", async () => {
    const { texts, links } = await open("/blog?q=***");
    expect([texts(".found"), texts(".empty-title")]).toEqual([["0 posts with “***”"], ["No posts found"]]);
    expect(links(CARDS)).toEqual([]);
  });

  test("refuses a search after too many, and still lists posts", async () => {
    const browser = newBrowser();
    const { context } = browser.visit("/blog");
    for (let uses = 0; uses < 60; uses++) await consume("postSearch", context.address);
    const { status, headers, texts, links } = await open("/blog?q=mail", browser);
    expect(status).toBe(429);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(texts(".banner-title")).toEqual(["Too many searches at once. Please wait a minute and try again."]);
    expect(links(".banner a")).toEqual(["/blog?q=mail"]);
    expect((await open("/blog", browser)).status).toBe(200);
  });

  test("has one canonical URL for all its pages", async () => {
    const { links, content } = await open("/blog?category=Business&page=2");
    expect(links("link[rel=canonical]")).toEqual(["http://127.0.0.1:3000/blog?category=Business"]);
    expect(content('meta[property="og:url"]')).toBe("http://127.0.0.1:3000/blog?category=Business");
    expect(links("link[rel=alternate]")).toEqual(["/blog/feed.xml"]);
    expect(content('meta[property="og:image"]')).toBe("http://127.0.0.1:3000/card.png?page=%2Fblog");
  });
});

describe("the feed", () => {
  const read = async (headers = {}) => {
    // Imported here, because the module imports the route registry, which would wait for it.
    const { loader: feed } = await import("#app/routes/blog/feed.ts");
    const { context } = newBrowser().visit("/blog/feed.xml");
    return feed({ request: new Request("http://127.0.0.1:3000/blog/feed.xml", { headers }), context, params: {} });
  };

  test("has the eighteen newest posts with absolute URLs, and supports conditional requests", async () => {
    const reply = await read();
    expect(reply.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
    const { document } = new JSDOM(await reply.text(), { contentType: "application/xml" }).window;
    const links = [...document.querySelectorAll("entry > link")].map((link) => link.getAttribute("href"));
    expect(links).toHaveLength(18);
    expect(links[0]).toBe(`http://127.0.0.1:3000${FIRST}`);
    for (const link of links)
      expect((await renderPage(newBrowser(), new URL(link ?? "").pathname)).status, link ?? "").toBe(200);
    expect([...document.querySelectorAll("summary")].every(({ textContent }) => textContent)).toBe(true);
    const again = await read({ "If-None-Match": reply.headers.get("ETag") });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });
});
