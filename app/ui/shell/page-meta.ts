import type { MetaDescriptor, MetaFunction } from "@remix-run/react";
import type { RootData } from "./use-root-data.ts";

/** The matches of a route's `meta`. */
export type Matches = readonly ({ id: string; pathname: string; data?: unknown } | undefined)[];

/** The site's name, and the absolute URLs of a page and of its social image. */
type SharedPage = { site: string; url: string; image: string };

type Page = {
  title: string;
  description: string;
  isHidden?: boolean;
  /** The canonical path, if several URLs show the same content; by default the page's own path without its query. */
  path?: string;
  /** The Open Graph type; by default "website". */
  type?: "article";
};

/**
 * Returns the meta tags of a page: the title with the brand's name, and the description. A hidden page has noindex. Every other
 * page has its canonical URL and the tags of shared links (The Open Graph protocol; X, "Summary card with large image"). The
 * title of a rejected form begins with "Error:", because screen readers read it first (GOV.UK, error summary).
 */
export function pageMeta(matches: Matches, page: Page): MetaDescriptor[] {
  const { title, description, isHidden } = page;
  const { name, isRefused } = rootOf(matches);
  return [
    { title: `${isRefused ? "Error: " : ""}${title} | ${name}` },
    { name: "description", content: description },
    ...(isHidden ? [{ name: "robots", content: "noindex" }] : shared(matches, page)),
  ];
}

/** Returns the `meta` of a page whose title and description never change. */
export function staticMeta(page: Page): MetaFunction {
  return ({ matches }) => pageMeta(matches, page);
}

/**
 * Returns the site's name, URL and social image for shared links. `path` is the canonical path, if it is not the page's own.
 */
export function sharedPage(matches: Matches, path?: string): SharedPage {
  const { name: site, origin } = rootOf(matches);
  const address = path ?? encodeURI((matches.at(-1)?.pathname ?? "/").replace(/(.)\/$/, "$1"));
  const page = address.replace(/\?.*/, "");
  return { site, url: origin + address, image: `${origin}/card.png?${new URLSearchParams({ page })}` };
}

function shared(matches: Matches, { title, description, path, type }: Page): MetaDescriptor[] {
  const { site, url, image } = sharedPage(matches, path);
  const graph = {
    title,
    description,
    type: type ?? "website",
    site_name: site,
    url,
    image,
    "image:width": "1200",
    "image:height": "630",
  };
  return [
    { tagName: "link", rel: "canonical", href: url },
    ...Object.entries(graph).map(([key, content]) => ({ property: `og:${key}`, content })),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

type Root = { name: string; origin: string; isRefused: boolean };

/** Returns what the root's loader says of the site; defaults if it failed. */
function rootOf(matches: Matches): Root {
  const root = matches.find((match) => match?.id === "root")?.data as Partial<RootData> | undefined;
  return { name: root?.brand?.name ?? "Mtandao", origin: root?.origin ?? "", isRefused: root?.isRefused === true };
}
