import { RemixBrowser } from "@remix-run/react";
import { type ReactNode, startTransition, useEffect, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";

/** Hydrates the page. If a file was only half loaded, a route module has no page; then the page stays plain HTML. */
export async function hydratePage(): Promise<void> {
  if (!Object.values(window.__remixRouteModules).every((route) => route?.default)) return;
  retryPageData();
  await pageData();
  startTransition(() => {
    noteTextareas();
    hydrateRoot(document, <Page />);
  });
}

/**
 * Waits until Remix has decoded the page's data. RemixBrowser suspends at the root until then, and React fails if that happens
 * during a click (error 345). Called outside of React, RemixBrowser throws its promise before it uses a hook.
 */
async function pageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

/** The page. It sets the performance mark "hydrated" after all effects have run. */
function Page() {
  useEffect(() => {
    performance.mark("hydrated");
    rememberEnhanced();
  }, []);
  return (
    <KeepTextareas>
      <RemixBrowser />
    </KeepTextareas>
  );
}

/** The URL of the script file that contains this module. Every page loads it. */
const SHELL = new URL(import.meta.url).pathname;

/**
 * Stores that this browser has the scripts in its cache: the name of the file that all pages load, which differs between
 * deployments. From then on the starter loads the scripts when the browser is idle.
 */
export function rememberEnhanced(): void {
  try {
    localStorage.setItem("enhanced", SHELL);
  } catch {
    // Storage may be disabled. Then each page loads the scripts on intent, from the browser's cache.
  }
}

const PAUSE_MS = 1000;

/**
 * Replaces `window.fetch` by a function that requests a page's data a second time if the response is lost or incomplete.
 * Reading twice changes nothing, and the page after a form tells the user that the form was sent. Remix calls `window.fetch`
 * and has no option for a retry. A form is never sent twice.
 */
export function retryPageData(): void {
  const once = window.fetch;
  window.fetch = async (input, init) => {
    if (!isPageData(input, init)) return once(input, init);
    const fetchWhole = async (cache: RequestCache) => {
      const response = await once(input, { ...init, cache });
      return new Response(await response.arrayBuffer(), response);
    };
    try {
      return await fetchWhole("default");
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      // The second request looks like a reload, so that the server shows the flash message of the lost page again.
      return fetchWhole("no-cache");
    }
  };
}

/** Returns whether a request is for a page's data: Remix adds ".data" to the page's URL ("Single Fetch"). */
function isPageData(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  return input instanceof URL && input.pathname.endsWith(".data") && (init?.method ?? "GET") === "GET";
}

type Typed = { text: string; start: number; end: number };

const typed = new Map<HTMLTextAreaElement, Typed>();

/**
 * Records the value of every textarea until hydration. React 18 overwrites a prefilled textarea with the server's text when it
 * hydrates; it leaves inputs alone.
 */
export function noteTextareas(): void {
  for (const area of document.querySelectorAll("textarea")) keep(area);
  document.addEventListener("input", note, true);
}

function note({ target }: Event): void {
  if (target instanceof HTMLTextAreaElement) keep(target);
}

function keep(area: HTMLTextAreaElement): void {
  typed.set(area, { text: area.value, start: area.selectionStart, end: area.selectionEnd });
}

/** Restores the values and the cursor after hydration. */
export function KeepTextareas({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.removeEventListener("input", note, true);
    for (const [area, { text, start, end }] of typed) {
      if (area.value === text) continue;
      area.value = text;
      area.setSelectionRange(start, end);
    }
    typed.clear();
  }, []);
  return children;
}
