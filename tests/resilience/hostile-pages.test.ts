import { expect, test } from "vitest";
import { launchBrowser } from "../../scripts/browser.js";
import { isLong, SETS, some } from "./hostile-cases.ts";
import { postRow, servePosts } from "./posts-database.ts";
import { httpRequest } from "./request.ts";
import { REAL, runSite, type Site } from "./run-site.ts";

const HOSTILE_TITLE = `</title></script><script>hit()</script>"'><img src=x onerror=hit()>`;
const { "pathological texts": pathological = [], ...others } = SETS;
const PARTS = isLong ? 8 : 2;
const COMBINED_TEXTS = Object.values(others).flatMap((cases) =>
  Array.from({ length: PARTS }, (_, nth) => cases.filter((_case, index) => index % PARTS === nth).slice(0, 60)),
);
/** Posts that join several hostile texts with separators, and posts of one pathological text each. */
const POSTS = [
  ...COMBINED_TEXTS.map((part) => part.map(([, text]) => text).join("\n\n***\n\n")),
  ...some(pathological).map(([, text]) => text),
];

test("hostile posts are ordinary pages of the site, under its Content-Security-Policy", async () => {
  const database = await servePosts(
    POSTS.map((content, index) =>
      postRow({ slug: `post-${index}`, title: `${index} ${HOSTILE_TITLE}`, excerpt: HOSTILE_TITLE, content }),
    ),
  );
  const site: Site = await runSite("real", { ...REAL, SUPABASE_URL: database.url, LOG_LEVEL: "error" });
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const violations: string[] = [];
  const origin = `http://127.0.0.1:${site.port}`;
  page.on("request", (request) => request.url().startsWith(`${origin}/`) || violations.push(request.url()));
  page.on("dialog", (dialog) => violations.push(dialog.message()));
  page.on("console", (message) => violations.push(message.text()));
  page.on("pageerror", (error) => violations.push(error.message));
  await page.addInitScript("window.hits = 0; window.hit = () => { window.hits += 1; };");
  for (const index of POSTS.keys()) {
    const response = await page.goto(`${origin}/blog/post-${index}`);
    expect([index, response?.status()]).toEqual([index, 200]);
    const seen = await page.evaluate(() => ({
      hits: Reflect.get(window, "hits"),
      title: document.querySelector("h1")?.textContent,
      back: document.querySelectorAll("main aside #back, footer, header, link[rel=canonical]").length,
      rules: document.querySelectorAll(".text hr").length,
      data: JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? "{}").headline,
    }));
    // The separators became <hr>, so the combined post was parsed as markdown.
    if (index < COMBINED_TEXTS.length) expect(seen.rules, String(index)).toBeGreaterThan(0);
    expect(seen).toMatchObject({
      hits: 0,
      title: `${index} ${HOSTILE_TITLE}`,
      back: 4,
      data: `${index} ${HOSTILE_TITLE}`,
    });
  }
  process.stdout.write(`hostile posts opened in the browser: ${POSTS.length}\n`);
  await page.goto(`${origin}/blog`);
  expect(await page.locator("main h2").first().textContent()).toBe(`0 ${HOSTILE_TITLE}`);
  expect((await httpRequest(site, "/blog/feed.xml")).text).not.toContain("<script");
  expect(violations).toEqual([]);
  await browser.close();
});
