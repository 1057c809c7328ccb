const PAUSE_MS = 1000;

/**
 * Replaces `window.fetch` by one that requests a page's data a second time if the response was lost or is incomplete. Reading changes
 * nothing, and after a form the page is what tells that it was sent. Remix calls `window.fetch` and has no option for a retry. A form
 * is never sent twice.
 */
export function retryPageData(): void {
  const once = window.fetch;
  window.fetch = async (input, init) => {
    if (!isPageData(input, init)) return once(input, init);
    const whole = async () => {
      const reply = await once(input, init);
      return new Response(await reply.arrayBuffer(), reply);
    };
    try {
      return await whole();
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      return whole();
    }
  };
}

/** Returns whether a request is for a page's data: Remix adds ".data" to the page's URL ("Single Fetch"). */
function isPageData(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return input instanceof URL && input.pathname.endsWith(".data") && (init?.method ?? "GET") === "GET";
}
