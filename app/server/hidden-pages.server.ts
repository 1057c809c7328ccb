import type { RequestHandler } from "@remix-run/node";

/**
 * Wraps Remix's handler: if a route says that the visitor may not know of its page (`context.isHidden`), the visitor gets the page
 * of an unknown URL instead, with its status and headers, whether they asked for a document or for data.
 */
export function withHiddenPages(handle: RequestHandler): RequestHandler {
  return async (request, context) => {
    const response = await handle(request, context);
    const url = new URL(request.url);
    // Remix refuses a form to a page without one before any of our code can look who sends it.
    const isRefused = response.status === 405 && isHiddenPath(url.pathname);
    if (!context?.isHidden && !isRefused) return response;
    const unknown = new URL(`/-${url.pathname}${url.search}`, url);
    // No route reads the form of an unknown page.
    return handle(new Request(unknown, { method: request.method, headers: request.headers }), context);
  };
}

/** Returns whether the existence of a path is not public. Remix matches any case and encoding. */
function isHiddenPath(path: string): boolean {
  try {
    return /^\/desk(?=$|[/.])/i.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
