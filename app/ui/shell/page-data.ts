import { createContext } from "react";

/** What the page's loaders and action gave, as a script that hands it to Remix in the browser. Only the server has it. */
export const PageDataContext = createContext("");

/** Makes that script, of the text that Remix's server has encoded. No "<" is left in it: it cannot end its element. */
export function pageDataScript(encoded: string): string {
  const data = JSON.stringify(encoded).replaceAll("<", "\\u003c");
  return `window.__remixContext.streamController.enqueue(${data});window.__remixContext.streamController.close();`;
}
