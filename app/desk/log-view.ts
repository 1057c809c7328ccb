import { cleanSearch } from "#app/platform/text/clean-line.ts";
import { type Place, placeParams, readPlace } from "./list-page.ts";

/** Lines on a page of the log. */
export const LOG_PAGE = 50;
export type LogView = { who: string; what: string; place: Place };

/** Returns what a URL of the log asks for: an address, a kind and where its page begins. */
export function logView(params: URLSearchParams): LogView {
  return { who: textOf(params, "who"), what: textOf(params, "what"), place: readPlace(params, "number") };
}

/** Returns the path of a view of the log, or of its file. */
export function logPath({ who, what, place }: LogView, path = "/desk/log"): string {
  const query = new URLSearchParams({
    ...(who !== "" && { who }),
    ...(what !== "" && { what }),
    ...placeParams(place),
  });
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Returns a parameter without NUL, which PostgreSQL rejects, and cut to the length of the longest e-mail address. */
function textOf(params: URLSearchParams, name: string): string {
  return cleanSearch(params.get(name) ?? "").slice(0, 254);
}
