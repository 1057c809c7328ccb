import type { MetaDescriptor } from "@remix-run/react";

type Match = { id: string; pathname: string; data?: unknown };
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
export function pageMeta(matches: readonly (Match | undefined)[], page: Page): MetaDescriptor[] {
  const { title, description, isHidden } = page;
  const root = rootOf(matches);
  const full = `${root.isRefused ? "Error: " : ""}${title} | ${root.name}`;
  return [
    { title: full },
    { name: "description", content: description },
    ...(isHidden ? [{ name: "robots", content: "noindex" }] : shared(root, page, matches.at(-1)?.pathname)),
  ];
}

function shared({ name, origin }: Root, { title, description, path, type }: Page, here = "/"): MetaDescriptor[] {
  const address = path ?? encodeURI(here.replace(/(.)\/$/, "$1"));
  const graph = {
    title,
    description,
    type: type ?? "website",
    site_name: name,
    url: origin + address,
    image: `${origin}/card.png?${new URLSearchParams({ page: address })}`,
    "image:width": "1200",
    "image:height": "630",
  };
  return [
    { tagName: "link", rel: "canonical", href: graph.url },
    ...Object.entries(graph).map(([key, content]) => ({ property: `og:${key}`, content })),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

type Root = { name: string; origin: string; isRefused: boolean };

function rootOf(matches: readonly (Match | undefined)[]): Root {
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
