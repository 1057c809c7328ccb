import { JSDOM } from "jsdom";
import { http } from "msw";
import { describe, expect, test } from "vitest";
import { consume } from "#app/platform/abuse/limits.server.ts";
import { server } from "#mocks/node.ts";
import { newBrowser } from "./browser.ts";
import { database } from "./database.ts";
import { readPage } from "./read-page.ts";
import { renderPage } from "./render-page.ts";

const NEWEST = "/blog/what-are-tlds-and-why-they-matter-for-your-brand";
const TITLE = "What are TLDs, and why they matter for your brand";
const EXCERPT = "The last part of a web address says more about you than you think. A short guide to choosing it.";
/** Selects the links of a list's posts. */
const POSTS = ".posts .post-card a";

/** Inserts a post that is older than all others. */
async function write(slug: string, changes: { title?: string; excerpt?: string; category?: string } = {}) {
  const { title = slug, excerpt = null, category = "Business" } = changes;
  await database.query(
    "insert into posts (slug, title, excerpt, content, category, created_at) values ($1, $2, $3, 'Words.', $4, '2020-01-01')",
    [slug, title, excerpt, category],
  );
}

describe("the list", () => {
  test("shows six posts, the newest one featured once, and a link to more", async () => {
    const { status, texts, links, kept, document } = await readPage("/blog");
    expect([status, kept]).toEqual([200, "public, max-age=0"]);
    expect(links("link[rel=alternate], main a[href$=xml]")).toEqual(["/blog/feed.xml", "/blog/feed.xml"]);
    expect(texts("h1")).toEqual(["Blog"]);
    expect(new Set(links(POSTS)).size).toBe(6);
    expect(texts(".featured h2")).toEqual([TITLE]);
    expect(texts(".featured .quiet")).toEqual(["Business · 12 Nov 2026 · 3 min read"]);
    expect(links(".posts > a")).toEqual(["/blog?page=2#next"]);
    // The list beside it repeats none of them.
    expect(links(".recent li a")).toHaveLength(3);
    expect(links(".recent li a").filter((link) => links(POSTS).includes(link))).toEqual([]);
    // The first picture is embedded, which saves a request.
    const pictures = [...document.querySelectorAll("img.picture")].map((img) => img.getAttribute("src")?.slice(0, 10));
    expect(pictures).toEqual(["data:image", ...pictures.slice(1).map(() => "/pictures/")]);
  });

  test("continues below its posts until none is left", async () => {
    const first = await readPage("/blog");
    const second = await readPage("/blog?page=2");
    expect(second.links(POSTS)).toHaveLength(12);
    expect(second.links(".recent li a")).toHaveLength(3);
    expect(second.links(POSTS).slice(0, 6)).toEqual(first.links(POSTS));
    expect(second.document.querySelector("#next")).toBe(second.document.querySelectorAll(POSTS)[6]);
    const last = await readPage("/blog?page=4");
    expect(new Set(last.links(POSTS)).size).toBe(20);
    expect(last.texts(".posts > a")).toEqual([]);
  });

  test("shows four pages far down, and links back to newer posts", async () => {
    for (let number = 0; number < 27; number++) await write(`zamani-${number}`);
    const { links, texts } = await readPage("/blog?q=zamani&page=5");
    expect(links(POSTS)).toHaveLength(21);
    expect([texts(".posts > a"), links(".posts > a")]).toEqual([["Newer posts"], ["/blog?q=zamani"]]);
    await database.query("delete from posts where slug like 'zamani-%'");
  });

  test.each(["?page=99", "?page=0", "?page=x", "?category=", "?x=1", "?category=Business&page=1"])(
    "shows posts for %s, which no page links to, and is neither indexed nor cached",
    async (query) => {
      const { status, kept, links } = await readPage(`/blog${query}`);
      expect([status, kept]).toEqual([200, "private, no-cache"]);
      expect(links(POSTS).length).toBeGreaterThan(5);
    },
  );

  test("shows the posts of one category, which has a URL of its own", async () => {
    const path = "/blog?category=%23ThatsTheSPIRIT";
    const { links, texts, kept, document } = await readPage(path);
    expect([kept, document.title]).toEqual(["public, max-age=0", "#ThatsTheSPIRIT – Blog | Mtandao"]);
    expect(links(POSTS)).toHaveLength(5);
    expect(texts(".post-card .quiet").every((line) => line.startsWith("#ThatsTheSPIRIT · "))).toBe(true);
    expect(texts(".chips [aria-current]")).toEqual(["#ThatsTheSPIRIT"]);
    expect(links(".chips a")).toContain(path);
    expect(links(".posts > a")).toEqual([]);
  });

  test("keeps the category and the query in its links", async () => {
    const { links, content } = await readPage("/blog?category=Technology");
    expect(links(".posts > a")).toEqual(["/blog?category=Technology&page=2#next"]);
    const later = await readPage("/blog?category=Technology&page=2");
    expect(later.links(".chips a")).toEqual(links(".chips a"));
    expect(later.links("link[rel=canonical]")).toEqual(["http://127.0.0.1:3000/blog?category=Technology"]);
    expect(content('meta[property="og:image"]')).toBe("http://127.0.0.1:3000/card.png?page=%2Fblog");
    expect((await readPage("/blog?q=mail&category=Business")).links(".chips a")).toContain(
      "/blog?q=mail&category=Technology",
    );
  });

  test.each(["technology", "'; drop table posts", "\u0000", "x".repeat(5000)])(
    "is empty and not cached for the unknown category %j",
    async (category) => {
      const { status, texts, kept, content } = await readPage(`/blog?category=${encodeURIComponent(category)}`);
      expect([status, kept, content("meta[name=robots]")]).toEqual([200, "private, no-cache", "noindex"]);
      expect(texts(".empty-title")).toEqual(["No posts found"]);
    },
  );

  test("can be searched, keeps the query in the field, and is private and not indexed then", async () => {
    const { texts, links, kept, content, field } = await readPage("/blog?q=++DNS+records%20");
    expect(links(POSTS)).toContain("/blog/your-first-dns-records-explained-over-chai");
    expect(texts(".found")[0]).toMatch(/^\d posts with “DNS records”$/);
    expect(texts(".featured")).toEqual([]);
    expect([kept, content("meta[name=robots]")]).toEqual(["private, no-cache", "noindex"]);
    expect(field("Search the posts").value).toBe("DNS records");
  });

  test("says that no post has all words of a query, and shows the query as text", async () => {
    const { texts, html, links } = await readPage(`/blog?q=${encodeURIComponent('<script>alert(1)</script>" %')}`);
    expect(texts(".empty-title")).toEqual(["No posts found"]);
    expect(texts(".found")).toEqual(['0 posts with “<script>alert(1)</script>" %”']);
    expect(html).not.toContain("<script>alert");
    expect(links(".empty a")).toEqual(["/blog"]);
  });

  test("refuses a search above the rate limit, and still lists posts", async () => {
    const browser = newBrowser();
    await consume("postSearch", browser.requestArgs().context.address, 60);
    const { status, headers, texts, links } = await readPage("/blog?q=mail", browser);
    expect(status).toBe(429);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(texts(".banner-title")).toEqual(["Too many searches. Please wait a minute and try again."]);
    expect(links(".banner a")).toEqual(["/blog?q=mail"]);
    expect((await readPage("/blog", browser)).status).toBe(200);
  });
});

