import { createContext } from "react";

/** The data of the page's loaders and action, as a script that passes it to Remix in the browser. Empty in the browser. */
export const PageDataContext = createContext("");

/** Returns that script. Takes the data as Remix's server encoded it. The script has no "<", so it cannot end its element. */
export function pageDataScript(encoded: string): string {
  const data = JSON.stringify(encoded).replaceAll("<", "\\u003c");
  return `window.__remixContext.streamController.enqueue(${data});window.__remixContext.streamController.close();`;
}
