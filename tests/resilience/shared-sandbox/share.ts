import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { LISTED_PAGES } from "#app/routes/addresses.ts";
import { httpRequest, newVisitor } from "../request.ts";
import { REAL, runSite } from "../run-site.ts";
import { site } from "./site.ts";

/** The headers of WhatsApp's preview: its name and no cookies. */
const WHATSAPP = { "User-Agent": "WhatsApp/2.23.20.0 A", Accept: "*/*", Range: "bytes=0-524287" };
/** The largest picture that it accepts for a large preview. */
const MAX_CARD_BYTES = 300 * 1024;

const get = (path: string, more: Record<string, string> = {}, method = "GET") =>
  httpRequest(site, path, { method, headers: { ...WHATSAPP, ...newVisitor(), ...more } });

/** Returns the meta tags of a head, by name. */
function tagsIn(html: string): Record<string, string> {
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)];
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
  const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
  return { ...Object.fromEntries(metas.map(([, name, content]) => [name, content])), canonical, title } as never;
}
const pathOf = (address: string | undefined) =>
  (address ?? "").replace(`http://127.0.0.1:${site.port}`, "").replaceAll("&amp;", "&");

const POST = "/blog/what-are-tlds-and-why-they-matter-for-your-brand";
const SHARED = [POST, "/blog?category=%23ThatsTheSPIRIT", "/projects/1", "/projects/tumaini-school", "/login"];
const FOUND = LISTED_PAGES.map(({ path }) => path);

test.each([...FOUND, ...SHARED])(
  "a link to %s shared on WhatsApp shows title, description and a large picture",
  async (path) => {
    const page = await get(path);
    expect([page.status, page.headers["set-cookie"]]).toEqual([200, undefined]);
    const tags = tagsIn(page.text);
    // WhatsApp reads the beginning of a page only.
    expect(page.text.indexOf("og:image")).toBeLessThan(8 * 1024);
    for (const name of ["og:title", "og:description", "og:site_name", "title"])
      expect(tags[name], name).toMatch(/\w{3}/);
    expect([pathOf(tags.canonical), pathOf(tags["og:url"]), tags["twitter:card"]]).toEqual([
      path,
      path,
      "summary_large_image",
    ]);
    expect(tags.robots).toBeUndefined();

    const src = pathOf(tags["og:image"]);
    expect(src).toMatch(/^\/card\.png\?/);
    const head = await get(src, {}, "HEAD");
    expect([head.status, head.headers["content-type"], head.body.length]).toEqual([200, "image/png", 0]);
    const card = await get(src);
    expect([card.status, card.headers["content-length"]]).toEqual([200, String(card.body.length)]);
    expect(card.body.length).toBeLessThan(MAX_CARD_BYTES);
    const { width, height } = await sharp(card.body).metadata();
    expect([String(width), String(height)]).toEqual([tags["og:image:width"], tags["og:image:height"]]);
    expect(card.headers["cache-control"]).toMatch(/^public, max-age=/);
  },
);

test.each([
  "/dashboard",
  "/domains?q=njeri-shop.com",
  "/domains/board",
  "/nowhere",
  "/projects/nobody",
  "/blog/nothing-here",
])("%s asks not to be indexed, or redirects", async (path) => {
  const page = await get(path);
  if (page.status === 302) return;
  expect(tagsIn(page.text)).toMatchObject({ robots: "noindex" });
  expect(page.text).not.toContain("og:image");
});

test("no two public pages share a title, a description or a URL", async () => {
  const tags = await Promise.all(FOUND.map(async (path) => tagsIn((await get(path)).text)));
  for (const name of ["title", "description", "canonical"]) {
    expect(new Set(tags.map((tag) => tag[name])).size, name).toBe(FOUND.length);
  }
});

