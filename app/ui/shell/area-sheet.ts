import { useMatches } from "@remix-run/react";
import { useOwnNav } from "./use-root-data.ts";

/**
 * Returns the `links` of an area's pages: its sheet, for a client-side navigation, which Remix delays until the sheet is
 * loaded. A document of the area has the sheet inlined already (`area-css.ts`). Takes the area's name and the URL of its sheet.
 */
export function areaSheet(area: string, href: string) {
  return isInPage(area) ? [] : [{ rel: "stylesheet", href }];
}

function isInPage(area: string): boolean {
  if (import.meta.env.DEV) return false;
  return import.meta.env.SSR || (document.getElementById("css")?.dataset.areas ?? "").split(" ").includes(area);
}

/** The sheets of areas by name. A route's handle lists its areas: `handle = { areas: "blog post" }`. */
const SHEETS = import.meta.glob<string>("../styles/areas/*.css", { query: "?inline", import: "default", eager: true });

/**
 * Returns the props of the page's `<style>` on the server: the common sheet and then the sheets of the page's areas, whose
 * names are in `data-areas`. So the first view needs no second request. The account's pages link the common sheet as a file
 * instead, because a customer opens several of them.
 */
export function useAreaCss(everyPage: string) {
  const isOwn = useOwnNav() !== undefined;
  const areas = useMatches().map(({ handle }) => areasOf(handle));
  const names = areas.join(" ").split(" ").filter(Boolean);
  const text = [isOwn ? "" : everyPage, ...names.map((name) => SHEETS[`../styles/areas/${name}.css`] ?? "")].join("");
  return { "data-areas": names.join(" ") || undefined, dangerouslySetInnerHTML: { __html: text } };
}

function areasOf(handle: unknown): string {
  const isThere = typeof handle === "object" && handle !== null && "areas" in handle;
  return isThere && typeof handle.areas === "string" ? handle.areas : "";
}
