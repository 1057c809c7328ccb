import sharp from "sharp";
import { expect, test } from "vitest";
import { LISTED_PAGES } from "#app/routes/addresses.ts";
import { httpRequest, newVisitor } from "../request.ts";
import { REAL, runSite } from "../run-site.ts";
import { site } from "./site.ts";

/** The headers of WhatsApp's link preview, which sends no cookies. */
const WHATSAPP = { "User-Agent": "WhatsApp/2.23.20.0 A", Accept: "*/*", Range: "bytes=0-524287" };
/** The largest image that WhatsApp accepts for a large preview. */
const MAX_IMAGE_BYTES = 300 * 1024;

const get = (path: string, more: Record<string, string> = {}, method = "GET") =>
  httpRequest(site, path, { method, headers: { ...WHATSAPP, ...newVisitor(), ...more } });

/** Returns the meta tags of a page by name, its canonical URL and its title. */
function tagsIn(html: string): Record<string, string | undefined> {
  const metas = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)];
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(html)?.[1];
  const title = /<title>([^<]+)<\/title>/.exec(html)?.[1];
  return { ...Object.fromEntries(metas.map(([, name, content]) => [name, content])), canonical, title };
}
const pathOf = (url: string | undefined) =>
  (url ?? "").replace(`http://127.0.0.1:${site.port}`, "").replaceAll("&amp;", "&");

const LISTED = LISTED_PAGES.map(({ path }) => path);
const POST = "/blog/what-are-tlds-and-why-they-matter-for-your-brand";
const OTHERS = [POST, "/blog?category=%23ThatsTheSPIRIT", "/projects/1", "/projects/tumaini-school", "/login"];

test.each([...LISTED, ...OTHERS])("a link to %s has a title, a description and a large image", async (path) => {
  const page = await get(path);
  expect([page.status, page.headers["set-cookie"]]).toEqual([200, undefined]);
  const tags = tagsIn(page.text);
  // WhatsApp reads only the beginning of a page.
  expect(page.text.indexOf("og:image")).toBeLessThan(8 * 1024);
  for (const name of ["og:title", "og:description", "og:site_name", "title"]) expect(tags[name], name).toMatch(/\w{3}/);
  expect([pathOf(tags.canonical), pathOf(tags["og:url"])]).toEqual([path, path]);
  expect([tags["twitter:card"], tags.robots]).toEqual(["summary_large_image", undefined]);

  const src = pathOf(tags["og:image"]);
  expect(src).toMatch(/^\/card\.png\?/);
  const head = await get(src, {}, "HEAD");
  expect([head.status, head.headers["content-type"], head.body.length]).toEqual([200, "image/png", 0]);
  const image = await get(src);
  expect([image.status, image.headers["content-length"]]).toEqual([200, String(image.body.length)]);
  expect(image.body.length).toBeLessThan(MAX_IMAGE_BYTES);
  const { width, height } = await sharp(image.body).metadata();
  expect([String(width), String(height)]).toEqual([tags["og:image:width"], tags["og:image:height"]]);
  expect(image.headers["cache-control"]).toMatch(/^public, max-age=/);
});

test.each(["/domains?q=njeri-shop.com", "/domains/board", "/nowhere", "/projects/nobody", "/blog/nothing-here"])(
  "%s asks not to be indexed and has no social image",
  async (path) => {
    const page = await get(path);
    expect(tagsIn(page.text)).toMatchObject({ robots: "noindex" });
    expect(page.text).not.toContain("og:image");
  },
);

test("no two public pages share a title, a description or a URL", async () => {
  const tags = await Promise.all(LISTED.map(async (path) => tagsIn((await get(path)).text)));
  for (const name of ["title", "description", "canonical"]) {
    expect(new Set(tags.map((tag) => tag[name])).size, name).toBe(LISTED.length);
  }
});

test("every URL of the sitemap works", async () => {
  const paths = [...(await get("/sitemap.xml")).text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => pathOf(url));
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths.filter((one) => !LISTED.includes(one))) {
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  }
});

// app/pictures/images*.test.ts and app/pictures/image-path.server.test.ts test which images are fetched.
test("an image of another host comes resized from this site, publicly cacheable also for signed-in customers", async () => {
  const src = pathOf(/src="(\/images\?[^"]+)"/.exec((await get("/projects")).text)?.[1]);
  const image = await get(src, { Cookie: "sb-auth-token=base64-x" });
  const cacheControl = expect.stringMatching(/^public, max-age=86400/);
  expect(image.headers).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
    "content-length": String(image.body.length),
    "cache-control": cacheControl,
    vary: expect.stringContaining("Save-Data"),
  });
  expect((await sharp(image.body).metadata()).width).toBe(640);
  expect((await sharp((await get(src, { "Save-Data": "on" })).body).metadata()).width).toBe(320);
  const again = await get(src, { "If-None-Match": String(image.headers.etag) });
  expect(again).toMatchObject({ status: 304, text: "", headers: { "cache-control": cacheControl } });
  for (const unsigned of [src.replace("dhow", "clinic"), src.replace(/&s=[^&]+/, ""), "/images"]) {
    const { status, headers, text } = await get(unsigned);
    expect([status, headers["cache-control"], text]).toEqual([404, "private, no-cache", ""]);
  }
});

test("with database and worker down the sitemap has the public pages, and social images still work", async () => {
  const real = await runSite("real", { ...REAL, LOG_LEVEL: "silent" });
  const { text } = await httpRequest(real, "/sitemap.xml");
  expect([...text.matchAll(/<loc>https:\/\/www\.example\.co\.ke([^<]+)<\/loc>/g)].map(([, path]) => path)).toEqual(
    LISTED,
  );
  for (const page of ["/", "/blog/some-post", "/projects/1"]) {
    const image = await httpRequest(real, `/card.png?${new URLSearchParams({ page })}`);
    expect([page, image.status, image.headers["content-type"]]).toEqual([page, 200, "image/png"]);
  }
  expect(tagsIn((await httpRequest(real, "/")).text)).toMatchObject({
    canonical: "https://www.example.co.ke/",
    "og:image": "https://www.example.co.ke/card.png?page=%2F",
    "og:site_name": "Jirani",
  });
});
