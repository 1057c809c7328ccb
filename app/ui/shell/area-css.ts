import { useMatches } from "@remix-run/react";
import { useIsOwn } from "./use-is-own.ts";

/** CSS that only some pages wear, by the names that a route's handle says: `handle = { areas: "blog post" }`. */
const SHEETS = import.meta.glob<string>("../styles/areas/*.css", { query: "?inline", import: "default", eager: true });

/**
 * Props of the page's <style>, on the server: the sheet that every page wears and, after it, those of the page's areas,
 * whose names the element says. So the first view of a page needs no second request, and no page carries another's CSS. A
 * customer's own pages have the common sheet as a file beside theirs: they are opened one after the other.
 */
export function useAreaCss(everyPage: string) {
  const isOwn = useIsOwn();
  const areas = useMatches().map(({ handle }) => areasOf(handle));
  const names = areas.join(" ").split(" ").filter(Boolean);
  const text = [isOwn ? "" : everyPage, ...names.map((name) => SHEETS[`../styles/areas/${name}.css`] ?? "")].join("");
  return { "data-areas": names.join(" ") || undefined, dangerouslySetInnerHTML: { __html: text } };
}

function areasOf(handle: unknown): string {
  const isThere = typeof handle === "object" && handle !== null && "areas" in handle;
  return isThere && typeof handle.areas === "string" ? handle.areas : "";
}
