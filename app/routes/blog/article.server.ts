import { type Post, readingMinutes } from "#app/blog/post.ts";
import { pictureOf } from "./pictures.server.ts";
import type { PostArticleData } from "./post-article.tsx";
import { dayOf } from "./post-cards.ts";
import { renderPostText } from "./post-text.server.ts";
import { FEATURED } from "./ui/picture-box.tsx";

const NO_EXCERPT = "Read this insightful article...";

/** A post as its page shows it. `isPlain`: the text is above a limit of the parser, so it is shown as plain paragraphs. */
export async function articleOf({ slug, title, excerpt, content, category, imageUrl, createdAt }: Post) {
  const { html, isPlain } = await renderPostText(content, category);
  const article: PostArticleData = {
    title,
    lead: excerpt || NO_EXCERPT,
    category,
    ...dayOf(createdAt),
    minutes: readingMinutes(content),
    src: pictureOf(imageUrl, { ...FEATURED, category }).src,
    html,
  };
  return { ...article, slug, publishedAt: createdAt, isPlain };
}
