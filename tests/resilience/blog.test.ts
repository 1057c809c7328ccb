import { beforeAll, describe, expect, test } from "vitest";
import { postRow, servePosts } from "./posts-database.ts";
import { httpRequest } from "./request.ts";
import { REAL, runSite, type Site } from "./run-site.ts";

const OUTAGE = "Something went wrong, hold on a second and try again.";
/** The headers of a visitor whose pages are not cached. */
const WITH_FLASH = { headers: { Cookie: "__Host-flash=x" } };

async function start() {
  const rows = Array.from({ length: 8 }, (_, index) => postRow({ slug: `post-${index}`, title: `Post ${index}` }));
  const database = await servePosts(rows);
  return { database, site: await runSite("real", { ...REAL, SUPABASE_URL: database.url, LOG_LEVEL: "warn" }) };
}

test("a database that is down from the start: the blog offers Retry, and all other pages work", async () => {
  const { database, site } = await start();
  const startedAt = Date.now();
  Object.assign(database, { status: 503, body: "<html>Service unavailable</html>", calls: [] });
  const list = await httpRequest(site, "/blog?category=Business&page=2");
  expect([list.status, list.headers["cache-control"]]).toEqual([503, "private, no-cache"]);
  expect(list.text).toContain(OUTAGE);
  expect(list.text).toMatch(/<a[^>]* href="\/blog\?category=Business"[^>]*><span>Retry</);
  const post = await httpRequest(site, "/blog/post-1");
  expect([post.status, post.text.includes(`<h1 class="empty-title">Error: ${OUTAGE}</h1>`)]).toEqual([503, true]);
  const feed = await httpRequest(site, "/blog/feed.xml");
  expect([feed.status, feed.headers["retry-after"]]).toEqual([503, "60"]);
  for (const path of ["/", "/domains", "/contact", "/privacy", "/stride"]) {
    expect([path, (await httpRequest(site, path)).status]).toEqual([path, 200]);
  }
  // The breaker is open for 20 seconds after five failures in a row, and then lets one call through.
  const more = Math.floor((Date.now() - startedAt) / 20_000);
  // The site's own runs ask at its start, too.
  const posts = database.calls.filter((call) => call.startsWith("/rest/v1/posts"));
  expect(posts.length).toBeLessThanOrEqual(5 + more);
});

describe("with a database that fails at times", () => {
  let database: Awaited<ReturnType<typeof servePosts>>;
  let site: Site;
  beforeAll(async () => {
    ({ database, site } = await start());
  });

  test("Retry shows the list as soon as the database is back", async () => {
    database.status = 500;
    expect((await httpRequest(site, "/blog")).status).toBe(503);
    database.status = 200;
    const again = await httpRequest(site, "/blog");
    expect([again.status, again.text.includes("Post 0")]).toEqual([200, true]);
  });

  test("queries that the database rejects with 400 do not open the breaker", async () => {
    database.status = 400;
    for (let number = 0; number < 7; number++) {
      expect((await httpRequest(site, `/blog?q=refused-${number}`)).text).toContain(OUTAGE);
    }
    database.status = 200;
    expect((await httpRequest(site, "/blog?q=Post")).status).toBe(200);
  });

  test("invented categories, page numbers and slugs cause at most one query", async () => {
    await httpRequest(site, "/blog");
    await httpRequest(site, "/blog/missing");
    database.calls.length = 0;
    for (let number = 0; number < 10; number++) {
      await httpRequest(site, `/blog?category=made-up-${number}`);
      await httpRequest(site, `/blog?page=${1000 + number}`);
      await httpRequest(site, `/blog/Made-Up-${number}`);
    }
    expect(database.calls.filter((call) => !call.includes("offset=6"))).toEqual([]);
    expect(database.calls.length).toBeLessThanOrEqual(1);
  });

  // Comes last, because it opens the breaker.
  test("while the database is down, posts that were read before are shown, also to visitors with a flash message", async () => {
    for (const path of ["/blog", "/blog?page=2", "/blog/post-1"])
      expect((await httpRequest(site, path, WITH_FLASH)).status).toBe(200);
    database.status = 503;
    for (const path of ["/blog", "/blog?page=2", "/blog/post-1"]) {
      const response = await httpRequest(site, path, WITH_FLASH);
      expect([path, response.status, response.text.includes("Post 1")]).toEqual([path, 200, true]);
    }
    const unreadPost = await httpRequest(site, "/blog/post-7", WITH_FLASH);
    expect([unreadPost.status, unreadPost.text.includes(`Error: ${OUTAGE}`)]).toEqual([503, true]);
  });
});
