import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { KeepTextareas, noteTextareas } from "#app/ui/forms/keep-textareas.tsx";
import { rememberEnhanced } from "./note-enhanced.ts";
import { retryPageData } from "./retry-page-data.ts";

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
 * Waits until Remix has decoded the page's data. RemixBrowser suspends at the root until then, and React fails if that happens during
 * a click (error 345). Called outside of React, RemixBrowser throws its promise before it uses a hook.
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
