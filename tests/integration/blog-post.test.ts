import { http } from "msw";
import { describe, expect, test, vi } from "vitest";
import { server } from "#mocks/node.ts";
import { CARDS, FIRST, open, write } from "./blog-pages.ts";

describe("a post", () => {
  test("shows title, excerpt, picture, date, category, text, and five other posts", async () => {
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

  test("has the metadata for search engines and shared links", async () => {
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

  test("shows a placeholder text without an excerpt, and the category's picture without a picture", async () => {
    await write("bare", { category: "#ThatsTheSPIRIT", title: "A <b>bare</b> one & more" });
    const { texts, document, html, content } = await open("/blog/bare");
    expect(texts(".lead")).toEqual(["Read this insightful article..."]);
    expect(content("meta[name=description]")).toBe("Read this insightful article...");
    expect(document.querySelector("article > img")?.getAttribute("src")).toBe("/pictures/tile-spirit.svg");
    expect(texts("h1")).toEqual(["A <b>bare</b> one & more"]);
    expect(html).not.toContain("<b>bare");
  });

  test("cannot break out of its structured data", async () => {
    const title = "</script><script>alert(1)</script><!-- \u2028 \"'";
    await write("data", { title, excerpt: title });
    const { document, html } = await open("/blog/data");
    const data = JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? "");
    expect([data.headline, data.description]).toEqual([title, title]);
    expect(html).not.toMatch(/<script[^>]*>alert/);
  });

  test.each(["nothing-here", "A-Post", "a%20b", "%00", "..%2f", "x".repeat(200)])(
    "returns 404 at /blog/%s, with links to five posts",
    async (slug) => {
      const { status, texts, kept, content, links } = await open(`/blog/${slug}`);
      expect([status, content("meta[name=robots]")]).toEqual([404, "noindex"]);
      expect(kept).toBe("private, no-cache");
      expect(texts("h1")).toEqual(["Post not found."]);
      expect(links(".latest a")).toHaveLength(5);
    },
  );

  test("appears within 20 seconds of being written, even if a 404 for it was cached", async () => {
    expect((await open("/blog/soon")).status).toBe(404);
    await write("soon");
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 20_000);
    await new Promise((done) => setTimeout(done, 5));
    expect((await open("/blog/soon")).status).toBe(200);
  });
});

describe("while the database fails", () => {
  /** Makes every read of posts fail in this test. */
  const failWith = (reply: () => Response) => server.use(http.get("*/rest/v1/posts", reply));
  const badGateway = () => new Response("<html>Bad gateway</html>", { status: 502 });

  test("the list says so, and Retry leads to the first page of the same list", async () => {
    failWith(badGateway);
    const { status, texts, links, kept } = await open("/blog?q=neverasked&page=3");
    expect([status, kept]).toEqual([503, "private, no-cache"]);
    expect(texts(".banner-title")).toEqual(["Something went wrong, hold on a second and try again."]);
    expect(texts(".banner a")).toEqual(["Retry"]);
    expect(links(".banner a")).toEqual(["/blog?q=neverasked"]);
  });

  test("posts that were read before are shown from memory", async () => {
    await Promise.all([open("/blog"), open(FIRST)]);
    failWith(badGateway);
    expect((await open("/blog")).links(CARDS)).toHaveLength(6);
    expect((await open(FIRST)).status).toBe(200);
  });

  test("the page of a post that cannot be read hides the database's message", async () => {
    failWith(badGateway);
    const failed = await open("/blog/never-read");
    expect(failed.status).toBe(503);
    expect(failed.texts("h1")).toEqual(["Error: Something went wrong, hold on a second and try again."]);
    vi.restoreAllMocks();
    failWith(() => Response.json({ code: "42501", message: "permission denied for <b>posts</b>" }, { status: 403 }));
    const { texts, html } = await open("/blog/never-read-either");
    expect(texts("h1")).toEqual(["Error: Something went wrong, hold on a second and try again."]);
    expect(html).not.toContain("permission denied");
  });

  test("the page of a post whose row is invalid returns 503", async () => {
    failWith(() => Response.json([{ slug: "odd", title: 7 }]));
    expect((await open("/blog/odd")).status).toBe(503);
  });
});
