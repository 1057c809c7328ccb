import { JSDOM } from "jsdom";
import { http } from "msw";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { take } from "#app/work/limits.server.ts";
import type { Embedded } from "#mocks/database/embedded.ts";
import { server } from "#mocks/node.ts";
import { newBrowser } from "./browser.ts";
import { openMemory } from "./open-memory.ts";
import { page } from "./whole-pages.ts";

let database: Embedded;
beforeAll(async () => {
  ({ database } = await openMemory());
});
afterAll(() => database.close());

/** A page as a browser without scripts has it. */
async function open(path: string, browser = newBrowser()) {
  const { html, status, headers } = await page(browser, path);
  const { document } = new JSDOM(html, { url: `http://127.0.0.1:3000${path}` }).window;
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map((found) => found.textContent);
  const links = (selector: string) => [...document.querySelectorAll(selector)].map((link) => link.getAttribute("href"));
  const content = (selector: string) => document.querySelector(selector)?.getAttribute("content");
  return { html, status, headers, document, texts, links, content, kept: headers.get("Cache-Control") };
}

const CARDS = ".posts .post-card a";

async function write(slug: string, changes: Record<string, string | null> = {}) {
  const post = { title: slug, excerpt: null, content: "Words.", category: "Business", image_url: null, ...changes };
  const values = [slug, post.title, post.excerpt, post.content, post.category, post.image_url];
  await database.query(
    "insert into posts (slug, title, excerpt, content, category, image_url, created_at) values ($1, $2, $3, $4, $5, $6, '2020-01-01')",
    values,
  );
}

