import { cleanSearch } from "#app/platform/text/clean-line.ts";
/** Lines on a page of the log. */
export const LOG_PAGE = 50;
/** Nobody pages farther; the database would count for long. */
const LAST_PAGE = 2000;

export type LogView = { who: string; what: string; page: number };

/** Returns what a URL of the log asks for: an address, a kind and a page, the first of which is 1. */
export function logView(params: URLSearchParams): LogView {
  const page = Number(params.get("page") ?? 1);
  const isPage = Number.isInteger(page) && page >= 1 && page <= LAST_PAGE;
  return { who: textOf(params, "who"), what: textOf(params, "what"), page: isPage ? page : 1 };
}

/** Returns the path of a view of the log, or of its file. */
export function logPath({ who, what, page }: LogView, path = "/desk/log"): string {
  const query = new URLSearchParams({
    ...(who !== "" && { who }),
    ...(what !== "" && { what }),
    ...(page > 1 && { page: String(page) }),
  });
  return query.size === 0 ? path : `${path}?${query}`;
}

/** PostgreSQL takes no NUL, and no address is longer. */
function textOf(params: URLSearchParams, name: string): string {
  return cleanSearch(params.get(name) ?? "").slice(0, 254);
}
