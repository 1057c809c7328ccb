/**
 * Remembers that this browser holds the page's files, by the name of the entry it loaded: from now on the starter loads
 * them when idle, which costs nothing. Another deployment has another name.
 */
export function noteEnhanced(): void {
  try {
    localStorage.setItem("enhanced", window.__remixManifest.entry.module);
  } catch {
    // Storage may be forbidden; then the files are loaded on intent each time, from the browser's cache.
  }
}
