/** The file that this stands in, which every page loads. */
const SHELL = new URL(import.meta.url).pathname;

/**
 * Remembers that this browser holds the page's files, by the name of the one that all pages load: from now on the starter loads
 * them when idle, which costs nothing. Another deployment has another name.
 */
export function rememberEnhanced(): void {
  try {
    localStorage.setItem("enhanced", SHELL);
  } catch {
    // Storage may be forbidden; then the files are loaded on intent each time, from the browser's cache.
  }
}
