const PAUSE_MS = 1000;

/**
 * Replaces `window.fetch` by a function that requests a page's data a second time if the response is lost or incomplete. Reading
 * twice changes nothing, and the page after a form tells the user that the form was sent. Remix calls `window.fetch` and has no option
 * for a retry. A form is never sent twice.
 */
export function retryPageData(): void {
  const once = window.fetch;
  window.fetch = async (input, init) => {
    if (!isPageData(input, init)) return once(input, init);
    const fetchWhole = async () => {
      const reply = await once(input, init);
      return new Response(await reply.arrayBuffer(), reply);
    };
    try {
      return await fetchWhole();
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      return fetchWhole();
    }
  };
}

/** Returns whether a request is for a page's data: Remix adds ".data" to the page's URL ("Single Fetch"). */
function isPageData(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return input instanceof URL && input.pathname.endsWith(".data") && (init?.method ?? "GET") === "GET";
}
