import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { txt } from "remix-utils/responses";
import { atomFeed } from "#app/blog/atom-feed.ts";
import type { ListedPost } from "#app/blog/post.ts";
import { listPosts } from "#app/blog/posts.table.server.ts";
import { siteName, siteOrigin } from "#app/platform/http/site-origin.server.ts";

/** The feed contains the first three pages of the blog's list: 18 posts. */
const PAGES = [1, 2, 3];
const HEADERS = { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": "public, max-age=300" };

const unavailable = (reference = "none") =>
  `The posts could not be read. Please try again in a minute.\nReference: ${reference}\n`;

/** The Atom feed of the newest posts. Source: docs/product/blog-and-projects.md, "Blog". */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const posts: ListedPost[] = [];
  for (const page of PAGES) {
    const found = await listPosts({ page });
    if (!found.ok) return txt(unavailable(context.requestId), { status: 503, headers: { "Retry-After": "60" } });
    posts.push(...found.value.posts);
  }
  const feed = atomFeed({
    title: siteName,
    author: siteName,
    feedUrl: `${siteOrigin}/blog/feed.xml`,
    pageUrl: `${siteOrigin}/blog`,
    entries: posts.map(({ slug, title, excerpt, category, createdAt }) => ({
      url: `${siteOrigin}/blog/${slug}`,
      title,
      summary: excerpt,
      category,
      publishedAt: createdAt,
    })),
  });
  const etag = `"${createHash("sha256").update(feed).digest("base64url").slice(0, 22)}"`;
  const isKnown = request.headers.get("If-None-Match")?.includes(etag) === true;
  return new Response(isKnown ? null : feed, { status: isKnown ? 304 : 200, headers: { ...HEADERS, ETag: etag } });
}
