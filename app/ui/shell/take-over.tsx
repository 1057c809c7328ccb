import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { KeepTextareas, noteTextareas } from "#app/ui/forms/keep-textareas.tsx";
import { fetchPagesTwice } from "./fetch-pages-twice.ts";
import { rememberEnhanced } from "./note-enhanced.ts";

/** Hydrates the page. What came of a file that broke off half-way may run all the same: then there is no page in it, and HTML goes on alone. */
export async function takeOver(): Promise<void> {
  if (!Object.values(window.__remixRouteModules).every((route) => route?.default)) return;
  fetchPagesTwice();
  await pageData();
  startTransition(() => {
    noteTextareas();
    hydrateRoot(document, <Page />);
  });
}

/**
 * RemixBrowser suspends at the root until the page's data is decoded, and React gives up on a root that suspends while
 * somebody is pressing a button (error 345). Called here first, it throws its promise before any hook is used, and the
 * page is hydrated when that is done.
 */
async function pageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

/** The page, which says when it is React's: every effect in it has run by then. */
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