describe("a post", () => {
  test("shows title, excerpt, picture, date, category, text, and five other posts", async () => {
    const { status, kept, texts, document, links } = await readPage(NEWEST);
    expect([status, kept]).toEqual([200, "public, max-age=0"]);
    expect([texts("h1"), texts(".lead")]).toEqual([[TITLE], [EXCERPT]]);
    expect(document.querySelector("article > img")?.getAttribute("src")).toBe("/pictures/post-names.svg");
    expect(texts("article > .quiet")).toEqual(["Business · 12 Nov 2026 · 3 min read"]);
    expect(document.querySelectorAll(".text table, .text ul, .text ol, .text h2").length).toBeGreaterThan(4);
    expect(links(".latest a")).toHaveLength(5);
    expect(links(".latest a")).not.toContain(NEWEST);
    expect(links(".back-box a")).toEqual(["/blog"]);
  });

  test("has the metadata for search engines and shared links", async () => {
    const { document, content, links } = await readPage(NEWEST);
    const address = `http://127.0.0.1:3000${NEWEST}`;
    expect([document.title, content("meta[name=description]")]).toEqual([`${TITLE} | Mtandao`, EXCERPT]);
    expect(links("link[rel=canonical]")).toEqual([address]);
    const openGraph = ["type", "title", "description", "url"].map((name) => content(`meta[property="og:${name}"]`));
    expect(openGraph).toEqual(["article", TITLE, EXCERPT, address]);
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? "");
    expect(data).toMatchObject({
      "@type": "Article",
      headline: TITLE,
      datePublished: expect.stringMatching(/^2026-11-12T06:30:00/),
      image: `http://127.0.0.1:3000/card.png?${new URLSearchParams({ page: NEWEST })}`,
    });
  });

  test("shows a placeholder for a missing excerpt, and its category's picture for a missing one", async () => {
    await write("bare", { category: "#ThatsTheSPIRIT" });
    const { texts, document, content } = await readPage("/blog/bare");
    expect(texts(".lead")).toEqual(["Read this insightful article..."]);
    expect(content("meta[name=description]")).toBe("Words.");
    expect(document.querySelector("article > img")?.getAttribute("src")).toBe("/pictures/tile-spirit.svg");
  });

  test("cannot break out of its structured data", async () => {
    const title = "</script><script>alert(1)</script><!-- \u2028 \"'";
    await write("data", { title, excerpt: title });
    const { document, html } = await readPage("/blog/data");
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? "");
    expect([data.headline, data.description]).toEqual([title, title]);
    expect(html).not.toMatch(/<script[^>]*>alert/);
  });

  test.each(["nothing-here", "A-Post", "%00", "..%2f", "x".repeat(200)])(
    "returns 404 at /blog/%s, with links to five posts",
    async (slug) => {
      const { status, texts, kept, content, links } = await readPage(`/blog/${slug}`);
      expect([status, kept, content("meta[name=robots]")]).toEqual([404, "private, no-cache", "noindex"]);
      expect(texts("h1")).toEqual(["Post not found."]);
      expect(links(".latest a")).toHaveLength(5);
    },
  );
});

