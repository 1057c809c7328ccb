/**
 * Returns the `links` of an area's pages: its sheet, for a client-side navigation, which Remix delays until the sheet is loaded.
 * A document of the area has the sheet inlined already (`area-css.ts`). Takes the area's name and the URL of its sheet.
 */
export function areaSheet(area: string, href: string) {
  return isInPage(area) ? [] : [{ rel: "stylesheet", href }];
}

function isInPage(area: string): boolean {
  if (import.meta.env.DEV) return false;
  return import.meta.env.SSR || (document.getElementById("css")?.dataset.areas ?? "").split(" ").includes(area);
}
