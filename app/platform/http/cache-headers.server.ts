import { env } from "../env.server.ts";

/**
 * Returns headers of a public page, which is the same for all anonymous visitors. `params` are the query parameters
 * that change the page. Browsers revalidate each time; a CDN may cache it for a minute.
 */
export function publicPage(params: readonly string[] = []): Record<string, string> {
  const varying = params.map((name) => JSON.stringify(name)).join(" ");
  return {
    "Cache-Control": env.isBehindCdn
      ? "public, max-age=0, s-maxage=60, stale-while-revalidate=600"
      : "public, max-age=0",
    // The page differs for a visitor with a session or a flash message.
    Vary: "Cookie",
    "No-Vary-Search": varying ? `params, except=(${varying})` : "params",
  };
}

/** Headers of a page that is private to one visitor or moment. */
export const PRIVATE_CACHE = { "Cache-Control": "private, no-cache" };

/**
 * Returns headers of a page with a form: the loader's headers if they have a Cache-Control, otherwise those of a public page.
 * Adds the action's Retry-After, which Remix would drop.
 */
export function formPage({ loaderHeaders, actionHeaders }: Given, params: readonly string[] = []): Headers {
  return withWait(loaderHeaders.has("Cache-Control") ? loaderHeaders : publicPage(params), actionHeaders);
}

/** Returns headers of a page of the account. */
export function privatePage({ loaderHeaders, actionHeaders }: Given): Headers {
  return withWait(PRIVATE_CACHE, actionHeaders.has("Retry-After") ? actionHeaders : loaderHeaders);
}

/** Returns headers of a page of the account that no cache may keep, because it shows a secret or much personal data. */
export function unstoredPage(given: Given): Headers {
  const headers = privatePage(given);
  headers.set("Cache-Control", "private, no-store");
  return headers;
}

type Given = { loaderHeaders: Headers; actionHeaders: Headers };

function withWait(init: HeadersInit, actionHeaders: Headers): Headers {
  const headers = new Headers(init);
  const wait = actionHeaders.get("Retry-After");
  if (wait !== null) headers.set("Retry-After", wait);
  return headers;
}