describe("while the database fails", () => {
  const FAILED = "Something went wrong, hold on a second and try again.";

  test("the list returns 503 with a link to try its first page again", async () => {
    server.use(http.post("*/rest/v1/rpc/find_posts", () => new Response("<html>Bad gateway</html>", { status: 502 })));
    const { status, texts, links, kept } = await readPage("/blog?q=neverasked&page=3");
    expect([status, kept, texts(".banner-title")]).toEqual([503, "private, no-cache", [FAILED]]);
    expect([texts(".banner a"), links(".banner a")]).toEqual([["Retry"], ["/blog?q=neverasked"]]);
  });

  test.each([
    ["denies access", () => Response.json({ message: "permission denied for <b>posts</b>" }, { status: 403 })],
    ["returns an invalid row", () => Response.json([{ slug: "odd", title: 7 }])],
  ])("the page of a post returns 503 in our own words when the database %s", async (_fault, response) => {
    server.use(http.get("*/rest/v1/posts", response));
    const { status, texts, html } = await readPage("/blog/never-read");
    expect([status, texts("h1")]).toEqual([503, [`Error: ${FAILED}`]]);
    expect(html).not.toContain("permission denied");
  });
});

test("the feed has the eighteen newest posts with absolute URLs, and supports conditional requests", async () => {
  // Imported here, because the module imports the route registry, which would wait for it.
  const { loader } = await import("#app/routes/blog/feed.ts");
  const read = (headers = {}) =>
    loader({ ...newBrowser().requestArgs(), request: new Request("http://127.0.0.1:3000/blog/feed.xml", { headers }) });
  const reply = await read();
  expect(reply.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
  const { document } = new JSDOM(await reply.text(), { contentType: "application/xml" }).window;
  const links = [...document.querySelectorAll("entry > link")].map((link) => link.getAttribute("href") ?? "");
  expect([links.length, links[0]]).toEqual([18, `http://127.0.0.1:3000${NEWEST}`]);
  for (const link of links) expect((await renderPage(newBrowser(), new URL(link).pathname)).status, link).toBe(200);
  const again = await read({ "If-None-Match": reply.headers.get("ETag") });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});
