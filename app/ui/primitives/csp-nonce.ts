import { createContext, useContext } from "react";

/**
 * The random mark of one render on the server: it stands as the nonce of every script and style that we wrote, so that
 * their hashes, and no others, get into the page's Content-Security-Policy. Undefined in the browser.
 */
export const MarkContext = createContext<string | undefined>(undefined);

export function useMark(): string | undefined {
  return useContext(MarkContext);
}
