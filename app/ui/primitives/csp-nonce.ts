import { createContext, useContext } from "react";

/**
 * The random mark of one render on the server: it stands as the nonce of every script and style that we wrote, so that
 * their hashes, and no others, get into the page's Content-Security-Policy. Undefined in the browser.
 */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
