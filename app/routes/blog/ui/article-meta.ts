import type { MetaDescriptor } from "@remix-run/react";
import { type Matches, pageMeta, sharedPage } from "#app/ui/shell/page-meta.ts";

type Article = {
  title: string;
  description: string;
  category: string;
  /** ISO 8601. */
  publishedAt: string;
};

/** The link by which feed readers find the feed. */
export const FEED_LINK = { tagName: "link", rel: "alternate", type: "application/atom+xml", href: "/blog/feed.xml" };

/** The meta tags of a post: Open Graph, and JSON-LD for search engines (schema.org, Article). */
export function articleMeta(matches: Matches, article: Article): MetaDescriptor[] {
  const { title, description, category, publishedAt } = article;
  const { site, url, image } = sharedPage(matches);
  const publisher = { "@type": "Organization", name: site, url: new URL("/", url).href };
  return [
    ...pageMeta(matches, { title, description, type: "article" }),
    { property: "article:published_time", content: publishedAt },
    { property: "article:section", content: category },
    FEED_LINK,
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "Article",
        headline: title,
        description,
        datePublished: publishedAt,
        articleSection: category,
        mainEntityOfPage: url,
        image,
        author: publisher,
        publisher,
      },
    },
  ];
}