test("robots.txt and the sitemap are complete, and link to existing pages", async () => {
  expect((await get("/robots.txt")).text).toContain(`Sitemap: http://127.0.0.1:${site.port}/sitemap.xml`);
  const { status, headers, text } = await get("/sitemap.xml");
  expect([status, headers["content-type"]]).toEqual([200, "application/xml; charset=utf-8"]);
  const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => pathOf(loc));
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths.filter((one) => !FOUND.includes(one)))
    expect([path, (await get(path)).status]).toEqual([path, 200]);
});

describe("pictures of other hosts", () => {
  const srcOf = async () =>
    /src="(\/images\?[^"]+)"/.exec((await get("/projects")).text)?.[1]?.replaceAll("&amp;", "&") ?? "";

  test("come from our own origin, resized and publicly cacheable", async () => {
    const reply = await get(await srcOf());
    expect(reply.headers).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "content-length": String(reply.body.length),
    });
    expect(reply.headers["cache-control"]).toMatch(/^public, max-age=86400/);
    expect(reply.headers.vary).toContain("Save-Data");
    expect((await sharp(reply.body).metadata()).width).toBe(640);
    expect((await sharp((await get(await srcOf(), { "Save-Data": "on" })).body).metadata()).width).toBe(320);
  });

  test("are cacheable for signed-in customers too, and support conditional requests", async () => {
    const src = await srcOf();
    const mine = await get(src, { Cookie: "sb-auth-token=base64-x" });
    expect(mine.headers["cache-control"]).toMatch(/^public, max-age=86400/);
    const again = await get(src, { Cookie: "sb-auth-token=base64-x", "If-None-Match": String(mine.headers.etag) });
    expect([again.status, again.body.length, again.headers["cache-control"]]).toEqual([
      304,
      0,
      mine.headers["cache-control"],
    ]);
  });

  test.each([
    ["another picture", (src: string) => src.replace("dhow", "clinic")],
    ["another place", (src: string) => src.replace(/src=[^&]+/, "src=http%3A%2F%2F169.254.169.254%2Flatest")],
    ["another width", (src: string) => src.replace("w=640", "w=641")],
    ["no mark", (src: string) => src.replace(/&s=[^&]+/, "")],
    ["nothing", () => "/images"],
    ["a path", () => "/images/../../etc/passwd"],
  ])("with %s are an empty 404", async (_title, change) => {
    const reply = await get(change(await srcOf()));
    expect([reply.status, reply.headers["cache-control"]]).toEqual([404, "private, no-cache"]);
    if (!_title.startsWith("a path")) expect(reply.body.length).toBe(0);
  });

  test("refuse POST", async () => {
    expect((await get(await srcOf(), { "Sec-Fetch-Site": "same-origin" }, "POST")).status).toBeGreaterThanOrEqual(400);
  });
});

test("with database and worker down the sitemap has no posts and projects, and social images still work", async () => {
  const real = await runSite("real", { ...REAL, LOG_LEVEL: "silent" });
  const sitemap = await httpRequest(real, "/sitemap.xml");
  expect(sitemap.status).toBe(200);
  const paths = [...sitemap.text.matchAll(/<loc>https:\/\/www\.example\.co\.ke([^<]+)<\/loc>/g)].map(
    ([, path]) => path,
  );
  expect(paths).toEqual(LISTED_PAGES.map(({ path }) => path));
  expect((await httpRequest(real, "/robots.txt")).text).toContain("Disallow: /dashboard\n");
  for (const page of ["/", "/blog/some-post", "/projects/1"]) {
    const card = await httpRequest(real, `/card.png?${new URLSearchParams({ page })}`);
    expect([page, card.status, card.headers["content-type"]]).toEqual([page, 200, "image/png"]);
  }
  const home = await httpRequest(real, "/");
  expect(tagsIn(home.text)).toMatchObject({
    canonical: "https://www.example.co.ke/",
    "og:image": "https://www.example.co.ke/card.png?page=%2F",
    "og:site_name": "Jirani",
  });
});