describe("the list", () => {
  test("shows six posts, the newest featured and not again, and leads to more", async () => {
    const { status, texts, links, kept } = await open("/blog");
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

  test("goes on below what was there, until nothing is left", async () => {
    const [first, second, last] = await Promise.all(["", "?page=2", "?page=4"].map((query) => open(`/blog${query}`)));
    expect(second?.links(CARDS).slice(0, 6)).toEqual(first?.links(CARDS));
    expect(second?.links(CARDS)).toHaveLength(12);
    expect(second?.document.querySelector("#next")).toBe(second?.document.querySelectorAll(CARDS)[6]);
    expect(last?.links(CARDS)).toHaveLength(20);
    expect(new Set(last?.links(CARDS)).size).toBe(20);
    expect(last?.texts(".posts > a")).toEqual([]);
    expect(last?.texts(".jina")).toHaveLength(1);
  });

  test.each(["?page=99", "?page=0", "?page=x", "?page=02", "?category=", "?x=1", "?category=Business&page=1"])(
    "%s is a page, but none to keep: nobody links to it",
    async (query) => {
      const { status, kept, links } = await open(`/blog${query}`);
      expect([status, kept]).toEqual([200, "private, no-cache"]);
      expect(links(CARDS).length).toBeGreaterThan(5);
    },
  );

  test("far down it shows four pages, and leads back to newer ones", async () => {
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
  ])("of %s is at %s and shows nothing else", async (category, path, total) => {
    const { links, texts, kept, document } = await open(path);
    expect(kept).toBe("public, max-age=0");
    expect(links(CARDS)).toHaveLength(Math.min(6, total));
    expect(texts(".post-card .quiet").every((line) => line?.startsWith(`${category} · `))).toBe(true);
    expect(texts(".chips [aria-current]")).toEqual([category]);
    expect(document.title).toBe(`${category} – Blog | Mtandao`);
    const more = links(".posts > a");
    expect(more).toEqual(total > 6 ? [`${path}&page=2#next`] : []);
  });

  test("offers the categories from their first page, also from a later one and with a search", async () => {
    const all = ["/blog", "/blog?category=Technology", "/blog?category=Business", "/blog?category=%23ThatsTheSPIRIT"];
    expect((await open("/blog?category=Technology&page=2")).links(".chips a")).toEqual(all);
    expect((await open("/blog?q=mail&category=Business")).links(".chips a")).toEqual(
      all.map((path) => path.replace(/\?|$/, "?q=mail&").replace(/&$/, "")),
    );
  });

  test.each(["Nothing", "technology", "'; drop table posts", "\u0000", "x".repeat(5000)])(
    "of the category %j, which there is not, has no posts, and is not kept",
    async (category) => {
      const { status, texts, kept, content } = await open(`/blog?category=${encodeURIComponent(category)}`);
      expect([status, kept, content("meta[name=robots]")]).toEqual([200, "private, no-cache", "noindex"]);
      expect(texts(".empty-title")).toEqual(["No posts found"]);
    },
  );

  test("is found by words, which stay in the field; the page is nobody else's and hidden from search engines", async () => {
    const { texts, links, kept, content, document } = await open("/blog?q=++DNS+records%20");
    expect(links(CARDS)).toContain("/blog/your-first-dns-records-explained-over-chai");
    expect(texts(".found")[0]).toMatch(/^\d posts with “DNS {2}records”$|^\d posts with “DNS records”$/);
    expect(texts(".featured")).toEqual([]);
    expect([kept, content("meta[name=robots]")]).toEqual(["private, no-cache", "noindex"]);
    expect(document.querySelector<HTMLInputElement>("#post-words")?.value).toBe("DNS records");
  });

  test("says so when no post has all the words, and shows what was typed as text", async () => {
    const { texts, html, links } = await open(`/blog?q=${encodeURIComponent('<script>alert(1)</script>" %')}`);
    expect(texts(".empty-title")).toEqual(["No posts found"]);
    expect(texts(".found")).toEqual(['0 posts with “<script>alert(1)</script>" %”']);
    expect(html).not.toContain("<script>alert");
    expect(links(".empty a")).toEqual(["/blog"]);
  });

  test("finds nothing for a search that has no word in it", async () => {
    const { texts, links } = await open("/blog?q=***");
    expect([texts(".found"), texts(".empty-title")]).toEqual([["0 posts with “***”"], ["No posts found"]]);
    expect(links(CARDS)).toEqual([]);
  });

  test("waits for somebody who searches too often, and goes on listing", async () => {
    const browser = newBrowser();
    const { context } = browser.visit("/blog");
    for (let uses = 0; uses < 60; uses++) await take("postSearch", context.address);
    const { status, headers, texts, links } = await open("/blog?q=mail", browser);
    expect(status).toBe(429);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(texts(".notice-title")).toEqual(["Too many searches at once. Please wait a minute and try again."]);
    expect(links(".notice a")).toEqual(["/blog?q=mail"]);
    expect((await open("/blog", browser)).status).toBe(200);
  });

  test("is shared by its own address, whichever page of it one is on", async () => {
    const { links, content } = await open("/blog?category=Business&page=2");
    expect(links("link[rel=canonical]")).toEqual(["http://127.0.0.1:3000/blog?category=Business"]);
    expect(content('meta[property="og:url"]')).toBe("http://127.0.0.1:3000/blog?category=Business");
    expect(links("link[rel=alternate]")).toEqual(["/blog/feed.xml"]);
    expect(content('meta[property="og:image"]')).toBe("http://127.0.0.1:3000/card.png?page=%2Fblog");
  });
});

const FIRST = "/blog/what-are-tlds-and-why-they-matter-for-your-brand";

describe("a post", () => {
  test("has title, excerpt, picture, date, category, its text, and five others beside it", async () => {
    const { status, kept, texts, document, links } = await open(FIRST);
    expect([status, kept]).toEqual([200, "public, max-age=0"]);
    expect(texts("h1")).toEqual(["What are TLDs, and why they matter for your brand"]);
    expect(texts(".lead")).toEqual([
      "The last part of a web address says more about you than you think. A short guide to choosing it.",
    ]);
    expect(document.querySelector("article > img")?.getAttribute("src")).toBe("/pictures/post-names.svg");
    expect(texts("article > .quiet")).toEqual(["Business · 12 Nov 2026 · 3\u00A0min\u00A0read"]);
    expect(document.querySelector("article time")?.getAttribute("datetime")).toBe("2026-11-12");
    expect(document.querySelectorAll(".text table, .text ul, .text ol, .text h2").length).toBeGreaterThan(4);
    expect(texts(".latest h2")).toEqual(["Latest Posts"]);
    expect(links(".latest a")).toHaveLength(5);
    expect(links(".latest a")).not.toContain(FIRST);
    expect(texts(".latest .more").every((text) => text === "Read more →")).toBe(true);
    expect(texts(".latest time")[0]).toBe("28 Oct 2026");
    expect(texts(".back-box p")).toEqual(["Ready to get back in action?"]);
    expect(links(".back-box a")).toEqual(["/blog"]);
  });

  test("says of itself what search engines and those who share it read", async () => {
    const { document, content, links } = await open(FIRST);
    const title = "What are TLDs, and why they matter for your brand";
    const lead = "The last part of a web address says more about you than you think. A short guide to choosing it.";
    const address = `http://127.0.0.1:3000${FIRST}`;
    expect(document.title).toBe(`${title} | Mtandao`);
    expect(links("link[rel=canonical]")).toEqual([address]);
    expect(content("meta[name=description]")).toBe(lead);
    const shared = ["type", "title", "description", "url", "site_name"].map((name) =>
      content(`meta[property="og:${name}"]`),
    );
    expect(shared).toEqual(["article", title, lead, address, "Mtandao"]);
    expect(content('meta[name="twitter:card"]')).toBe("summary_large_image");
    expect(content('meta[property="article:section"]')).toBe("Business");
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? "");
    expect(data).toMatchObject({
      "@type": "Article",
      headline: title,
      description: lead,
      datePublished: expect.stringMatching(/^2026-11-12T06:30:00/),
      mainEntityOfPage: address,
      image: `http://127.0.0.1:3000/card.png?${new URLSearchParams({ page: FIRST })}`,
      publisher: { "@type": "Organization", name: "Mtandao" },
    });
  });

  test("without an excerpt and a picture has words and its category's tile in their place", async () => {
    await write("bare", { category: "#ThatsTheSPIRIT", title: "A <b>bare</b> one & more" });
    const { texts, document, html, content } = await open("/blog/bare");
    expect(texts(".lead")).toEqual(["Read this insightful article..."]);
    expect(content("meta[name=description]")).toBe("Read this insightful article...");
    expect(document.querySelector("article > img")?.getAttribute("src")).toBe("/pictures/tile-spirit.svg");
    expect(texts("h1")).toEqual(["A <b>bare</b> one & more"]);
    expect(html).not.toContain("<b>bare");
  });

  test("cannot break out of the data about it", async () => {
    const title = "</script><script>alert(1)</script><!-- \u2028 \"'";
    await write("data", { title, excerpt: title });
    const { document, html } = await open("/blog/data");
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? "");
    expect([data.headline, data.description]).toEqual([title, title]);
    expect(html).not.toMatch(/<script[^>]*>alert/);
  });

  test.each(["nothing-here", "A-Post", "a%20b", "%00", "..%2f", "x".repeat(200)])(
    "at /blog/%s there is none: the page says so and leads on",
    async (slug) => {
      const { status, texts, kept, content, links } = await open(`/blog/${slug}`);
      expect([status, content("meta[name=robots]")]).toEqual([404, "noindex"]);
      expect(kept).toBe("private, no-cache");
      expect(texts("h1")).toEqual(["Post not found."]);
      expect(links(".latest a")).toHaveLength(5);
    },
  );

  test("that was written a moment ago is shown, after a quarter of a minute even to whoever looked too early", async () => {
    expect((await open("/blog/soon")).status).toBe(404);
    await write("soon");
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 20_000);
    await new Promise((done) => setTimeout(done, 5));
    expect((await open("/blog/soon")).status).toBe(200);
  });
});

