import { RemixBrowser } from "@remix-run/react";
import { startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { KeepTextareas, noteTextareas } from "./ui/forms/keep-textareas.tsx";
import { noteEnhanced } from "./ui/frame/note-enhanced.ts";

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

/** What came of a file that broke off half-way may run all the same: then there is no page in it, and HTML goes on alone. */
const isWhole = Object.values(window.__remixRouteModules).every((route) => route?.default);

if (isWhole) {
  void pageData().then(() =>
    startTransition(() => {
      noteTextareas();
      hydrateRoot(document, <Page />);
    }),
  );
}

/** The page, which says when it is React's: every effect in it has run by then. */
function Page() {
  useEffect(() => {
    performance.mark("hydrated");
    noteEnhanced();
  }, []);
  return (
    <KeepTextareas>
      <RemixBrowser />
    </KeepTextareas>
  );
}
