const PAUSE_MS = 1000;

/**
 * From now on the data of a page is fetched once more when its answer got lost, whole or in part: reading changes nothing, and
 * after a form it is the answer that says that the form was sent. Remix takes the browser's own `fetch`, and has no place for a
 * second try. A form is never sent twice.
 */
export function fetchPagesTwice(): void {
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

/** How Remix asks for a page's data (single fetch): by its address with ".data". */
function isPageData(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return input instanceof URL && input.pathname.endsWith(".data") && (init?.method ?? "GET") === "GET";
}