describe("the feed", () => {
  const read = async (headers = {}) => {
    // With the other imports it would wait for the whole map of pages, which waits for it.
    const { loader: feed } = await import("#app/routes/blog/feed.ts");
    const { context } = newBrowser().visit("/blog/feed.xml");
    return feed({ request: new Request("http://127.0.0.1:3000/blog/feed.xml", { headers }), context, params: {} });
  };

  test("has the eighteen newest posts with whole addresses, and is not sent twice", async () => {
    const reply = await read();
    expect(reply.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
    const { document } = new JSDOM(await reply.text(), { contentType: "application/xml" }).window;
    const links = [...document.querySelectorAll("entry > link")].map((link) => link.getAttribute("href"));
    expect(links).toHaveLength(18);
    expect(links[0]).toBe(`http://127.0.0.1:3000${FIRST}`);
    expect([...document.querySelectorAll("summary")].every(({ textContent }) => textContent)).toBe(true);
    const again = await read({ "If-None-Match": reply.headers.get("ETag") });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });
});

describe("while the database fails", () => {
  /** Refuses every read of posts from now on, in a test. */
  const failWith = (reply: () => Response) => server.use(http.get("*/rest/v1/posts", reply));
  const down = () => new Response("<html>Bad gateway</html>", { status: 502 });

  test("the list says so, and Retry leads to the first page of what was wanted", async () => {
    failWith(down);
    const { status, texts, links, kept } = await open("/blog?q=neverasked&page=3");
    expect([status, kept]).toEqual([503, "private, no-cache"]);
    expect(texts(".notice-title")).toEqual(["Something went wrong, hold on a second and try again."]);
    expect(texts(".notice a")).toEqual(["Retry"]);
    expect(links(".notice a")).toEqual(["/blog?q=neverasked"]);
  });

  test("what was read before is shown as it was", async () => {
    failWith(down);
    expect((await open("/blog")).links(CARDS)).toHaveLength(6);
    expect((await open(FIRST)).status).toBe(200);
  });

  test("a post says why, in the database's words where it has some", async () => {
    failWith(down);
    const silent = await open("/blog/never-read");
    expect(silent.status).toBe(503);
    expect(silent.texts("h1")).toEqual(["Error: Something went wrong, hold on a second and try again."]);
    vi.restoreAllMocks();
    failWith(() => Response.json({ code: "42501", message: "permission denied for <b>posts</b>" }, { status: 403 }));
    const { texts, html } = await open("/blog/never-read-either");
    expect(texts("h1")).toEqual(["Error: permission denied for <b>posts</b>"]);
    expect(html).not.toContain("<b>posts");
  });

  test("a row that is no post is an error of its page, and no page of the list is lost to it", async () => {
    failWith(() => Response.json([{ slug: "odd", title: 7 }]));
    expect((await open("/blog/odd")).status).toBe(503);
  });
});
