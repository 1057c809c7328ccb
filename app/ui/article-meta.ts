import type { MetaDescriptor } from "@remix-run/react";
import type { Share } from "#app/model/share.ts";
import { FEED_LINK, shareMeta } from "./share-meta.ts";

type Article = {
  title: string;
  description: string;
  category: string;
  /** ISO 8601. */
  publishedAt: string;
  share: Share;
};

/** The head of an article: what is shared of it, and the same once more for search engines (schema.org, Article). */
export function articleMeta({ category, publishedAt, ...page }: Article): MetaDescriptor[] {
  const { url, site, image } = page.share;
  const publisher = { "@type": "Organization", name: site, url: new URL("/", url).href };
  return [
    ...shareMeta(page, "article"),
    { property: "article:published_time", content: publishedAt },
    { property: "article:section", content: category },
    FEED_LINK,
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "Article",
        headline: page.title,
        description: page.description,
        datePublished: publishedAt,
        articleSection: category,
        mainEntityOfPage: url,
        ...(image === undefined ? {} : { image }),
        author: publisher,
        publisher,
      },
    },
  ];
}
