import { createHash } from "node:crypto";
import { type Post, readingMinutes } from "#app/blog/post.ts";
import { excerptOf } from "#app/blog/post-rows.server.ts";
import { markdownToHtml } from "#app/blog/to-html.server.ts";
import { log } from "#app/platform/log.server.ts";
import { escapeHtml } from "#app/platform/text/html-text.ts";
import { createCache } from "#app/platform/upstream/caches.server.ts";
import { pictureOf } from "./pictures.server.ts";
import type { PostArticleData } from "./post-article.tsx";
import { dayOf } from "./post-cards.ts";
import { cleanHtml } from "./post-text/clean-html.server.ts";
import { FEATURED } from "./ui/post-card.tsx";

const NO_EXCERPT = "Read this insightful article...";

/** A post as its page shows it. `isPlain`: the text is above a limit of the parser, so it is shown as plain paragraphs. */
export async function articleOf({ slug, title, excerpt, content, category, imageUrl, imageAlt, createdAt }: Post) {
  const { html, isPlain } = await renderPostText(content, category);
  const article: PostArticleData & { description: string } = {
    title,
    lead: excerpt || NO_EXCERPT,
    description: excerpt || excerptOf(content),
    category,
    ...dayOf(createdAt),
    minutes: readingMinutes(content),
    src: pictureOf(imageUrl, { ...FEATURED, category }).src,
    alt: imageAlt ?? "",
    html,
  };
  return { ...article, slug, publishedAt: createdAt, isPlain };
}

const MAX_BYTES = 8 * 1024 * 1024;

/** By a hash of category and markdown, so an edited post is rendered again. */
const texts = createCache<string, PostText>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ html }) => 2 * html.length + 100,
});

/** `isPlain`: the parser cannot handle the text, or only slowly, so that it is plain paragraphs. */
type PostText = { html: string; isPlain: boolean };

/**
 * Returns the text of a post as HTML that is safe to insert into a page. HTML tags in the markdown are shown as text, links
 * follow the link rule, pictures come through the site. A text that the parser cannot handle, or only slowly, becomes plain
 * paragraphs. Cached; never throws. Source: docs/product/blog-and-projects.md, "Blog".
 *
 * It is not in app/blog/to-html.server.ts, because it writes to the log and keeps a cache.
 */
export async function renderPostText(markdown: string, category: string): Promise<PostText> {
  const key = createHash("sha256").update(`${category}\n${markdown}`).digest("base64url");
  const cached = texts.get(key);
  if (cached !== undefined) return cached;
  const text = await render(markdown, category);
  texts.set(key, text);
  return text;
}

async function render(markdown: string, category: string): Promise<PostText> {
  try {
    return { html: await cleanHtml(markdownToHtml(markdown), category), isPlain: false };
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message.slice(0, 100) : "unknown" }, "post shown as plain text");
    return { html: paragraphs(markdown), isPlain: true };
  }
}

/** The text as it was written; an empty line starts a paragraph. */
function paragraphs(text: string): string {
  const parts = text.split(/\n\s*\n/).map((part) => part.trim());
  return parts.flatMap((part) => (part === "" ? [] : [`<p>${escapeHtml(part)}</p>`])).join("\n");
}
