import type { MetaDescriptor } from "@remix-run/react";

type Match = { id: string; data?: unknown };
type Page = { title: string; description: string; isHidden?: boolean };

/**
 * The head of a page: title with the brand's name, description, and noindex where it is hidden from search engines.
 * A form that was given back is announced in the title, because that is read out first (GOV.UK, error summary).
 */
export function pageMeta(
  matches: readonly (Match | undefined)[],
  { title, description, isHidden }: Page,
): MetaDescriptor[] {
  const root = rootOf(matches);
  const full = `${root.isRefused ? "Error: " : ""}${title} | ${root.name}`;
  return [
    { title: full },
    { name: "description", content: description },
    ...(isHidden ? [{ name: "robots", content: "noindex" }] : []),
  ];
}

function rootOf(matches: readonly (Match | undefined)[]): { name: string; isRefused: boolean } {
  const data = matches.find((match) => match?.id === "root")?.data;
  const isObject = typeof data === "object" && data !== null;
  const brand = isObject && "brand" in data ? data.brand : undefined;
  const hasName = typeof brand === "object" && brand !== null && "name" in brand && typeof brand.name === "string";
  return {
    name: hasName ? String(brand.name) : "Mtandao",
    isRefused: isObject && "isRefused" in data && data.isRefused === true,
  };
}
