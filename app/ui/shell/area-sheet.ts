/**
 * `links` of the pages of an area, for whoever comes to them without loading a page: Remix waits for the sheet then. A page
 * that was loaded as one of the area's carries it in itself (`area-css.ts`). Takes the area's name and its file.
 */
export function areaSheet(area: string, href: string) {
  return isInPage(area) ? [] : [{ rel: "stylesheet", href }];
}

function isInPage(area: string): boolean {
  if (import.meta.env.DEV) return false;
  return import.meta.env.SSR || (document.getElementById("css")?.dataset.areas ?? "").split(" ").includes(area);
}
