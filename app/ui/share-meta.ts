import type { MetaDescriptor } from "@remix-run/react";
import type { Share } from "#app/model/share.ts";

type Page = { title: string; description: string; share: Share };

/** What search engines and those who share a page read of it, beside its title and description (Open Graph, X Cards). */
export function shareMeta(
  { title, description, share: { url, site, image } }: Page,
  type = "website",
): MetaDescriptor[] {
  const property = (name: string, content: string) => ({ property: `og:${name}`, content });
  return [
    { tagName: "link", rel: "canonical", href: url },
    property("type", type),
    property("site_name", site),
    property("title", title),
    property("description", description),
    property("url", url),
    ...(image === undefined ? [] : [property("image", image)]),
    { name: "twitter:card", content: image === undefined ? "summary" : "summary_large_image" },
  ];
}

/** Where programs that follow blogs find this one. */
export const FEED_LINK = { tagName: "link", rel: "alternate", type: "application/atom+xml", href: "/blog/feed.xml" };
