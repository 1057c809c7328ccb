/** The URL of the script file that contains this module. Every page loads it. */
const SHELL = new URL(import.meta.url).pathname;

/**
 * Stores that this browser has the page's files in its cache, by the name of the file that all pages load. From then on the starter
 * loads them when the browser is idle. Each deployment has another name.
 */
export function rememberEnhanced(): void {
  try {
    localStorage.setItem("enhanced", SHELL);
  } catch {
    // Storage may be disabled. Then each page loads the files on intent, from the browser's cache.
  }
}
