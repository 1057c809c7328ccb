import { HttpResponse, http } from "msw";
import sharp from "sharp";
import { afterEach, describe, expect, it, vi } from "vitest";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { LISTED_PAGES } from "#app/routes/addresses.ts";
import { server } from "#mocks/node.ts";
import { database } from "./database.ts";

afterEach(() => anew());

/** Loads the site's modules again, as a new process does. */
async function anew() {
  vi.resetModules();
  const fresh = await import("#app/platform/env.server.ts");
  Object.assign(fresh.env.supabase, database.keys);
}

const argsOf = (path: string, headers: Record<string, string> = {}) => ({
  request: new Request(env.origin + path, { headers }),
  context: {},
  params: {},
});

async function sitemap() {
  const { loader } = await import("#app/routes/sitemap.ts");
  const response = await loader();
  const xml = await response.text();
  const urls = [...xml.matchAll(/<url><loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?<\/url>/g)];
  return { response, xml, urls: urls.map(([, loc = "", lastmod]) => ({ path: loc.replace(env.origin, ""), lastmod })) };
}

function failProjects() {
  vi.spyOn(log, "warn").mockImplementation(() => {});
  server.use(http.get("*/worker/projects", () => HttpResponse.json({}, { status: 500 })));
}

describe("the sitemap", () => {
  it("has the public pages, every post with its day, and every project, each with its absolute URL", async () => {
    const { response, xml, urls } = await sitemap();
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "application/xml; charset=utf-8"]);
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=3600");
    expect(
      xml.startsWith(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
      ),
    ).toBe(true);
    expect(urls.slice(0, LISTED_PAGES.length).map(({ path }) => path)).toEqual(LISTED_PAGES.map(({ path }) => path));
    const posts = urls.filter(({ path }) => path.startsWith("/blog/"));
    expect(posts.length).toBeGreaterThan(5);
    expect(posts[0]).toEqual({ path: "/blog/what-are-tlds-and-why-they-matter-for-your-brand", lastmod: "2026-11-12" });
    expect(urls.filter(({ path }) => path.startsWith("/projects/"))).toHaveLength(9);
    expect(xml.split("<loc>").length - 1).toBe(urls.length);
    expect(urls.every(({ path }) => path.startsWith("/"))).toBe(true);
  });

  it("leaves out the projects while their worker fails, and is cached briefly then", async () => {
    await anew();
    failProjects();
    const { response, urls } = await sitemap();
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "public, max-age=60"]);
    expect(urls.filter(({ path }) => path.startsWith("/projects/"))).toEqual([]);
    expect(urls.some(({ path }) => path.startsWith("/blog/"))).toBe(true);
  });

  it("escapes any id", async () => {
    await anew();
    const result = [{ id: "a&b'<c>", title: "Odd" }];
    server.use(http.get("*/worker/projects", () => HttpResponse.json({ success: true, result })));
    const { xml } = await sitemap();
    expect(xml).toContain("/projects/a%26b&#39;%3Cc%3E</loc>");
  });
});

describe("robots.txt", () => {
  it("disallows everything in the sandbox, and names the sitemap", async () => {
    const { loader } = await import("#app/routes/robots.ts");
    const response = loader();
    expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
    expect(await response.text()).toBe(`User-agent: *\nDisallow: /\n\nSitemap: ${env.origin}/sitemap.xml\n`);
  });

  it("disallows private pages on a real site", async () => {
    await anew();
    const { env: fresh } = await import("#app/platform/env.server.ts");
    Object.assign(fresh, { isSandbox: false });
    const { loader } = await import("#app/routes/robots.ts");
    const text = await loader().text();
    for (const path of ["/dashboard", "/profile", "/login/", "/auth/"]) expect(text).toContain(`\nDisallow: ${path}\n`);
    for (const { path } of LISTED_PAGES) expect(text).not.toContain(`\nDisallow: ${path}\n`);
    expect(text).not.toContain("\nDisallow: /\n");
    Object.assign(fresh, { isSandbox: true });
  });
});

describe("the social image", () => {
  const card = async (page?: string, headers = {}) => {
    const { loader } = await import("#app/routes/og-image.ts");
    const response = await loader(
      argsOf(`/card.png${page === undefined ? "" : `?${new URLSearchParams({ page })}`}`, headers),
    );
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  it.each(["/contact", "/blog/what-are-tlds-and-why-they-matter-for-your-brand", "/projects/tumaini-school"])(
    "of %s is its own, cached for a day",
    async (page) => {
      const { response, bytes } = await card(page);
      const { format, width, height } = await sharp(bytes).metadata();
      expect([response.status, format, width, height]).toEqual([200, "png", 1200, 630]);
      expect(response.headers.get("Content-Type")).toBe("image/png");
      expect(response.headers.get("Cache-Control")).toMatch(/^public, max-age=86400,/);
      expect(bytes.length).toBeLessThan(300 * 1024);
      if (page !== "/") expect(bytes.equals((await card("/")).bytes)).toBe(false);
    },
  );

  it.each([undefined, "/nowhere", "/blog/no-such-post", "/projects/nobody", "Buy from evil.example", "/dashboard"])(
    "of %j is the home page's, cached briefly",
    async (page) => {
      const { response, bytes } = await card(page);
      expect(bytes.equals((await card("/")).bytes)).toBe(true);
      if (page !== undefined) expect(response.headers.get("Cache-Control")).toMatch(/^public, max-age=300,/);
    },
  );

  it("supports conditional requests", async () => {
    const etag = String((await card("/contact")).response.headers.get("ETag"));
    const { response, bytes } = await card("/contact", { "If-None-Match": etag });
    expect([response.status, bytes.length, response.headers.get("ETag")]).toEqual([304, 0, etag]);
  });

  it("of a project is the home page's while the worker fails", async () => {
    await anew();
    failProjects();
    const { response } = await card("/projects/2");
    expect([response.status, response.headers.get("Cache-Control")?.slice(0, 19)]).toEqual([
      200,
      "public, max-age=300",
    ]);
  });
});
