import type { MetaDescriptor } from "@remix-run/react";

/** The matches of a route's `meta`. */
export type Matches = readonly ({ id: string; pathname: string; data?: unknown } | undefined)[];

/** The site's name, and the whole addresses of a page and of the picture that stands for it. */
type SharedPage = { site: string; url: string; image: string };

type Page = {
  title: string;
  description: string;
  isHidden?: boolean;
  /** The address of the page among several that show the same; without it its own, without a query. */
  path?: string;
  /** What shared links say it is: a website's page, unless it is an article. */
  type?: "article";
};

/**
 * The head of a page: title with the brand's name, description, and noindex where it is hidden from search engines; else its
 * one address, and what a shared link shows (The Open Graph protocol; X, "Summary card with large image"). A form that was
 * given back is announced in the title, because that is read out first (GOV.UK, error summary).
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

/** What a page is to those who share it. Takes its address where it is not its own path. */
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

function rootOf(matches: Matches): Root {
  const data = matches.find((match) => match?.id === "root")?.data;
  const isObject = typeof data === "object" && data !== null;
  const brand = isObject && "brand" in data ? data.brand : undefined;
  const hasName = typeof brand === "object" && brand !== null && "name" in brand && typeof brand.name === "string";
  return {
    name: hasName ? String(brand.name) : "Mtandao",
    origin: isObject && "origin" in data ? String(data.origin) : "",
    isRefused: isObject && "isRefused" in data && data.isRefused === true,
  };
}
