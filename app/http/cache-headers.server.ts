import { env } from "#app/env.server.ts";

/**
 * Headers of a public page: the same bytes for every anonymous visitor. Takes the query parameters that change the page;
 * all others are ignored. Browsers ask again each time (and mostly get a 304); a CDN may keep it a minute, if there is one.
 */
export function publicPage(params: readonly string[] = []): Record<string, string> {
  const varying = params.map((name) => JSON.stringify(name)).join(" ");
  return {
    "Cache-Control": env.isBehindCdn
      ? "public, max-age=0, s-maxage=60, stale-while-revalidate=600"
      : "public, max-age=0",
    // Somebody with a session or a notice gets another page from the same address.
    Vary: "Cookie",
    "No-Vary-Search": varying ? `params, except=(${varying})` : "params",
  };
}

/** Headers of a page that belongs to one visitor or one moment. */
export const PERSONAL_PAGE = { "Cache-Control": "private, no-cache" };

/**
 * Headers of a form's page: the loader's own where it sets them, else those of a public page; and how long to wait, when
 * an action says so, which Remix would drop from the page otherwise.
 */
export function formPage({ loaderHeaders, actionHeaders }: Given, params: readonly string[] = []): Headers {
  return withWait(loaderHeaders.has("Cache-Control") ? loaderHeaders : publicPage(params), actionHeaders);
}

/** Headers of a page that only its customer sees, with or without a form. */
export function ownPage({ loaderHeaders, actionHeaders }: Given): Headers {
  return withWait(PERSONAL_PAGE, actionHeaders.has("Retry-After") ? actionHeaders : loaderHeaders);
}

type Given = { loaderHeaders: Headers; actionHeaders: Headers };

function withWait(init: HeadersInit, actionHeaders: Headers): Headers {
  const headers = new Headers(init);
  const wait = actionHeaders.get("Retry-After");
  if (wait !== null) headers.set("Retry-After", wait);
  return headers;
}
